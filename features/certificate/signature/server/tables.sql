-- Keys that sign what the QR codes of certificates say. One signs for a year; all stay published, since what they signed
-- stays on paper.
create table certificate_keys (
  -- Its number in a payload is one byte.
  no smallint primary key check (no between 1 and 255),
  public_key bytea not null unique check (length(public_key) = 32),
  private_key_sealed bytea not null,
  created_at timestamptz not null default moment(),
  -- Since when it signs nothing more, and why: nobody can tell who signed with it before either.
  withdrawn_at timestamptz,
  withdrawn_for text check (withdrawn_for in ('stolen', 'suspected')),
  check ((withdrawn_at is null) = (withdrawn_for is null))
);
