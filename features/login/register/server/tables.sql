-- Who agreed to which version of the agreement, and from where.
create table agreement_consents (
  account_id uuid not null references accounts,
  text_id uuid not null references project_texts,
  ip text,
  agreed_at timestamptz not null default moment(),
  primary key (account_id, text_id)
);
create index agreement_consents_text on agreement_consents (text_id);
