-- How often a limited endpoint was tried. A bucket is a limit's name and a digest of whom it counts, so that the table
-- names nobody; it is empty again when its window has closed.
create table tries (
  bucket text primary key,
  count int not null check (count >= 0),
  until timestamptz not null
);
create index tries_until on tries (until);
