-- A change of what is on record about a learner, proposed with what was and what shall be.
create table corrections (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('identity', 'unit', 'hours', 'score', 'pass')),
  -- What of the learner: the attempt, the enrolment, the year and kind of hours.
  subject text not null,
  -- What it is about, as a person calls it: the exam, the class, the line of the ledger.
  title text not null default '',
  -- Numbers are masked in both; what stands behind the masks is sealed.
  before jsonb not null,
  after jsonb not null,
  before_card_sealed bytea,
  after_card_sealed bytea,
  reason text not null,
  -- A picture of what proves it, for those who decide.
  proof_key text references images,
  status text not null default 'proposed'
    check (status in ('proposed', 'approved', 'applied', 'undone', 'rejected', 'withdrawn')),
  proposer_id uuid not null references accounts,
  decider_id uuid references accounts,
  decided_at timestamptz,
  -- Why it was rejected.
  decision text,
  applier_id uuid references accounts,
  applied_at timestamptz,
  undoer_id uuid references accounts,
  undone_at timestamptz,
  undo_reason text,
  -- The line of the ledger that it wrote.
  entry_id uuid references hour_entries,
  created_at timestamptz not null default moment(),
  -- Hours, scores and passes take two people.
  check (kind not in ('hours', 'score', 'pass') or decider_id is null or decider_id <> proposer_id),
  check ((status in ('approved', 'applied', 'undone', 'rejected')) = (decider_id is not null)),
  check ((status in ('applied', 'undone')) = (applied_at is not null)),
  check ((status = 'undone') = (undone_at is not null)),
  check (status <> 'rejected' or decision is not null),
  check ((kind = 'hours' and status in ('applied', 'undone')) = (entry_id is not null))
);
-- One proposal at a time for one thing.
create unique index corrections_open on corrections (account_id, kind, subject) where status in ('proposed', 'approved');
create index corrections_account on corrections (account_id, id desc);
create index corrections_project on corrections (project_id, id desc);
create index corrections_status on corrections (project_id, status, id desc);
create index corrections_proposer on corrections (proposer_id);
create index corrections_decider on corrections (decider_id);
create index corrections_applier on corrections (applier_id);
create index corrections_undoer on corrections (undoer_id);
create index corrections_entry on corrections (entry_id);
create index corrections_proof on corrections (proof_key);
