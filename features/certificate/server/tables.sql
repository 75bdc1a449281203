-- The last serial a project used in a year; raised in the transaction that issues.
create table certificate_serials (
  project_id uuid not null references projects,
  year int not null,
  last int not null,
  primary key (project_id, year)
);

create table certificates (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  enrolment_id uuid not null references enrolments,
  template_id uuid not null references certificate_templates,
  template_version int not null,
  kind text not null check (kind in ('class', 'year', 'skill')),
  number text not null,
  -- The content of the QR code; not guessable from the number.
  verify_code text not null unique,
  -- Holder and design as they were when it was issued: a later change of either falsifies nothing.
  holder jsonb not null,
  design jsonb not null,
  status text not null default 'valid' check (status in ('valid', 'revoked', 'superseded', 'expired')),
  reissue_of uuid references certificates,
  revoke_reason text,
  print_count int not null default 0,
  issued_at timestamptz not null default moment(),
  check (status <> 'revoked' or revoke_reason is not null),
  unique (project_id, number)
);
create unique index certificates_valid on certificates (enrolment_id) where status = 'valid';
create index certificates_enrolment on certificates (enrolment_id);
create index certificates_account on certificates (account_id, issued_at desc);
create index certificates_template on certificates (template_id);
-- Found by anyone who types the number and the holder's name.
create index certificates_number on certificates (number_key(number));
create index certificates_reissue on certificates (reissue_of);
