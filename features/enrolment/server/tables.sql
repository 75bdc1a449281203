-- One learner in one class.
create table enrolments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  class_id uuid not null references train_classes,
  source text not null check (source in ('order', 'batch', 'free', 'transfer', 'import', 'apply')),
  -- Its source: an order item, an import row; without a foreign key, since the tables differ.
  source_id uuid,
  status text not null check (status in
    ('applied', 'approved', 'active', 'passed', 'failed', 'rejected', 'withdrawn', 'expired', 'refunded', 'removed',
      'transferred')),
  -- Basis points, 10000 = every second of every required video; never falls.
  progress int not null default 0 check (progress between 0 and 10000),
  watched_seconds numeric(12, 3) not null default 0,
  exam_score numeric(5, 1),
  exam_passed boolean not null default false,
  study_done_at timestamptz,
  passed_at timestamptz,
  passed_by text check (passed_by in ('rule', 'manual')),
  pass_reason text,
  -- Why its pass was reverted: no rule passes it again until a person lifts the bar. A manual pass leaves it on record.
  bar_reason text check (bar_reason <> ''),
  expires_at timestamptz,
  -- Until when an approved application holds its place unpaid.
  pay_until timestamptz,
  -- What suspended it, as a refund under way: until it is resumed nothing is studied, sat, passed or expired.
  suspended_by text check (suspended_by <> ''),
  last_item_id uuid references course_items,
  last_position numeric(10, 3),
  studied_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status <> 'passed') or (passed_at is not null and passed_by is not null)),
  check (suspended_by is null or status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired')),
  check (bar_reason is null or status <> 'passed' or passed_by = 'manual'),
  check ((status = 'approved') = (pay_until is not null))
);
create unique index enrolments_live on enrolments (account_id, class_id)
  where status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired');
create index enrolments_class on enrolments (class_id, created_at desc);
create index enrolments_project on enrolments (project_id, id desc);
create index enrolments_created on enrolments (project_id, created_at, id);
create index enrolments_progress on enrolments (project_id, progress, id);
create index enrolments_account on enrolments (account_id, id desc);
create index enrolments_due on enrolments (expires_at) where status = 'active';
create index enrolments_application on enrolments (class_id) where status in ('applied', 'approved');
create index enrolments_waiting on enrolments (class_id, id) where status = 'active' and study_done_at is not null;
create index enrolments_last_item on enrolments (last_item_id);
