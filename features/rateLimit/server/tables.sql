-- How often a limited endpoint was tried. A bucket is a limit's name and a digest of whom it counts, so that the table
-- names nobody; it is empty again when its window has closed.
create table tries (
  bucket text primary key,
  -- Whose password was guessed at, as a hash: staff see that guesses have to wait, and lift it.
  about text,
  count int not null check (count >= 0),
  until timestamptz not null,
  -- Where tries are spread further and further apart: when the next one may be made.
  next_at timestamptz not null default '-infinity'
);
create index tries_until on tries (until);
create index tries_about on tries (about) where about is not null;
