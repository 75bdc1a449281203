-- Results that the demo's own outside system was sent, by their key.
create table sandbox_results (
  key text primary key,
  event text not null,
  -- As it came the last time.
  content jsonb not null,
  times int not null default 1,
  -- Taken once, however often it comes after that.
  taken_at timestamptz
);
