-- What needs approval stands in one table, whatever it is about; a correction keeps its numbers and its line beside it.
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
  -- Numbers are masked in both; what stands behind the masks is sealed by its kind.
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
  -- Why it was rejected.
  decision text,
  applier_id uuid references accounts,
  applied_at timestamptz,
  undoer_id uuid references accounts,
  undone_at timestamptz,
  undo_reason text,
  created_at timestamptz not null default moment(),
  -- Nobody decides alone what takes two people.
  check (not second or decider_id is null or decider_id <> proposer_id),
  check ((status in ('approved', 'applied', 'undone', 'rejected')) = (decider_id is not null)),
  check ((status in ('applied', 'undone')) = (applied_at is not null)),
  check ((status = 'undone') = (undone_at is not null)),
  check (status <> 'rejected' or decision is not null)
);
-- One proposal at a time for one thing.
create unique index approvals_open on approvals (subject_id, kind, part) where status in ('proposed', 'approved');
create index approvals_subject on approvals (subject_id, id desc);
create index approvals_project on approvals (project_id, id desc);
create index approvals_status on approvals (project_id, status, id desc);
create index approvals_proposer on approvals (proposer_id);
create index approvals_decider on approvals (decider_id);
create index approvals_applier on approvals (applier_id);
create index approvals_undoer on approvals (undoer_id);
create index approvals_proof on approvals (proof_key);

insert into approvals (id, project_id, kind, subject_id, part, title, before, after, reason, proof_key, second, status,
  proposer_id, decider_id, decided_at, decision, applier_id, applied_at, undoer_id, undone_at, undo_reason, created_at)
select id, project_id, kind, account_id, subject, title, before, after, reason, proof_key,
  kind in ('hours', 'score', 'pass'), status, proposer_id, decider_id, decided_at, decision, applier_id, applied_at,
  undoer_id, undone_at, undo_reason, created_at
from corrections;

-- Indexes and conditions go with the columns they name.
alter table corrections
  alter column id drop default,
  add foreign key (id) references approvals,
  drop column project_id, drop column kind, drop column subject, drop column title, drop column before,
  drop column after, drop column reason, drop column proof_key, drop column status, drop column proposer_id,
  drop column decider_id, drop column decided_at, drop column decision, drop column applier_id,
  drop column applied_at, drop column undoer_id, drop column undone_at, drop column undo_reason,
  drop column created_at;
