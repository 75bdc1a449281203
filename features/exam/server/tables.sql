-- A branch in the tree of papers, or in that of exams.
create table exam_types (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('paper', 'exam')),
  parent_id uuid references exam_types,
  name text not null,
  sort int not null default 0
);
create index exam_types_parent on exam_types (parent_id);
create index exam_types_project on exam_types (project_id, kind, sort);

create table papers (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  type_id uuid references exam_types,
  name text not null,
  mode text not null check (mode in ('fixed', 'random', 'mixed')),
  -- The sections, in order: type, points each, questions named, questions drawn and from where.
  sections jsonb not null,
  -- Of all sections: the questions a paper names.
  question_ids uuid[] not null default '{}',
  total numeric(5, 1) not null check (total > 0 and total * 2 = trunc(total * 2)),
  pass_score numeric(5, 1) not null check (pass_score between 0 and total),
  minutes int not null check (minutes between 1 and 600),
  shuffle_questions boolean not null default true,
  shuffle_options boolean not null default true,
  version int not null default 1,
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz not null default moment()
);
create index papers_project on papers (project_id, created_at desc) where status = 'active';
create index papers_type on papers (type_id);
create index papers_questions on papers using gin (question_ids);

create table exams (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  type_id uuid references exam_types,
  class_id uuid not null references train_classes,
  paper_id uuid not null references papers,
  name text not null,
  open_from timestamptz,
  open_to timestamptz,
  attempts int not null check (attempts between 1 and 99),
  make_up_attempts int not null default 0 check (make_up_attempts between 0 and 99),
  -- Basis points of study needed before the exam.
  required_progress int not null default 10000 check (required_progress between 0 and 10000),
  show_answers text not null default 'never' check (show_answers in ('never', 'after_pass', 'after_close')),
  -- How often the page may be left before the attempt is submitted; null never ends it.
  leave_limit int check (leave_limit between 1 and 99),
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'active', 'withdrawn', 'deleted')),
  -- Since when its class has lost it without another in its place: nobody passes there until a person confirms.
  held_since timestamptz,
  -- The exam of the class this class was copied from; until it is published the class stays unpublished.
  copied_from uuid references exams,
  created_at timestamptz not null default moment(),
  check (open_to > open_from),
  check (held_since is null or status = 'withdrawn')
);
-- A class is passed by one exam.
create unique index exams_active on exams (class_id) where status = 'active';
create index exams_class on exams (class_id);
create index exams_copied on exams (copied_from);
create index exams_paper on exams (paper_id);
create index exams_type on exams (type_id);
create index exams_project on exams (project_id, created_at desc) where status <> 'deleted';

-- One attempt more than the exam gives, granted to a learner who failed; at most the exam's `make_up_attempts`.
create table exam_make_ups (
  id uuid primary key default new_id(),
  exam_id uuid not null references exams,
  enrolment_id uuid not null references enrolments,
  -- Null for what the rules gave by themselves before.
  granted_by uuid references accounts,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default moment()
);
create index exam_make_ups_enrolment on exam_make_ups (enrolment_id, exam_id);
create index exam_make_ups_exam on exam_make_ups (exam_id);
create index exam_make_ups_granted on exam_make_ups (granted_by);

create table exam_attempts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  exam_id uuid not null references exams,
  enrolment_id uuid not null references enrolments,
  account_id uuid not null references accounts,
  number int not null check (number > 0),
  make_up boolean not null default false,
  seed bigint not null,
  -- The paper as it was drawn, once: versions of questions, points, the order of options. Never changed.
  items jsonb not null,
  sections jsonb not null,
  total numeric(5, 1) not null,
  pass_score numeric(5, 1) not null,
  -- By the number of the item: letters as shown, or texts.
  answers jsonb not null default '{}',
  revision int not null default 0,
  started_at timestamptz not null default moment(),
  deadline_at timestamptz not null,
  last_saved_at timestamptz,
  submitted_at timestamptz,
  submit_reason text check (submit_reason in ('learner', 'deadline', 'left')),
  -- Points by the number of the item; null where a person has still to mark.
  marks jsonb,
  objective numeric(5, 1),
  manual numeric(5, 1),
  score numeric(5, 1),
  -- Points that a correction added to the marks, or took, for a reason.
  corrected numeric(5, 1) not null default 0,
  passed boolean,
  -- When the enrolment learnt of the result.
  recorded_at timestamptz,
  -- How often settling or recording it has failed, why the last time, and when it is tried again.
  failures int not null default 0,
  last_error text,
  retry_at timestamptz,
  times_left int not null default 0,
  device text not null default '',
  ip text not null default '',
  status text not null default 'in_progress'
    check (status in ('in_progress', 'submitted', 'marking', 'scored', 'voided')),
  check (submitted_at is null or submitted_at <= deadline_at + interval '2 seconds'),
  check (last_saved_at is null or last_saved_at <= deadline_at + interval '2 seconds'),
  check ((status = 'in_progress') = (submitted_at is null) or status = 'voided'),
  check (status <> 'scored' or (score is not null and passed is not null)),
  unique (exam_id, enrolment_id, number)
-- Room beside each row for its saves, so that they touch no index.
) with (fillfactor = 60);
-- By the enrolment: a learner who left a class and joined it again begins again.
create unique index exam_attempts_open on exam_attempts (exam_id, enrolment_id) where status = 'in_progress';
create index exam_attempts_due on exam_attempts (deadline_at) where status = 'in_progress';
create index exam_attempts_marking on exam_attempts (exam_id, submitted_at) where status in ('submitted', 'marking');
create index exam_attempts_unrecorded on exam_attempts (submitted_at) where status = 'scored' and recorded_at is null;
create index exam_attempts_account on exam_attempts (account_id, started_at desc);
create index exam_attempts_enrolment on exam_attempts (enrolment_id);
create index exam_attempts_project on exam_attempts (project_id, started_at desc);
