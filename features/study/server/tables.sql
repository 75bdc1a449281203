-- What one learner has watched of one course item. Times of a video are whole milliseconds.
create table watch_coverages (
  enrolment_id uuid not null references enrolments,
  item_id uuid not null references course_items,
  ranges int4multirange not null default '{}',
  -- The end of the last range: the watched edge, beyond which nobody may seek unless a setting allows it.
  furthest_ms int not null default 0 check (furthest_ms >= 0),
  -- The total length of `ranges`, denormalized so that a beat need not add it up.
  accepted_ms int not null default 0 check (accepted_ms >= 0),
  position_ms int not null default 0 check (position_ms >= 0),
  duration_ms int not null check (duration_ms > 0),
  completed_at timestamptz,
  updated_at timestamptz not null default moment(),
  primary key (enrolment_id, item_id),
  check (lower(ranges) >= 0 and upper(ranges) <= duration_ms),
  check (furthest_ms = coalesce(upper(ranges), 0)),
  check (accepted_ms <= furthest_ms)
) with (fillfactor = 60);
create index watch_coverages_item on watch_coverages (item_id);

-- The right to earn study time. A learner holds one at a time, and its row is the learner's one clock: `paid_until`
-- is the wall time up to which seconds were credited or can be no more: paused, hidden, refused. Leases of a learner
-- follow each other without overlap, so two windows share one clock however they take turns.
create table play_leases (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  enrolment_id uuid not null references enrolments,
  item_id uuid not null references course_items,
  rate_percent int not null check (rate_percent between 50 and 300),
  -- How far beyond the watched edge a beat may start.
  ahead_ms int not null check (ahead_ms >= 0),
  count_hidden boolean not null,
  -- The next checkpoints: the place of the first question that is still to be answered, beyond which nothing is
  -- credited, and what may be credited until the next capture is due. Null: none.
  pin_ms int check (pin_ms >= 0),
  capture_left_ms int check (capture_left_ms >= 0),
  -- Required study of the whole class, and the part done outside this item: class progress without adding it up.
  required_ms bigint not null,
  other_ms bigint not null,
  item_required boolean not null,
  -- The window's own id of this opening: repeated, it is the same window.
  opening uuid,
  opened_at timestamptz not null,
  paid_from timestamptz not null,
  paid_until timestamptz not null,
  last_beat_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('released', 'other_window', 'lapsed')),
  -- The last beat with its answer: sent again, it is answered again and credits nothing.
  last_sequence int not null default 0,
  last_accepted_ms int not null default 0,
  last_reason text,
  last_refused int4range,
  accepted_ms bigint not null default 0,
  -- Up to here the enrolment's progress knows of this lease.
  rolled_at timestamptz not null,
  ip text not null,
  agent text not null,
  check ((ended_at is null) = (end_reason is null)),
  foreign key (enrolment_id, item_id) references watch_coverages
) with (fillfactor = 50);
create unique index play_leases_active on play_leases (account_id) where ended_at is null;
create index play_leases_account on play_leases (account_id, opened_at desc);
create index play_leases_enrolment on play_leases (enrolment_id, item_id);
create index play_leases_item on play_leases (item_id);
create index play_leases_ended on play_leases (ended_at) where ended_at is not null;

-- Why a stretch of a video was not counted: one row per reason and minute of the video, so that it stays small
-- however often it happens.
create table study_refusals (
  enrolment_id uuid not null references enrolments,
  item_id uuid not null references course_items,
  reason text not null,
  minute int not null,
  from_ms int not null,
  to_ms int not null check (to_ms > from_ms),
  times int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (enrolment_id, item_id, reason, minute)
);
create index study_refusals_item on study_refusals (item_id);
