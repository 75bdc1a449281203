-- A check during study that the learner is there.
create table captures (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  enrolment_id uuid not null references enrolments,
  account_id uuid not null references accounts,
  item_id uuid not null references course_items,
  -- What the learner was asked for: what the class wants, or a click where they did not agree to pictures.
  kind text not null check (kind in ('presence', 'photo', 'face')),
  status text not null default 'open' check (status in ('open', 'missed', 'taken', 'review', 'passed', 'failed',
    'appealed', 'accepted', 'rejected', 'made_up')),
  -- Good for one answer to the try there is; the next try has another.
  nonce uuid not null default gen_random_uuid(),
  tries int not null default 1 check (tries > 0),
  -- Place in the video at which it was announced.
  at_ms int not null check (at_ms >= 0),
  told_at timestamptz not null default moment(),
  due_at timestamptz not null,
  answered_at timestamptz,
  -- Blind index of what the picture shows: none is accepted twice, from anybody.
  picture_index bytea unique,
  -- Distance between the face and the portrait; null where none was compared.
  distance real,
  -- The earlier check of the same account whose picture shows almost the same; null where none does.
  resembles_id uuid references captures,
  ip text not null default '',
  agent text not null default '',
  appeal text,
  appealed_at timestamptz,
  -- When it was missed, or given a result by a person.
  settled_at timestamptz,
  check ((appeal is null) = (appealed_at is null)),
  check (status not in ('passed', 'taken', 'review') or answered_at is not null)
);
create index captures_enrolment on captures (enrolment_id, id desc);
create index captures_account on captures (account_id, told_at);
create index captures_item on captures (item_id);
create index captures_resembles on captures (resembles_id) where resembles_id is not null;
create index captures_project on captures (project_id);
create index captures_waiting on captures (told_at) where status in ('review', 'appealed');
create index captures_open on captures (due_at) where status = 'open';

-- The picture of a check, sealed, for as long as its result can be disputed.
create table capture_pictures (
  capture_id uuid primary key references captures,
  picture_sealed bytea not null,
  -- Its greys, once it was compared: what later pictures are compared with.
  raster_sealed bytea,
  taken_at timestamptz not null default moment()
);
create index capture_pictures_taken on capture_pictures (taken_at);

-- What a check was before a person gave it another result. A change stays as it is.
create table capture_changes (
  id uuid primary key default new_id(),
  capture_id uuid not null references captures,
  from_status text not null,
  to_status text not null,
  reason text not null,
  operator_id uuid not null references accounts,
  created_at timestamptz not null default moment()
);
create index capture_changes_capture on capture_changes (capture_id, id);
create index capture_changes_operator on capture_changes (operator_id);

-- What a learner decided about pictures while studying, by the version of the text.
create table capture_consents (
  account_id uuid not null references accounts,
  kind text not null check (kind in ('photo', 'face')),
  version int not null,
  agreed boolean not null,
  decided_at timestamptz not null default moment(),
  primary key (account_id, kind)
);
