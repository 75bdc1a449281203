-- What the boards count is appended here by triggers on the rows that make it true, and folded into board_counts by a
-- job: nothing of a rush waits for a counter. Of what belongs to a person the unit is the person's, found when it is
-- read or folded; else it is named.
create table board_deltas (
  id uuid primary key default new_id(),
  project_id uuid not null,
  account_id uuid,
  unit_id uuid,
  -- The day in China.
  day date not null,
  -- A key of the project's showClassType; * for several, empty for none.
  class_type text not null,
  kind text not null,
  -- Of an active learner the active day before this one, so that learners of any range are counted once.
  since date not null default '-infinity',
  -- People or rows, fen, tenths of hours.
  amount bigint not null check (amount <> 0)
);
-- Finds the changes that a board shows, and skips the dead rows that folding leaves in the table.
create index board_deltas_kind on board_deltas (project_id, kind, day);

-- The folded counts, each unit with all below it and, without a unit, the whole project; by day and by month, and of
-- active learners each day alone as well.
create table board_counts (
  project_id uuid not null,
  unit_id uuid,
  kind text not null,
  grain text not null check (grain in ('day', 'month', 'alone')),
  -- The day, or the first of the month.
  start date not null,
  class_type text not null,
  since date not null,
  amount bigint not null,
  constraint board_counts_key unique nulls not distinct (project_id, unit_id, kind, grain, start, class_type, since)
);

-- Days on which a learner opened a video or began an exam.
create table board_days (
  account_id uuid not null references accounts,
  day date not null,
  project_id uuid not null,
  -- The active day before; -infinity for the first.
  since date not null,
  primary key (account_id, day)
);

create trigger board_learner_added after insert on accounts
  referencing new table as fresh for each statement execute function board_learners();
create trigger board_learner_changed after update of status, role_id on accounts
  for each row when ((old.status, old.role_id) is distinct from (new.status, new.role_id))
  execute function board_learner();
create trigger board_enrolment_added after insert or delete on enrolments
  for each row execute function board_enrolment();
create trigger board_enrolment_changed after update of status, passed_at, created_at on enrolments
  for each row when ((old.status, old.passed_at, old.created_at) is distinct from
    (new.status, new.passed_at, new.created_at)) execute function board_enrolment();
create trigger board_hours_added after insert or delete on hour_entries
  for each row execute function board_hours();
create trigger board_certificate_added after insert or delete on certificates
  for each row execute function board_certificate();
create trigger board_certificate_changed after update of status, issued_at on certificates
  for each row when ((old.status, old.issued_at) is distinct from (new.status, new.issued_at))
  execute function board_certificate();
-- An order has its items, by which its class type is known, at the end of its transaction at the latest.
create constraint trigger board_order_added after insert on orders deferrable initially deferred
  for each row execute function board_order();
create trigger board_order_changed after update of created_at, unit_id, paid_at, status, amount on orders
  for each row when ((old.created_at, old.unit_id, old.paid_at, old.status, old.amount) is distinct from
    (new.created_at, new.unit_id, new.paid_at, new.status, new.amount)) execute function board_order();
create trigger board_refund_added after insert on refunds
  for each row execute function board_refund();
create trigger board_refund_changed after update of succeeded_at, amount on refunds
  for each row when ((old.succeeded_at, old.amount) is distinct from (new.succeeded_at, new.amount))
  execute function board_refund();
create trigger board_invoice_changed after update of issued_at, unit_id, amount on invoices
  for each row when ((old.issued_at, old.unit_id, old.amount) is distinct from
    (new.issued_at, new.unit_id, new.amount)) execute function board_invoice();
create trigger board_lease_opened after insert on play_leases
  for each row execute function board_active();
create trigger board_attempt_begun after insert on exam_attempts
  for each row execute function board_active();
create trigger board_class_changed after update of class_type on train_classes
  for each row when (old.class_type is distinct from new.class_type) execute function board_class();
-- At the end of the transaction: the lock of the counts is its last.
create constraint trigger board_account_moved after update of unit_id on accounts deferrable initially deferred
  for each row when (old.unit_id is distinct from new.unit_id) execute function board_account();
create constraint trigger board_unit_moved after update of parent_id, path on units deferrable initially deferred
  for each row when (old.parent_id is distinct from new.parent_id) execute function board_unit();
