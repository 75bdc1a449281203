-- An action that waits for approval, with what was and what shall be.
create table approvals (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- Declared in code: what it does, who may propose and approve it.
  kind text not null,
  -- The learner, class, exam or order it is about, and what of it where one of them has several things.
  subject_id uuid not null,
  part text not null default '',
  -- What it is about, as a person calls it: the exam, the class, the line of the ledger.
  title text not null default '',
  -- Numbers are masked in both; the unmasked values are sealed by its kind.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  -- A picture of what proves it, for those who decide.
  proof_key text references images,
  -- Whether another than the proposer has to approve it.
  second boolean not null,
  status text not null default 'proposed'
    check (status in ('proposed', 'approved', 'applied', 'undone', 'rejected', 'withdrawn')),
  proposer_id uuid not null references accounts,
  decider_id uuid references accounts,
  decided_at timestamptz,
  -- Why it was rejected, or ended with what it was about.
  decision text,
  applier_id uuid references accounts,
  applied_at timestamptz,
  undoer_id uuid references accounts,
  undone_at timestamptz,
  undo_reason text,
  created_at timestamptz not null default moment(),
  -- What requires two people cannot be decided by one.
  check (not second or decider_id is null or decider_id <> proposer_id),
  check ((status in ('approved', 'applied', 'undone', 'rejected')) = (decider_id is not null)),
  check ((status in ('applied', 'undone')) = (applied_at is not null)),
  check ((status = 'undone') = (undone_at is not null)),
  check (status <> 'rejected' or decision is not null)
);
-- One proposal at a time for one thing.
create unique index approvals_open on approvals (subject_id, kind, part) where status in ('proposed', 'approved');
create index approvals_subject on approvals (subject_id, id desc);
-- The enrolments that a proposal about a class lists.
create index approvals_members on approvals using gin ((before->'members') jsonb_path_ops);
create index approvals_project on approvals (project_id, id desc);
create index approvals_status on approvals (project_id, status, id);
create index approvals_proposer on approvals (proposer_id);
create index approvals_decider on approvals (decider_id);
create index approvals_applier on approvals (applier_id);
create index approvals_undoer on approvals (undoer_id);
create index approvals_proof on approvals (proof_key);

-- What one person decided without a second: what money left by it, which counts against their day and its subject.
create table sole_decisions (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  operator_id uuid not null references accounts,
  -- Money that goes back; or money that is owed no more, or went back although the class was kept.
  effect text not null check (effect in ('refund', 'reduction')),
  -- The order or receipt it leaves, the learner who moves to a dearer class without an order, or the enrolment or item of
  -- an order that is a place given for nothing.
  subject_id uuid not null,
  -- The refund, waiver, change of prices, reversal or transfer: decided again, it counts once.
  source_id uuid not null,
  -- Less than nothing puts back what was taken off before.
  -- Nothing for a place that was given in a class whose price its giver had set, which counts as one of the orders of the day.
  amount bigint not null check (amount <> 0 or effect = 'reduction' and source_id = subject_id),
  -- A learner asked for it by the terms: it counts for its subject, and in nobody's day.
  asked boolean not null default false,
  -- It counts by its sum, and not as one of the orders of the day.
  by_sum boolean not null default false,
  created_at timestamptz not null default moment()
);
create index sole_decisions_day on sole_decisions (operator_id, created_at);
create index sole_decisions_subject on sole_decisions (subject_id, effect);
create index sole_decisions_project on sole_decisions (project_id);
