-- A code to type in place of the slider: one try, then it is gone.
create table picture_codes (
  token text primary key,
  -- SHA-256 of token and answer; null while a question is not asked yet.
  answer_hash bytea,
  expires_at timestamptz not null
);
create index picture_codes_expires on picture_codes (expires_at);
