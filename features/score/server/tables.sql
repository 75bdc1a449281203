-- The score of a person in an attempt at the exam of a class, or in a subject of a sign-up, as its newest entry has it.
create table scores (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- What is scored, exactly one of the two: an attempt, or a subject that an application names.
  attempt_id uuid unique references exam_attempts,
  application_id uuid references sign_up_applications,
  subject_id uuid references sign_up_subjects,
  -- The newest entry, and what it says.
  entry_no int not null check (entry_no > 0),
  points numeric(5, 1) check (points >= 0 and points * 2 = trunc(points * 2)),
  result text not null check (result in ('passed', 'failed', 'absent', 'deleted')),
  source text not null check (source in ('exam', 'import', 'correction')),
  entered_at timestamptz not null,
  unique (application_id, subject_id),
  check ((attempt_id is null) = (subject_id is not null)),
  check ((application_id is null) = (subject_id is null)),
  check ((points is not null) = (result in ('passed', 'failed')))
);
create index scores_project on scores (project_id, entered_at desc);
create index scores_account on scores (account_id);
create index scores_subject on scores (subject_id);

-- What a score was from then on. An entry stays as it is; a mistake is followed by another.
create table score_entries (
  score_id uuid not null references scores,
  no int not null check (no > 0),
  points numeric(5, 1),
  result text not null check (result in ('passed', 'failed', 'absent', 'deleted')),
  source text not null check (source in ('exam', 'import', 'correction')),
  -- Who entered it, for a correction who approved it; null for the exam itself.
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null,
  primary key (score_id, no),
  check (source = 'exam' or operator_id is not null)
);
create index score_entries_operator on score_entries (operator_id);
create trigger score_entries_keep before update or delete on score_entries
  for each row execute function keep_score_entry();

-- When the people of a subject see their scores, and how long they may appeal.
create table score_publications (
  subject_id uuid primary key references sign_up_subjects,
  project_id uuid not null references projects,
  publish_at timestamptz not null,
  appeal_days int not null check (appeal_days between 0 and 60),
  operator_id uuid not null references accounts,
  -- When they were told.
  told_at timestamptz,
  created_at timestamptz not null default moment(),
  check (told_at is null or told_at >= publish_at)
);
create index score_publications_due on score_publications (publish_at) where told_at is null;
create index score_publications_project on score_publications (project_id);
create index score_publications_operator on score_publications (operator_id);

-- An appeal of a person about their score: one for a score.
create table score_appeals (
  id uuid primary key default new_id(),
  score_id uuid not null unique references scores,
  account_id uuid not null references accounts,
  reason text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'rejected', 'ended')),
  answer text,
  -- Who answered it: of one upheld, who proposed the corrected score.
  operator_id uuid references accounts,
  answered_at timestamptz,
  -- The corrected score that it led to, while it waits and once it is approved.
  approval_id uuid references approvals,
  created_at timestamptz not null default moment(),
  check ((status in ('upheld', 'rejected')) = (operator_id is not null)),
  check ((operator_id is null) = (answered_at is null)),
  check (status <> 'upheld' or approval_id is not null)
);
create index score_appeals_open on score_appeals (created_at) where status = 'open';
create index score_appeals_account on score_appeals (account_id);
create index score_appeals_operator on score_appeals (operator_id);
create index score_appeals_approval on score_appeals (approval_id);
