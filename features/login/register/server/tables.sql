-- Who agreed to which version of the agreement, and from where.
create table agreement_consents (
  account_id uuid not null references accounts,
  text_id uuid not null references project_texts,
  ip text,
  agreed_at timestamptz not null default moment(),
  primary key (account_id, text_id)
);
create index agreement_consents_text on agreement_consents (text_id);

-- The skill a learner registered for.
create table chosen_skills (
  account_id uuid primary key references accounts,
  category_id uuid not null references class_categories,
  created_at timestamptz not null default moment()
);
create index chosen_skills_category on chosen_skills (category_id);
