-- A code to type in place of the slider: one try, then it is gone.
create table picture_codes (
  token text primary key,
  -- SHA-256 of token and answer.
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index picture_codes_expires on picture_codes (expires_at);
