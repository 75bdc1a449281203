create table captchas (
  token text primary key,
  -- Encodes the answer on the wire; it goes to the browser and hides nothing from it.
  secret_key text not null,
  -- Where the gap is, in pixels of 310.
  x int not null,
  expires_at timestamptz not null,
  -- SHA-256 of what login and messages must bring, once solved.
  verification_hash bytea,
  verified_until timestamptz
);
create unique index captchas_verification on captchas (verification_hash) where verification_hash is not null;
create index captchas_expires on captchas (expires_at);
