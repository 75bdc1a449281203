create table class_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references class_categories,
  class_type text not null,
  kind text not null check (kind in ('base', 'major', 'skill')),
  name text not null,
  sort int not null default 0,
  -- Kept when deleted: deleted classes still name it.
  status text not null default 'active' check (status in ('active', 'deleted'))
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
  -- The part of the hours that the required courses give; the rest comes from finished electives.
  required_hours_tenths int not null check (required_hours_tenths >= 0),
  -- Hours of electives that must be finished to pass.
  elective_min_tenths int not null default 0 check (elective_min_tenths >= 0),
  cover_key text,
  introduction text not null default '',
  price bigint not null check (price >= 0),
  original_price bigint not null check (original_price >= 0),
  -- Who last set the price alone, or changed what is given for it, or published it first; null where two people agreed it.
  priced_by uuid references accounts,
  -- When its first day in public began; null before, and again where it was unpublished within that day.
  published_at timestamptz,
  sign_up_from timestamptz,
  sign_up_to timestamptz,
  study_from timestamptz,
  study_to timestamptz,
  valid_days int check (valid_days > 0),
  quota int check (quota > 0),
  sold int not null default 0,
  -- Places held for unpaid orders and for approved applications that are not paid yet.
  held int not null default 0 check (held >= 0),
  -- Whom it is meant for, and where: codes of the dictionary; empty is everybody, everywhere.
  personnel_categories text[] not null default '{}',
  regions text[] not null default '{}',
  need_review boolean not null default false,
  certificate_template_id uuid references certificate_templates,
  trial_resource_ids uuid[] not null default '{}',
  refundable boolean not null default true,
  -- When refunds were last allowed that had not been; null where the class began with what it says.
  refundable_since timestamptz,
  -- Checks that the learner is there; each null as the project has it.
  capture_kind text check (capture_kind in ('off', 'presence', 'photo', 'face')),
  capture_every_from int check (capture_every_from between 5 and 240),
  capture_every_to int check (capture_every_to between 5 and 240),
  capture_seconds int check (capture_seconds between 20 and 600),
  capture_tries int check (capture_tries between 1 and 10),
  captures_a_day int check (captures_a_day between 1 and 50),
  capture_misses int check (capture_misses between 1 and 100),
  capture_make_up_days int check (capture_make_up_days between 1 and 60),
  sort int not null default 0,
  version int not null default 1,
  -- The first version of it; null for the first itself. A learner is in one version at a time.
  version_of uuid references train_classes,
  root_id uuid not null generated always as (coalesce(version_of, id)) stored,
  -- The class it was copied from, and the key of the request that copied or created it: sent again, it makes no second.
  copied_from uuid references train_classes,
  copy_request text,
  -- What that request asked for; null where an earlier version made the copy.
  copy_request_hash text,
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'on_shelf', 'off_shelf', 'deleted')),
  created_at timestamptz not null default moment(),
  constraint train_classes_seats check (quota is null or sold + held <= quota),
  constraint train_classes_required_part check (required_hours_tenths <= hours_tenths),
  -- A version is a row of its own: anyone who enrolled keeps hours and courses as they were.
  unique (project_id, code, version),
  constraint train_classes_copied_once unique (copied_from, copy_request)
);
create unique index train_classes_created_once on train_classes (project_id, copy_request) where copied_from is null;
create index train_classes_list on train_classes (project_id, class_type, year desc, sort, id)
  include (category_id, price, hours_tenths) where status = 'on_shelf';
create index train_classes_priced_by on train_classes (priced_by);
create index train_classes_newest on train_classes (project_id, class_type, id desc) where status = 'on_shelf';
create index train_classes_price on train_classes (project_id, class_type, price, id) where status = 'on_shelf';
create index train_classes_hours on train_classes (project_id, class_type, hours_tenths, id) where status = 'on_shelf';
create index train_classes_manage on train_classes (project_id, id desc) where status <> 'deleted';
-- The columns a manager sorts by; each is read in both directions.
create index train_classes_by_name on train_classes (project_id, name, id) where status <> 'deleted';
create index train_classes_by_year on train_classes (project_id, year, id) where status <> 'deleted';
create index train_classes_by_hours on train_classes (project_id, hours_tenths, id) where status <> 'deleted';
create index train_classes_by_price on train_classes (project_id, price, id) where status <> 'deleted';
create index train_classes_by_created on train_classes (project_id, created_at, id) where status <> 'deleted';
create index train_classes_category on train_classes (category_id);
create index train_classes_template on train_classes (certificate_template_id);
create index train_classes_root on train_classes (root_id);
create index train_classes_version on train_classes (version_of);
create index train_classes_name on train_classes using gin (name_bigrams);

create table class_courses (
  class_id uuid not null references train_classes,
  course_id uuid not null references courses,
  sort int not null,
  primary key (class_id, course_id)
);
create index class_courses_course on class_courses (course_id);
