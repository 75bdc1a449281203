-- What every feature stands on.

-- Identifiers: opaque outside, ordered by time inside (UUID version 7); PostgreSQL 15 to 17 have no uuidv7().
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Empty in production; a test moves the clock by writing one row.
create table clock_shifts (shift interval not null);

-- The only clock that decides deadlines, leases and expiries.
create function moment() returns timestamptz language sql stable as $$
  select now() + coalesce((select shift from clock_shifts limit 1), interval '0')
$$;

create table operation_logs (
  id uuid primary key default new_id(),
  project_id uuid,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default moment()
);
create index operation_logs_subject on operation_logs (subject_kind, subject_id, created_at);
create index operation_logs_project on operation_logs (project_id, created_at desc);

create table jobs (
  id uuid primary key default new_id(),
  project_id uuid,
  operator_id uuid,
  type text not null,
  -- The same key gives the same job: a file sent twice, a timer's slot.
  key text,
  input jsonb not null default '{}',
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'partly', 'failed', 'cancelled')),
  done int not null default 0,
  total int,
  checkpoint jsonb,
  result jsonb,
  error text,
  -- Raised at each claim; a write with an old fence writes nothing.
  fence int not null default 0,
  tries int not null default 0,
  lease_until timestamptz,
  run_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment()
);
create unique index jobs_key on jobs (type, key) where key is not null;
create index jobs_due on jobs (run_at) where status in ('queued', 'running');
create index jobs_operator on jobs (operator_id, created_at desc);

create table outbox_messages (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('sms')),
  recipient text not null,
  text text not null,
  created_at timestamptz not null default moment()
);
create index outbox_messages_recent on outbox_messages (created_at desc);

-- owned by the captcha feature

create table projects (
  id uuid primary key default new_id(),
  title text not null,
  short_title text not null,
  -- Settings of the specification's table and those of the domain; absent keys fall back to defaults in rules.ts.
  settings jsonb not null default '{}',
  about_us text not null default '',
  agreement text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);

create table units (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references units,
  -- Ids from the root to this unit, each followed by a slash; a subtree is a prefix.
  path text not null,
  name text not null,
  credit_code text,
  region text,
  industry text,
  contact text,
  phone text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create unique index units_credit_code on units (project_id, credit_code) where status <> 'deleted';
create unique index units_path on units (path text_pattern_ops);
create index units_parent on units (parent_id);

create table roles (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_name text not null,
  role_system smallint not null check (role_system in (1, 2, 3)),
  -- Urls of the menu entries held.
  menus text[] not null default '{}',
  created_at timestamptz not null default moment(),
  unique (project_id, role_name)
);

create table accounts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_id uuid not null references roles,
  unit_id uuid references units,
  login_name text not null,
  user_name text not null,
  password_hash text not null,
  image_key text,
  mobile_sealed bytea,
  mobile_index bytea,
  mobile_mask text,
  wechat_open_id text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  failed_count int not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index accounts_login_name on accounts (project_id, lower(login_name)) where status <> 'deleted';
create unique index accounts_mobile on accounts (project_id, mobile_index) where status <> 'deleted';
create index accounts_role on accounts (role_id);
create index accounts_unit on accounts (unit_id);

create table sessions (
  id uuid primary key default new_id(),
  -- SHA-256 of the token: what is stored cannot sign anyone in.
  token_hash bytea not null unique,
  account_id uuid not null references accounts,
  role_id uuid not null references roles,
  ip text not null,
  agent text not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default moment()
);
create index sessions_account on sessions (account_id) where revoked_at is null;
create index sessions_role on sessions (role_id);

create table message_codes (
  id uuid primary key default new_id(),
  purpose text not null check (purpose in ('register', 'login', 'forget', 'modify')),
  mobile_index bytea not null,
  code_hash bytea not null,
  tries int not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment()
);
create index message_codes_mobile on message_codes (mobile_index, created_at desc);

-- A learner's profile: one row an account whose role is a learner's.
create table students (
  account_id uuid primary key references accounts,
  project_id uuid not null references projects,
  unit_id uuid references units,
  real_name text not null,
  name_bigrams text[] not null,
  card_type text not null default 'idCard' check (card_type in ('idCard', 'passport', 'other')),
  card_sealed bytea not null,
  card_index bytea not null,
  card_mask text not null,
  gender text check (gender in ('male', 'female')),
  birth_date date,
  education text,
  job_title text,
  personnel_category text,
  work_place text,
  photo_key text,
  created_at timestamptz not null default moment()
);
create unique index students_card on students (project_id, card_index);
create index students_unit on students (unit_id, account_id);
create index students_name on students using gin (name_bigrams);

create table resource_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references resource_categories,
  name text not null,
  sort int not null default 0
);
create index resource_categories_parent on resource_categories (parent_id);
create index resource_categories_project on resource_categories (project_id, sort);

-- A video, with the duration the server measured itself.
create table resources (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  category_id uuid references resource_categories,
  title text not null,
  file_key text not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null,
  duration_seconds numeric(10, 3) not null check (duration_seconds > 0),
  width int,
  height int,
  poster_key text,
  subtitles_key text,
  -- HLS folder when a transcoder was there; null plays the MP4 by ranges.
  hls_key text,
  transcode_status text not null default 'none' check (transcode_status in ('none', 'queued', 'done', 'failed')),
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_by uuid references accounts,
  created_at timestamptz not null default moment()
);
create index resources_category on resources (category_id);
create index resources_project on resources (project_id, created_at desc) where status = 'active';
create index resources_created_by on resources (created_by);

create table course_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references course_categories,
  name text not null,
  sort int not null default 0
);
create index course_categories_parent on course_categories (parent_id);
create index course_categories_project on course_categories (project_id, sort);

