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
  -- The class it is for; null for a year, and for a skill that the office certified.
  enrolment_id uuid references enrolments,
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
  -- Who of the office revoked it; null where the right went by itself, and comes back the same way.
  revoked_by uuid references accounts,
  print_count int not null default 0,
  issued_at timestamptz not null default moment(),
  check (status <> 'revoked' or revoke_reason is not null),
  check (kind <> 'class' or enrolment_id is not null),
  check (kind <> 'year' or enrolment_id is null),
  unique (project_id, number)
);
create unique index certificates_valid on certificates (enrolment_id) where status = 'valid';
create unique index certificates_valid_year on certificates (account_id, ((holder->>'year')::int))
  where status = 'valid' and kind = 'year';
create unique index certificates_valid_skill on certificates
  (account_id, name_key(holder->>'className'), (holder->>'level'))
  where status = 'valid' and kind = 'skill' and enrolment_id is null;
create index certificates_enrolment on certificates (enrolment_id);
create index certificates_account on certificates (account_id, issued_at desc);
create index certificates_template on certificates (template_id);
-- Found by anyone who types the number and the holder's name.
create index certificates_number on certificates (number_key(number));
create index certificates_reissue on certificates (reissue_of);
create index certificates_revoked_by on certificates (revoked_by);
create index certificates_project on certificates (project_id, issued_at desc);