create table courses (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  category_id uuid references course_categories,
  name text not null,
  teacher_name text not null default '',
  teacher_introduction text not null default '',
  introduction text not null default '',
  -- Tenths of an hour, so that sums are exact.
  hours_tenths int not null check (hours_tenths >= 0),
  attribute text not null check (attribute in ('required', 'elective')),
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz not null default moment()
);
create index courses_category on courses (category_id);
create index courses_project on courses (project_id, created_at desc) where status = 'active';

create table course_items (
  id uuid primary key default new_id(),
  course_id uuid not null references courses,
  resource_id uuid not null references resources,
  title text not null,
  sort int not null,
  unique (course_id, sort) deferrable initially deferred
);
create index course_items_resource on course_items (resource_id);

create table certificate_templates (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  name text not null,
  kind text not null check (kind in ('class', 'year', 'skill')),
  -- Page size in millimetres, background and placed elements; see template/rules.ts.
  design jsonb not null,
  -- {year}, {serial}: a number is never used twice.
  numbering text not null,
  version int not null default 1,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create index certificate_templates_project on certificate_templates (project_id, created_at desc);

create table class_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references class_categories,
  class_type text not null,
  kind text not null check (kind in ('base', 'major', 'skill')),
  name text not null,
  sort int not null default 0
);
create index class_categories_parent on class_categories (parent_id);
create index class_categories_project on class_categories (project_id, class_type, sort);

create table train_classes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  category_id uuid not null references class_categories,
  code text not null,
  name text not null,
  name_bigrams text[] not null,
  -- A key of the project's showClassType.
  class_type text not null,
  year int not null check (year between 2000 and 2100),
  hours_tenths int not null check (hours_tenths >= 0),
  cover_key text,
  introduction text not null default '',
  price bigint not null check (price >= 0),
  original_price bigint not null check (original_price >= 0),
  sign_up_from timestamptz,
  sign_up_to timestamptz,
  study_from timestamptz,
  study_to timestamptz,
  valid_days int check (valid_days > 0),
  quota int check (quota > 0),
  sold int not null default 0,
  personnel_categories text[] not null default '{}',
  need_review boolean not null default false,
  certificate_template_id uuid references certificate_templates,
  trial_resource_ids uuid[] not null default '{}',
  refundable boolean not null default true,
  sort int not null default 0,
  version int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'on_shelf', 'off_shelf', 'deleted')),
  created_at timestamptz not null default moment(),
  check (quota is null or sold <= quota),
  -- A version is a row of its own: whoever enrolled keeps hours and courses as they were.
  unique (project_id, code, version)
);
create index train_classes_list on train_classes (project_id, class_type, year desc, sort, id) where status = 'on_shelf';
create index train_classes_newest on train_classes (project_id, class_type, id desc) where status = 'on_shelf';
create index train_classes_price on train_classes (project_id, class_type, price, id) where status = 'on_shelf';
create index train_classes_manage on train_classes (project_id, id desc) where status <> 'deleted';
create index train_classes_category on train_classes (category_id);
create index train_classes_template on train_classes (certificate_template_id);
create index train_classes_name on train_classes using gin (name_bigrams);

create table class_courses (
  class_id uuid not null references train_classes,
  course_id uuid not null references courses,
  sort int not null,
  primary key (class_id, course_id)
);
create index class_courses_course on class_courses (course_id);

-- One learner in one class.
create table enrolments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  class_id uuid not null references train_classes,
  source text not null check (source in ('order', 'batch', 'free', 'transfer', 'import', 'apply')),
  -- What brought it about: an order item, an import row; kept without a reference, the owners differ.
  source_id uuid,
  status text not null check (status in
    ('applied', 'active', 'passed', 'failed', 'rejected', 'withdrawn', 'expired', 'refunded', 'removed', 'transferred')),
  -- Basis points, 10000 = every second of every required video; never falls.
  progress int not null default 0 check (progress between 0 and 10000),
  watched_seconds numeric(12, 3) not null default 0,
  exam_score numeric(5, 1),
  exam_passed boolean not null default false,
  study_done_at timestamptz,
  passed_at timestamptz,
  passed_by text check (passed_by in ('rule', 'manual')),
  pass_reason text,
  expires_at timestamptz,
  last_item_id uuid references course_items,
  last_position numeric(10, 3),
  created_at timestamptz not null default moment(),
  check ((status <> 'passed') or (passed_at is not null and passed_by is not null))
);
create unique index enrolments_live on enrolments (account_id, class_id)
  where status in ('applied', 'active', 'passed', 'failed', 'expired');
create index enrolments_class on enrolments (class_id, created_at desc);
create index enrolments_project on enrolments (project_id, created_at desc);
create index enrolments_due on enrolments (expires_at) where status = 'active';
create index enrolments_last_item on enrolments (last_item_id);

-- What a learner earned, append only: a total is a sum, a mistake is a line with a minus.
create table hour_entries (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  year int not null,
  class_type text not null,
  attribute text not null check (attribute in ('required', 'elective')),
  hours_tenths int not null check (hours_tenths <> 0),
  source text not null check (source in ('class', 'correction', 'reversal', 'external')),
  enrolment_id uuid references enrolments,
  title text not null,
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment()
);
create unique index hour_entries_class on hour_entries (enrolment_id, attribute) where source = 'class';
create index hour_entries_account on hour_entries (account_id, year);
create index hour_entries_operator on hour_entries (operator_id);

-- owned by the study feature

-- owned by the question feature

-- owned by the exam feature

-- owned by the certificate feature

-- owned by the cart feature

-- owned by the order feature

-- owned by the payment feature
