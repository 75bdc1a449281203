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
  -- Where the wish came from, and the number its log lines carry; null for the system's own work.
  ip text,
  request_id text,
  -- The chain it hangs in and its place there; the hash covers the row and the hash before it.
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  created_at timestamptz not null default moment()
);
create index operation_logs_subject on operation_logs (subject_kind, subject_id, created_at);
create index operation_logs_project on operation_logs (project_id, created_at desc, id desc);
create index operation_logs_actor on operation_logs (actor_id, created_at desc, id desc);

-- The end of each chain. A project has as many as transactions that once wrote at the same time, so that none waits
-- for another to commit.
create table operation_lanes (
  project_id uuid not null,
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  primary key (project_id, lane)
) with (fillfactor = 40);
create sequence operation_lane_numbers;

create function operation_project(project_id uuid) returns uuid language sql immutable as $$
  select coalesce(project_id, '00000000-0000-0000-0000-000000000000')
$$;

create function operation_digest(previous bytea, entry operation_logs) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.project_id, entry.actor_id, entry.action,
    entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.ip, entry.request_id,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- Hangs a new row behind the end of a chain that no other transaction holds, or begins a chain.
create function chain_operation() returns trigger language plpgsql as $$
begin
  update operation_lanes l set serial = l.serial + 1, hash = operation_digest(l.hash, new)
  where (l.project_id, l.lane) = (
    select f.project_id, f.lane from operation_lanes f where f.project_id = operation_project(new.project_id)
    order by f.lane for no key update skip locked limit 1)
  returning l.lane, l.serial, l.hash into new.lane, new.serial, new.hash;
  if not found then
    insert into operation_lanes as l (project_id, lane, serial, hash)
    values (operation_project(new.project_id), nextval('operation_lane_numbers'), 1, operation_digest('', new))
    returning l.lane, l.serial, l.hash into new.lane, new.serial, new.hash;
  end if;
  return new;
end $$;
create trigger operation_logs_chain before insert on operation_logs
  for each row execute function chain_operation();

create function keep_operation() returns trigger language plpgsql as $$
begin
  raise exception 'operation_logs is written once and kept';
end $$;
create trigger operation_logs_keep before update or delete on operation_logs
  for each row execute function keep_operation();
create trigger operation_logs_keep_all before truncate on operation_logs
  for each statement execute function keep_operation();

-- What was done to the log behind the product's back: a row changed, rows missing before one or at the end of a chain.
create view operation_log_faults as
  with chained as (
    select l as entry, operation_project(l.project_id) as owner, l.lane, l.serial, l.created_at,
      lag(l.hash, 1, '') over chain as previous, lag(l.serial, 1, 0) over chain as behind
    from operation_logs l
    window chain as (partition by operation_project(l.project_id), l.lane order by l.serial)),
  ends as (
    select distinct on (owner, lane) owner, lane, serial, (entry).hash as hash from chained
    order by owner, lane, serial desc)
  select (entry).id, (entry).project_id, (entry).action, created_at, lane, serial,
    case when serial = behind + 1 then 'changed' else 'missing before' end as fault
  from chained
  where serial <> behind + 1 or (entry).hash <> operation_digest(previous, entry)
  union all
  select null, coalesce(l.project_id, e.owner), null, null, coalesce(l.lane, e.lane), coalesce(l.serial, e.serial),
    'missing at the end'
  from operation_lanes l full join ends e on e.owner = l.project_id and e.lane = l.lane
  where (l.serial, l.hash) is distinct from (e.serial, e.hash);

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

create table captchas (
  token text primary key,
  -- Encodes the answer on the wire; it goes to the browser and hides nothing from it.
  secret_key text not null,
  -- Where the gap is, in pixels of 310.
  x int not null,
  expires_at timestamptz not null,
  -- SHA-256 of what login and messages must bring, once solved.
  verification_hash bytea,
  verified_until timestamptz
);
create unique index captchas_verification on captchas (verification_hash) where verification_hash is not null;
create index captchas_expires on captchas (expires_at);

-- A code to type in place of the slider: one try, then it is gone.
create table picture_codes (
  token text primary key,
  -- SHA-256 of token and answer.
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index picture_codes_expires on picture_codes (expires_at);

create table projects (
  id uuid primary key default new_id(),
  -- The project whose administrators made this one and keep it; null for the portal's first.
  parent_id uuid references projects,
  -- What learners are asked for, in order: [{key, required}]; null for the default.
  register_fields jsonb,
  -- Counts changes of what learners are asked for, so that one of two editors at once is told.
  register_version int not null default 1,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create index projects_parent on projects (parent_id);

-- What a project says of its settings, in steps that are added and never changed: the keys a step changes with their
-- values, null giving a key back to its default. A step whose time has not come can be withdrawn.
create table setting_versions (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  effective_from timestamptz not null default moment(),
  -- The account that decided it; null for the project's beginning.
  actor_id uuid,
  reason text not null default '',
  created_at timestamptz not null default moment(),
  withdrawn_at timestamptz,
  withdrawn_by uuid
);
create index setting_versions_project on setting_versions (project_id, effective_from, id);

create function keep_setting_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and old.effective_from > moment() then
    if (new.id, new.project_id, new.changes, new.effective_from, new.created_at)
      = (old.id, old.project_id, old.changes, old.effective_from, old.created_at) then return new; end if;
  end if;
  raise exception 'setting_versions are added and kept; one whose time has not come can be withdrawn';
end $$;
create trigger setting_versions_keep before update or delete on setting_versions
  for each row execute function keep_setting_version();

-- A project's own words as they stand at a moment: later steps over earlier ones.
create function settings_at(project uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_strip_nulls(jsonb_object_agg(e.key, e.value order by v.effective_from, v.id)), '{}')
  from setting_versions v, jsonb_each(v.changes) e
  where v.project_id = project and v.effective_from <= at and v.withdrawn_at is null
$$;
create function settings_of(project uuid) returns jsonb language sql stable as $$
  select settings_at(project, moment())
$$;

-- Texts of a project, a row a version; the newest of a kind is the one that is shown. A popup that is not active is
-- shown to nobody.
create table project_texts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('agreement', 'aboutUs', 'popup', 'refundOrder')),
  version int not null,
  title text not null default '',
  content text not null,
  active boolean not null default true,
  actor_id uuid,
  created_at timestamptz not null default moment(),
  unique (project_id, kind, version)
);

create function newest_text(project uuid, wanted text) returns project_texts language sql stable as $$
  select t from project_texts t where t.project_id = project and t.kind = wanted order by t.version desc limit 1
$$;

-- What a project says of pushing, of itself and of invoices; absent keys fall back to the defaults of the rules.
create table project_configs (
  project_id uuid not null references projects,
  kind text not null check (kind in ('push', 'info', 'invoice')),
  content jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default moment(),
  primary key (project_id, kind)
);

create table units (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references units,
  -- Ids from the root to this unit, each followed by a slash; a subtree is a prefix.
  path text not null,
  -- Place among its siblings, with gaps: a unit put between two changes no other row.
  sort int not null default 0 check (sort >= 0),
  name text not null,
  credit_code text,
  -- Codes of the dictionary.
  region text,
  industry text,
  contact text,
  phone text,
  email text,
  address text,
  -- What an invoice for the unit is made out to: {name, taxNo, address, phone, bank, bankAccount, email}.
  invoice_title jsonb,
  status text not null default 'active' check (status in ('active', 'disabled', 'merged', 'deleted')),
  -- Where its people went: links to it lead there.
  merged_into uuid references units check (merged_into <> id),
  -- Counts changes of what the form writes, so that one of two editors at once is told.
  version int not null default 1,
  created_at timestamptz not null default moment(),
  check ((status = 'merged') = (merged_into is not null))
);
create unique index units_credit_code on units (project_id, credit_code) where status in ('active', 'disabled');
create unique index units_path on units (path text_pattern_ops);
create index units_parent on units (parent_id, sort, name, id);
create index units_project on units (project_id, id desc);
create index units_merged on units (merged_into) where merged_into is not null;

-- What a unit may buy of a class type and how; a unit without a row goes by the nearest one above it that has one.
create table unit_train_types (
  unit_id uuid not null references units,
  -- A key of the project's showClassType.
  class_type text not null,
  open boolean not null default true,
  price_mode text not null default 'listed' check (price_mode in ('listed', 'discount', 'hourly')),
  -- What is paid of the listed price, in basis points: 8500 is 85 %.
  rate int check (rate between 0 and 10000),
  -- Fen for one hour.
  hour_price bigint check (hour_price >= 0),
  payment_mode text not null default 'both' check (payment_mode in ('personal', 'group', 'both')),
  -- The first and the last day on which it may buy.
  valid_from date,
  valid_to date,
  -- Class categories it may buy of, with all below them; empty for all.
  category_ids uuid[] not null default '{}',
  updated_at timestamptz not null default moment(),
  primary key (unit_id, class_type),
  check ((price_mode = 'discount') = (rate is not null)),
  check ((price_mode = 'hourly') = (hour_price is not null)),
  check (valid_to >= valid_from)
);

create table roles (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_name text not null,
  role_system smallint not null check (role_system in (1, 2, 3)),
  -- Urls of the menu entries held; a button of a page is its url, `#` and a name.
  menus text[] not null default '{}',
  -- What its holders see: `kind` as its system has it (1 the project, 2 a unit and those below it, 3 oneself),
  -- `subtree` narrows provider staff to the unit they act for and those below it.
  data_scope text not null default 'kind' check (data_scope in ('kind', 'subtree')),
  -- Its holders prove a second factor when they sign in.
  second_factor boolean not null default false,
  remark text not null default '',
  -- Sessions opened before it are over: what the role may do has changed.
  sessions_from timestamptz not null default '-infinity',
  -- Nobody holds it any more; accounts that were deleted still name it.
  deleted_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index roles_name on roles (project_id, lower(role_name)) where deleted_at is null;

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
  wechat_union_id text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  last_login_at timestamptz,
  -- The password was given by someone else and is to be changed first.
  must_change_password boolean not null default false,
  -- Sessions opened before it are over: the account was disabled, deleted, reset or its roles changed.
  sessions_from timestamptz not null default '-infinity',
  created_at timestamptz not null default moment()
);
create unique index accounts_login_name on accounts (project_id, lower(login_name)) where status <> 'deleted';
create unique index accounts_mobile on accounts (project_id, mobile_index) where status <> 'deleted';
create index accounts_role on accounts (role_id);
-- Lists go by it, the newest first; the role tells learners from staff without a look at the row.
create index accounts_listed on accounts (project_id, id desc) include (role_id) where status <> 'deleted';
create index accounts_unit on accounts (unit_id);
create unique index accounts_wechat on accounts (project_id, wechat_open_id) where status <> 'deleted';

-- Roles an account may act in beside its own, each for a unit where the role is a unit's.
create table account_roles (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  role_id uuid not null references roles,
  unit_id uuid references units,
  created_at timestamptz not null default moment(),
  unique nulls not distinct (account_id, role_id, unit_id)
);
create index account_roles_role on account_roles (role_id);
create index account_roles_unit on account_roles (unit_id);

create table sessions (
  id uuid primary key default new_id(),
  -- SHA-256 of the token: what is stored cannot sign anyone in.
  token_hash bytea not null unique,
  -- SHA-256 of the cookie beside it, by which `<role>-token` chooses a role.
  companion_hash bytea unique,
  account_id uuid not null references accounts,
  -- The role in use, and the unit it is used for.
  role_id uuid not null references roles,
  unit_id uuid references units,
  -- Opens nothing yet but the step that proves or sets up the second factor.
  awaits_factor boolean not null default false,
  -- Staff look at the account's pages in it and change nothing; it ends with the session they look from.
  viewed_from uuid references sessions on delete cascade,
  ip text not null,
  agent text not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Why it ended before its time: the person left, ended it from another device, signed in elsewhere, or goes on under
  -- a fresh token.
  ended_why text check (ended_why in ('left', 'remote', 'elsewhere', 'renewed')),
  created_at timestamptz not null default moment()
);
create index sessions_account on sessions (account_id) where revoked_at is null;
create index sessions_role on sessions (role_id);
create index sessions_unit on sessions (unit_id);
create index sessions_viewed_from on sessions (viewed_from);

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

-- How often a door was tried. A bucket is a limit's name and a digest of whom it counts, so that the table names
-- nobody; it is empty again when its window has closed.
create table tries (
  bucket text primary key,
  count int not null check (count >= 0),
  until timestamptz not null
);
create index tries_until on tries (until);

-- A hand-over from elsewhere, in an address: good once, for a minute, for one account in one role.
create table session_tickets (
  ticket_hash bytea primary key,
  account_id uuid not null references accounts,
  role_id uuid not null references roles,
  unit_id uuid references units,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default moment()
);
create index session_tickets_account on session_tickets (account_id);
create index session_tickets_role on session_tickets (role_id);
create index session_tickets_unit on session_tickets (unit_id);
create index session_tickets_expires on session_tickets (expires_at);

-- Another account the holder of this one has proved to be theirs too, by its password. The link goes one way and lasts
-- as long as that password.
create table account_links (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  linked_id uuid not null references accounts check (linked_id <> account_id),
  -- SHA-256 of the password hash it was proved with.
  proof bytea not null,
  created_at timestamptz not null default moment(),
  unique (account_id, linked_id)
);
create index account_links_linked on account_links (linked_id);

-- The second factor of an account: a secret that its holder's telephone knows too.
create table second_factors (
  account_id uuid primary key references accounts,
  secret_sealed bytea not null,
  -- Null until the first code was right.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was used: a code is good once.
  last_step bigint not null default 0,
  created_at timestamptz not null default moment()
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- The code lists. A row without a project is the product's; a project's own row of the same code stands in its place.
create table dictionary_entries (
  id uuid primary key default new_id(),
  project_id uuid references projects,
  kind text not null,
  code text not null,
  parent_code text,
  name text not null,
  name_en text not null,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default moment(),
  unique nulls not distinct (kind, code, project_id)
);

-- Codes by national standards where there is one: education GB/T 4658, degree GB/T 6864, nation GB 3304, political
-- status GB/T 4762, region GB/T 2260, industry GB/T 4754.
insert into dictionary_entries (kind, code, parent_code, name, name_en, sort) values
  ('education', '10', null, '研究生', 'Postgraduate', 1),
  ('education', '20', null, '大学本科', 'Bachelor’s programme', 2),
  ('education', '30', null, '大学专科', 'Junior college', 3),
  ('education', '40', null, '中等职业教育', 'Secondary vocational', 4),
  ('education', '60', null, '普通高中', 'Senior high school', 5),
  ('education', '70', null, '初中', 'Junior high school', 6),
  ('education', '80', null, '小学', 'Primary school', 7),
  ('education', '90', null, '其他', 'Other', 8),
  ('degree', '2', null, '博士', 'Doctor', 1),
  ('degree', '3', null, '硕士', 'Master', 2),
  ('degree', '4', null, '学士', 'Bachelor', 3),
  ('degree', '0', null, '无', 'None', 4),
  ('titleLevel', 'senior', null, '正高级', 'Senior', 1),
  ('titleLevel', 'associate', null, '副高级', 'Associate senior', 2),
  ('titleLevel', 'middle', null, '中级', 'Intermediate', 3),
  ('titleLevel', 'assistant', null, '助理级', 'Assistant', 4),
  ('titleLevel', 'junior', null, '员级', 'Junior', 5),
  ('personnelCategory', 'engineering', null, '工程技术人员', 'Engineering', 1),
  ('personnelCategory', 'health', null, '卫生技术人员', 'Health', 2),
  ('personnelCategory', 'teaching', null, '教学人员', 'Teaching', 3),
  ('personnelCategory', 'research', null, '科学研究人员', 'Research', 4),
  ('personnelCategory', 'economics', null, '经济专业人员', 'Economics', 5),
  ('personnelCategory', 'accounting', null, '会计审计人员', 'Accounting and audit', 6),
  ('personnelCategory', 'agriculture', null, '农业技术人员', 'Agriculture', 7),
  ('personnelCategory', 'law', null, '法律专业人员', 'Law', 8),
  ('personnelCategory', 'culture', null, '文博图书与出版人员', 'Culture and publishing', 9),
  ('personnelCategory', 'skilled', null, '技能人员', 'Skilled workers', 10),
  ('jobTitle', 'engineering', null, '工程技术人员', 'Engineering', 1),
  ('jobTitle', 'health', null, '卫生技术人员', 'Health', 2),
  ('jobTitle', 'teaching', null, '教学人员', 'Teaching', 3),
  ('jobTitle', 'research', null, '科学研究人员', 'Research', 4),
  ('jobTitle', 'economics', null, '经济专业人员', 'Economics', 5),
  ('jobTitle', 'accounting', null, '会计审计人员', 'Accounting and audit', 6),
  ('jobTitle', 'agriculture', null, '农业技术人员', 'Agriculture', 7),
  ('jobTitle', 'law', null, '法律专业人员', 'Law', 8),
  ('jobTitle', 'culture', null, '文博图书与出版人员', 'Culture and publishing', 9),
  ('jobTitle', 'skilled', null, '技能人员', 'Skilled workers', 10),
  ('jobTitle', '正高级工程师', 'engineering', '正高级工程师', 'Professor-level senior engineer', 1),
  ('jobTitle', '高级工程师', 'engineering', '高级工程师', 'Senior engineer', 2),
  ('jobTitle', '工程师', 'engineering', '工程师', 'Engineer', 3),
  ('jobTitle', '助理工程师', 'engineering', '助理工程师', 'Assistant engineer', 4),
  ('jobTitle', '技术员', 'engineering', '技术员', 'Technician', 5),
  ('jobTitle', '主任医师', 'health', '主任医师', 'Chief physician', 1),
  ('jobTitle', '副主任医师', 'health', '副主任医师', 'Associate chief physician', 2),
  ('jobTitle', '主治医师', 'health', '主治医师', 'Attending physician', 3),
  ('jobTitle', '医师', 'health', '医师', 'Physician', 4),
  ('jobTitle', '医士', 'health', '医士', 'Assistant physician', 5),
  ('jobTitle', '主任护师', 'health', '主任护师', 'Chief nurse', 6),
  ('jobTitle', '副主任护师', 'health', '副主任护师', 'Associate chief nurse', 7),
  ('jobTitle', '主管护师', 'health', '主管护师', 'Supervising nurse', 8),
  ('jobTitle', '护师', 'health', '护师', 'Senior nurse', 9),
  ('jobTitle', '护士', 'health', '护士', 'Nurse', 10),
  ('jobTitle', '教授', 'teaching', '教授', 'Professor', 1),
  ('jobTitle', '副教授', 'teaching', '副教授', 'Associate professor', 2),
  ('jobTitle', '讲师', 'teaching', '讲师', 'Lecturer', 3),
  ('jobTitle', '助教', 'teaching', '助教', 'Teaching assistant', 4),
  ('jobTitle', '正高级教师', 'teaching', '正高级教师', 'Professor-level teacher', 5),
  ('jobTitle', '高级教师', 'teaching', '高级教师', 'Senior teacher', 6),
  ('jobTitle', '一级教师', 'teaching', '一级教师', 'First-grade teacher', 7),
  ('jobTitle', '二级教师', 'teaching', '二级教师', 'Second-grade teacher', 8),
  ('jobTitle', '三级教师', 'teaching', '三级教师', 'Third-grade teacher', 9),
  ('jobTitle', '研究员', 'research', '研究员', 'Research fellow', 1),
  ('jobTitle', '副研究员', 'research', '副研究员', 'Associate research fellow', 2),
  ('jobTitle', '助理研究员', 'research', '助理研究员', 'Assistant research fellow', 3),
  ('jobTitle', '研究实习员', 'research', '研究实习员', 'Research intern', 4),
  ('jobTitle', '正高级经济师', 'economics', '正高级经济师', 'Professor-level senior economist', 1),
  ('jobTitle', '高级经济师', 'economics', '高级经济师', 'Senior economist', 2),
  ('jobTitle', '经济师', 'economics', '经济师', 'Economist', 3),
  ('jobTitle', '助理经济师', 'economics', '助理经济师', 'Assistant economist', 4),
  ('jobTitle', '正高级会计师', 'accounting', '正高级会计师', 'Professor-level senior accountant', 1),
  ('jobTitle', '高级会计师', 'accounting', '高级会计师', 'Senior accountant', 2),
  ('jobTitle', '会计师', 'accounting', '会计师', 'Accountant', 3),
  ('jobTitle', '助理会计师', 'accounting', '助理会计师', 'Assistant accountant', 4),
  ('jobTitle', '农业技术推广研究员', 'agriculture', '农业技术推广研究员', 'Agricultural extension fellow', 1),
  ('jobTitle', '高级农艺师', 'agriculture', '高级农艺师', 'Senior agronomist', 2),
  ('jobTitle', '农艺师', 'agriculture', '农艺师', 'Agronomist', 3),
  ('jobTitle', '助理农艺师', 'agriculture', '助理农艺师', 'Assistant agronomist', 4),
  ('jobTitle', '农业技术员', 'agriculture', '农业技术员', 'Agricultural technician', 5),
  ('jobTitle', '一级律师', 'law', '一级律师', 'First-grade lawyer', 1),
  ('jobTitle', '二级律师', 'law', '二级律师', 'Second-grade lawyer', 2),
  ('jobTitle', '三级律师', 'law', '三级律师', 'Third-grade lawyer', 3),
  ('jobTitle', '四级律师', 'law', '四级律师', 'Fourth-grade lawyer', 4),
  ('jobTitle', '研究馆员', 'culture', '研究馆员', 'Research librarian', 1),
  ('jobTitle', '副研究馆员', 'culture', '副研究馆员', 'Associate research librarian', 2),
  ('jobTitle', '馆员', 'culture', '馆员', 'Librarian', 3),
  ('jobTitle', '助理馆员', 'culture', '助理馆员', 'Assistant librarian', 4),
  ('jobTitle', '编审', 'culture', '编审', 'Senior editor', 5),
  ('jobTitle', '副编审', 'culture', '副编审', 'Associate senior editor', 6),
  ('jobTitle', '编辑', 'culture', '编辑', 'Editor', 7),
  ('jobTitle', '助理编辑', 'culture', '助理编辑', 'Assistant editor', 8),
  ('jobTitle', '特级技师', 'skilled', '特级技师', 'Master technician', 1),
  ('jobTitle', '高级技师', 'skilled', '高级技师', 'Senior technician', 2),
  ('jobTitle', '技师', 'skilled', '技师', 'Skilled technician', 3),
  ('jobTitle', '高级工', 'skilled', '高级工', 'Senior worker', 4),
  ('jobTitle', '中级工', 'skilled', '中级工', 'Intermediate worker', 5),
  ('jobTitle', '初级工', 'skilled', '初级工', 'Junior worker', 6),
  ('nation', '01', null, '汉族', 'Han', 1),
  ('nation', '02', null, '蒙古族', 'Mongol', 2),
  ('nation', '03', null, '回族', 'Hui', 3),
  ('nation', '04', null, '藏族', 'Tibetan', 4),
  ('nation', '05', null, '维吾尔族', 'Uygur', 5),
  ('nation', '06', null, '苗族', 'Miao', 6),
  ('nation', '07', null, '彝族', 'Yi', 7),
  ('nation', '08', null, '壮族', 'Zhuang', 8),
  ('nation', '09', null, '布依族', 'Bouyei', 9),
  ('nation', '10', null, '朝鲜族', 'Korean', 10),
  ('nation', '11', null, '满族', 'Manchu', 11),
  ('nation', '12', null, '侗族', 'Dong', 12),
  ('nation', '13', null, '瑶族', 'Yao', 13),
  ('nation', '14', null, '白族', 'Bai', 14),
  ('nation', '15', null, '土家族', 'Tujia', 15),
  ('nation', '16', null, '哈尼族', 'Hani', 16),
  ('nation', '17', null, '哈萨克族', 'Kazak', 17),
  ('nation', '18', null, '傣族', 'Dai', 18),
  ('nation', '19', null, '黎族', 'Li', 19),
  ('nation', '20', null, '傈僳族', 'Lisu', 20),
  ('nation', '21', null, '佤族', 'Va', 21),
  ('nation', '22', null, '畲族', 'She', 22),
  ('nation', '23', null, '高山族', 'Gaoshan', 23),
  ('nation', '24', null, '拉祜族', 'Lahu', 24),
  ('nation', '25', null, '水族', 'Sui', 25),
  ('nation', '26', null, '东乡族', 'Dongxiang', 26),
  ('nation', '27', null, '纳西族', 'Naxi', 27),
  ('nation', '28', null, '景颇族', 'Jingpo', 28),
  ('nation', '29', null, '柯尔克孜族', 'Kirgiz', 29),
  ('nation', '30', null, '土族', 'Tu', 30),
  ('nation', '31', null, '达斡尔族', 'Daur', 31),
  ('nation', '32', null, '仫佬族', 'Mulao', 32),
  ('nation', '33', null, '羌族', 'Qiang', 33),
  ('nation', '34', null, '布朗族', 'Blang', 34),
  ('nation', '35', null, '撒拉族', 'Salar', 35),
  ('nation', '36', null, '毛南族', 'Maonan', 36),
  ('nation', '37', null, '仡佬族', 'Gelao', 37),
  ('nation', '38', null, '锡伯族', 'Xibe', 38),
  ('nation', '39', null, '阿昌族', 'Achang', 39),
  ('nation', '40', null, '普米族', 'Pumi', 40),
  ('nation', '41', null, '塔吉克族', 'Tajik', 41),
  ('nation', '42', null, '怒族', 'Nu', 42),
  ('nation', '43', null, '乌孜别克族', 'Uzbek', 43),
  ('nation', '44', null, '俄罗斯族', 'Russ', 44),
  ('nation', '45', null, '鄂温克族', 'Ewenki', 45),
  ('nation', '46', null, '德昂族', 'Deang', 46),
  ('nation', '47', null, '保安族', 'Bonan', 47),
  ('nation', '48', null, '裕固族', 'Yugur', 48),
  ('nation', '49', null, '京族', 'Gin', 49),
  ('nation', '50', null, '塔塔尔族', 'Tatar', 50),
  ('nation', '51', null, '独龙族', 'Derung', 51),
  ('nation', '52', null, '鄂伦春族', 'Oroqen', 52),
  ('nation', '53', null, '赫哲族', 'Hezhen', 53),
  ('nation', '54', null, '门巴族', 'Monba', 54),
  ('nation', '55', null, '珞巴族', 'Lhoba', 55),
  ('nation', '56', null, '基诺族', 'Jino', 56),
  ('politicalStatus', '01', null, '中共党员', 'Member of the Communist Party', 1),
  ('politicalStatus', '02', null, '中共预备党员', 'Probationary member of the Communist Party', 2),
  ('politicalStatus', '03', null, '共青团员', 'Member of the Communist Youth League', 3),
  ('politicalStatus', '04', null, '民革党员', 'Member of the Revolutionary Committee of the Kuomintang', 4),
  ('politicalStatus', '05', null, '民盟盟员', 'Member of the China Democratic League', 5),
  ('politicalStatus', '06', null, '民建会员', 'Member of the China Democratic National Construction Association', 6),
  ('politicalStatus', '07', null, '民进会员', 'Member of the China Association for Promoting Democracy', 7),
  ('politicalStatus', '08', null, '农工党党员', 'Member of the Peasants and Workers Democratic Party', 8),
  ('politicalStatus', '09', null, '致公党党员', 'Member of the China Zhi Gong Party', 9),
  ('politicalStatus', '10', null, '九三学社社员', 'Member of the Jiusan Society', 10),
  ('politicalStatus', '11', null, '台盟盟员', 'Member of the Taiwan Democratic Self-Government League', 11),
  ('politicalStatus', '12', null, '无党派人士', 'No party, of public standing', 12),
  ('politicalStatus', '13', null, '群众', 'None', 13),
  ('region', '110000', null, '北京市', 'Beijing', 1),
  ('region', '120000', null, '天津市', 'Tianjin', 2),
  ('region', '130000', null, '河北省', 'Hebei', 3),
  ('region', '140000', null, '山西省', 'Shanxi', 4),
  ('region', '150000', null, '内蒙古自治区', 'Inner Mongolia', 5),
  ('region', '210000', null, '辽宁省', 'Liaoning', 6),
  ('region', '220000', null, '吉林省', 'Jilin', 7),
  ('region', '230000', null, '黑龙江省', 'Heilongjiang', 8),
  ('region', '310000', null, '上海市', 'Shanghai', 9),
  ('region', '320000', null, '江苏省', 'Jiangsu', 10),
  ('region', '330000', null, '浙江省', 'Zhejiang', 11),
  ('region', '340000', null, '安徽省', 'Anhui', 12),
  ('region', '350000', null, '福建省', 'Fujian', 13),
  ('region', '360000', null, '江西省', 'Jiangxi', 14),
  ('region', '370000', null, '山东省', 'Shandong', 15),
  ('region', '410000', null, '河南省', 'Henan', 16),
  ('region', '420000', null, '湖北省', 'Hubei', 17),
  ('region', '430000', null, '湖南省', 'Hunan', 18),
  ('region', '440000', null, '广东省', 'Guangdong', 19),
  ('region', '450000', null, '广西壮族自治区', 'Guangxi', 20),
  ('region', '460000', null, '海南省', 'Hainan', 21),
  ('region', '500000', null, '重庆市', 'Chongqing', 22),
  ('region', '510000', null, '四川省', 'Sichuan', 23),
  ('region', '520000', null, '贵州省', 'Guizhou', 24),
  ('region', '530000', null, '云南省', 'Yunnan', 25),
  ('region', '540000', null, '西藏自治区', 'Xizang', 26),
  ('region', '610000', null, '陕西省', 'Shaanxi', 27),
  ('region', '620000', null, '甘肃省', 'Gansu', 28),
  ('region', '630000', null, '青海省', 'Qinghai', 29),
  ('region', '640000', null, '宁夏回族自治区', 'Ningxia', 30),
  ('region', '650000', null, '新疆维吾尔自治区', 'Xinjiang', 31),
  ('region', '710000', null, '台湾省', 'Taiwan', 32),
  ('region', '810000', null, '香港特别行政区', 'Hong Kong', 33),
  ('region', '820000', null, '澳门特别行政区', 'Macao', 34),
  ('industry', 'A', null, '农、林、牧、渔业', 'Agriculture, forestry, animal husbandry and fishery', 1),
  ('industry', 'B', null, '采矿业', 'Mining', 2),
  ('industry', 'C', null, '制造业', 'Manufacturing', 3),
  ('industry', 'D', null, '电力、热力、燃气及水生产和供应业', 'Electricity, heat, gas and water', 4),
  ('industry', 'E', null, '建筑业', 'Construction', 5),
  ('industry', 'F', null, '批发和零售业', 'Wholesale and retail', 6),
  ('industry', 'G', null, '交通运输、仓储和邮政业', 'Transport, storage and post', 7),
  ('industry', 'H', null, '住宿和餐饮业', 'Accommodation and catering', 8),
  ('industry', 'I', null, '信息传输、软件和信息技术服务业', 'Information and software', 9),
  ('industry', 'J', null, '金融业', 'Finance', 10),
  ('industry', 'K', null, '房地产业', 'Real estate', 11),
  ('industry', 'L', null, '租赁和商务服务业', 'Leasing and business services', 12),
  ('industry', 'M', null, '科学研究和技术服务业', 'Research and technical services', 13),
  ('industry', 'N', null, '水利、环境和公共设施管理业', 'Water, environment and public facilities', 14),
  ('industry', 'O', null, '居民服务、修理和其他服务业', 'Residents’ services and repair', 15),
  ('industry', 'P', null, '教育', 'Education', 16),
  ('industry', 'Q', null, '卫生和社会工作', 'Health and social work', 17),
  ('industry', 'R', null, '文化、体育和娱乐业', 'Culture, sports and entertainment', 18),
  ('industry', 'S', null, '公共管理、社会保障和社会组织', 'Public administration and social organisations', 19),
  ('industry', 'T', null, '国际组织', 'International organisations', 20);

-- Who brought which picture in; the bytes lie in the file store under the key, those of somebody's face or papers here.
create table images (
  key text primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Somebody's face or papers: shown by a signed address alone, and sealed soon after it was taken for that.
  is_personal boolean not null default false,
  picture_sealed bytea,
  created_at timestamptz not null default moment(),
  check (is_personal or picture_sealed is null)
);
create index images_account on images (account_id, created_at desc);

-- A file on its way in: its bytes lie in the upload folder until all of them are there and were examined.
create table uploads (
  id uuid primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- What it is for, and so who may send it, how large it may be and how it is examined.
  purpose text not null,
  name text not null,
  bytes bigint not null check (bytes > 0),
  status text not null default 'receiving' check (status in ('receiving', 'ready', 'used', 'refused')),
  -- What its purpose found when all bytes were there: where it put them, and measures.
  found jsonb,
  -- Why it is of no use: the words of the refusal and their values.
  refusal jsonb,
  -- What was made of it.
  used_for uuid,
  touched_at timestamptz not null default moment(),
  check (status not in ('ready', 'used') or found is not null),
  check ((status = 'used') = (used_for is not null)),
  check ((status = 'refused') = (refusal is not null))
);
create index uploads_account on uploads (account_id);
create index uploads_project on uploads (project_id);
create index uploads_stale on uploads (touched_at);
create index uploads_ready on uploads (purpose) where status = 'ready';

-- A file on its way into the product: read, checked, looked at by a person, then applied.
create table imports (
  id uuid primary key default new_id(),
  kind text not null,
  project_id uuid not null references projects,
  -- Whose rows they become; null where that is no unit's matter.
  unit_id uuid references units,
  operator_id uuid not null references accounts,
  params jsonb not null default '{}',
  file_name text not null,
  -- The file, until it was read: its rows are kept sealed, the file is not.
  file_key text,
  job_id uuid not null,
  status text not null default 'checking'
    check (status in ('checking', 'checked', 'applying', 'applied', 'failed', 'cancelled')),
  -- The file's first row, and the key of the column that each of its places was found to be.
  header text[] not null default '{}',
  keys text[] not null default '{}',
  -- Why the file as a whole was not read, in both languages.
  problem jsonb,
  -- Applied as soon as it is checked, for callers that wait for no one.
  auto_apply boolean not null default false,
  update_existing boolean not null default false,
  rows int not null default 0,
  fresh int not null default 0,
  changed int not null default 0,
  same int not null default 0,
  bad int not null default 0,
  added int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  rejected int not null default 0,
  created_at timestamptz not null default moment(),
  check (status <> 'applied' or added + updated + unchanged + rejected = rows),
  check ((status = 'failed') = (problem is not null))
);
create index imports_project on imports (project_id, kind, created_at desc);
create index imports_unit on imports (unit_id);
create index imports_operator on imports (operator_id, created_at desc);

-- A row of the file on its way in. Personal numbers stand sealed and as blind indexes alone.
create table import_rows (
  -- Of `imports`, which keep their rows; row by row a foreign key costs as much as half of the copying.
  import_id uuid not null,
  row_no int not null,
  -- The first row of the thing it belongs to: such rows are applied together.
  group_no int not null,
  -- What it is about, as a person calls it.
  label text not null,
  -- As they came, personal numbers masked; what was masked stands sealed beside.
  cells json not null,
  cells_sealed bytea,
  -- What the row says once it was understood; null when it was not. Kept as it came: few are ever asked by a part.
  draft json,
  card_index bytea,
  card_sealed bytea,
  mobile_index bytea,
  mobile_sealed bytea,
  -- Equal where rows say the same, and where they belong together.
  key_hash bytea,
  group_hash bytea,
  problems jsonb not null default '[]',
  state text not null default 'good' check (state in ('good', 'bad', 'accepted', 'rejected')),
  outcome text not null default 'new' check (outcome in ('new', 'changed', 'same')),
  -- What the row was found to be, or became.
  target_id uuid,
  primary key (import_id, row_no)
);
create index import_rows_open on import_rows (import_id, group_no, row_no) where state = 'good';
create index import_rows_wrong on import_rows (import_id, row_no) where state in ('bad', 'rejected');
create index import_rows_key on import_rows (import_id, key_hash) where key_hash is not null;
create index import_rows_group on import_rows (import_id, group_no, row_no) where group_hash is not null;

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
  -- Codes of the dictionary.
  nation text,
  political_status text,
  education text,
  degree text,
  title_level text,
  job_title text,
  personnel_category text,
  school_name text,
  major text,
  work_place text,
  work_since date,
  photo_key text,
  -- Whether name and ID were found to belong together.
  verify_status text not null default 'unverified' check (verify_status in ('unverified', 'verified', 'failed')),
  -- Counts changes, so that one of two editors at once is told.
  version int not null default 1,
  created_at timestamptz not null default moment()
);
create unique index students_card on students (project_id, card_index);
create index students_unit on students (unit_id, account_id);
-- A single letter is looked for as a family name.
create index students_family on students (project_id, left(real_name, 1), account_id desc);
create index students_name on students using gin (name_bigrams);

-- Other platforms that may hand their people over to a project, each under a key of its own.
create table partners (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- How the partner names itself; made by us, so that it tells nothing of other projects.
  code text not null unique,
  name text not null,
  -- The door it comes by: `standard` and `bx` by the page of that name, `jnzj` by the call of that name.
  kind text not null check (kind in ('standard', 'bx', 'jnzj')),
  key_sealed bytea not null,
  key_since timestamptz not null default moment(),
  -- Whether a person nobody knows yet is given an account.
  may_register boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default moment()
);
create unique index partners_name on partners (project_id, lower(name));

-- Whom a partner's number stands for here; written once, when the person came as a newcomer or proved an account.
create table partner_accounts (
  partner_id uuid not null references partners,
  external_id text not null,
  account_id uuid not null references accounts,
  -- How it came about: a new account, or one proved by signing in to it.
  source text not null check (source in ('registered', 'proved')),
  last_arrival_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  primary key (partner_id, external_id)
);
create unique index partner_accounts_account on partner_accounts (account_id, partner_id);

-- Hand-overs that were accepted: none is accepted twice.
create table partner_nonces (
  partner_id uuid not null references partners,
  nonce text not null,
  created_at timestamptz not null default moment(),
  primary key (partner_id, nonce)
);
create index partner_nonces_old on partner_nonces (created_at);

-- A person whom a partner vouches for and who has still to say, by signing in, which account is theirs.
create table partner_links (
  -- SHA-256 of the code the page holds.
  code_hash bytea primary key,
  partner_id uuid not null references partners,
  external_id text not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment()
);
create index partner_links_partner on partner_links (partner_id);
create index partner_links_old on partner_links (expires_at);

create table resource_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references resource_categories,
  name text not null,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'deleted'))
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
  -- Browsers play the file as it is; false plays by HLS alone.
  direct boolean not null default true,
  -- HLS folder when a transcoder was there; null plays the file by ranges.
  hls_key text,
  transcode_status text not null default 'none' check (transcode_status in ('none', 'queued', 'done', 'failed')),
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_by uuid references accounts,
  created_at timestamptz not null default moment()
);
create index resources_category on resources (category_id);
create index resources_project on resources (project_id, created_at desc) where status = 'active';
create index resources_created_by on resources (created_by);
create index resources_sha256 on resources (sha256) where status = 'active';
create index resources_file on resources (file_key) where status = 'active';

create table course_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references course_categories,
  name text not null,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'deleted'))
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
create index train_classes_list on train_classes (project_id, class_type, year desc, sort, id)
  include (category_id, price, hours_tenths) where status = 'on_shelf';
create index train_classes_newest on train_classes (project_id, class_type, id desc) where status = 'on_shelf';
create index train_classes_price on train_classes (project_id, class_type, price, id) where status = 'on_shelf';
create index train_classes_hours on train_classes (project_id, class_type, hours_tenths, id) where status = 'on_shelf';
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

-- Who agreed to which version of the agreement, and from where.
create table agreement_consents (
  account_id uuid not null references accounts,
  text_id uuid not null references project_texts,
  ip text,
  agreed_at timestamptz not null default moment(),
  primary key (account_id, text_id)
);
create index agreement_consents_text on agreement_consents (text_id);

-- The skill a learner registered for.
create table skill_wishes (
  account_id uuid primary key references accounts,
  category_id uuid not null references class_categories,
  created_at timestamptz not null default moment()
);
create index skill_wishes_category on skill_wishes (category_id);

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
  studied_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status <> 'passed') or (passed_at is not null and passed_by is not null))
);
create unique index enrolments_live on enrolments (account_id, class_id)
  where status in ('applied', 'active', 'passed', 'failed', 'expired');
create index enrolments_class on enrolments (class_id, created_at desc);
create index enrolments_project on enrolments (project_id, id desc);
create index enrolments_account on enrolments (account_id, id desc);
create index enrolments_due on enrolments (expires_at) where status = 'active';
create index enrolments_waiting on enrolments (id) where status = 'active' and study_done_at is not null;
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
  -- Which time the enrolment was passed: a pass that was taken back can be earned anew.
  pass int not null default 1,
  -- The line that a reversal takes back: each once.
  reverses uuid unique references hour_entries,
  title text not null,
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment(),
  check ((source = 'reversal') = (reverses is not null)),
  check (source not in ('correction', 'reversal') or reason is not null)
);
create unique index hour_entries_class on hour_entries (enrolment_id, attribute, pass) where source = 'class';
create index hour_entries_account on hour_entries (account_id, year);
create index hour_entries_operator on hour_entries (operator_id);

-- What one learner has watched of one course item. Times of a video are whole milliseconds.
create table watch_coverages (
  enrolment_id uuid not null references enrolments,
  item_id uuid not null references course_items,
  ranges int4multirange not null default '{}',
  -- The end of the last range: the watched edge, beyond which nobody may seek unless a setting allows it.
  furthest_ms int not null default 0 check (furthest_ms >= 0),
  -- Always the measure of `ranges`, kept so that a beat need not add it up.
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
-- is the wall time up to which seconds were credited. Leases of a learner follow each other without overlap, so two
-- windows share one clock however they take turns.
create table play_leases (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  enrolment_id uuid not null references enrolments,
  item_id uuid not null references course_items,
  rate_percent int not null check (rate_percent between 50 and 300),
  -- How far beyond the watched edge a beat may start.
  ahead_ms int not null check (ahead_ms >= 0),
  count_hidden boolean not null,
  -- Required study of the whole class, and the part done outside this item: class progress without adding it up.
  required_ms bigint not null,
  other_ms bigint not null,
  item_required boolean not null,
  -- The window's own word for this opening: said again, it comes from the same window.
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

create table question_banks (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  name text not null,
  remark text not null default '',
  -- Whether learners may practise on it and see its keys; a bank for exams alone keeps them.
  practice boolean not null default false,
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz not null default moment()
);
create unique index question_banks_name on question_banks (project_id, name) where status = 'active';

-- A question of a bank, or pinned to a second of a video, or both. What it says lives in its versions.
create table questions (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  bank_id uuid references question_banks,
  resource_id uuid references resources,
  at_second int check (at_second >= 0),
  must_pass boolean not null default false,
  rewind_to int check (rewind_to between 0 and at_second),
  type text not null check (type in ('single', 'multiple', 'judge', 'blank', 'essay', 'case')),
  category text not null default '',
  difficulty text not null check (difficulty in ('easy', 'medium', 'hard')),
  -- Half points are exact.
  score numeric(4, 1) not null check (score > 0 and score * 2 = trunc(score * 2)),
  stem_bigrams text[] not null,
  -- Of type, stem and options: the same question is in a bank once.
  content_hash bytea not null,
  version int not null default 1,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  check (bank_id is not null or resource_id is not null),
  check (at_second is null or resource_id is not null)
);
create unique index questions_content on questions (bank_id, content_hash)
  where status <> 'deleted' and bank_id is not null;
create unique index questions_pinned_content on questions (resource_id, content_hash)
  where status <> 'deleted' and bank_id is null;
create index questions_resource on questions (resource_id, at_second) where status = 'active';
create index questions_draw on questions (bank_id, type, category, difficulty) where status = 'active';
create index questions_project on questions (project_id, created_at desc) where status <> 'deleted';
create index questions_stem on questions using gin (stem_bigrams);

-- What a question said at a time. Never changed: an attempt is marked by the version it was drawn with.
create table question_versions (
  id uuid primary key default new_id(),
  question_id uuid not null references questions,
  version int not null,
  content jsonb not null,
  created_by uuid references accounts,
  created_at timestamptz not null default moment(),
  unique (question_id, version)
);
create index question_versions_created_by on question_versions (created_by);

-- Answers and explanations, apart: what learners read never joins this table.
create table question_keys (
  version_id uuid primary key references question_versions,
  key jsonb not null
);

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
  -- What is asked for, in order: type, points each, questions named, questions drawn and from where.
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
  status text not null default 'draft' check (status in ('draft', 'active', 'withdrawn', 'deleted')),
  created_at timestamptz not null default moment(),
  check (open_to > open_from)
);
-- A class is passed by one exam.
create unique index exams_active on exams (class_id) where status = 'active';
create index exams_class on exams (class_id);
create index exams_paper on exams (paper_id);
create index exams_type on exams (type_id);
create index exams_project on exams (project_id, created_at desc) where status <> 'deleted';

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
create unique index exam_attempts_open on exam_attempts (exam_id, account_id) where status = 'in_progress';
create index exam_attempts_due on exam_attempts (deadline_at) where status = 'in_progress';
create index exam_attempts_marking on exam_attempts (exam_id, submitted_at) where status in ('submitted', 'marking');
create index exam_attempts_unrecorded on exam_attempts (submitted_at) where status = 'scored' and recorded_at is null;
create index exam_attempts_account on exam_attempts (account_id, started_at desc);
create index exam_attempts_enrolment on exam_attempts (enrolment_id);
create index exam_attempts_project on exam_attempts (project_id, started_at desc);

-- A change of what is on record about a learner, proposed with what was and what shall be.
create table corrections (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('identity', 'unit', 'hours', 'score', 'pass')),
  -- What of the learner: the attempt, the enrolment, the year and kind of hours.
  subject text not null,
  -- What it is about, as a person calls it: the exam, the class, the line of the ledger.
  title text not null default '',
  -- Numbers are masked in both; what stands behind the masks is sealed.
  before jsonb not null,
  after jsonb not null,
  before_card_sealed bytea,
  after_card_sealed bytea,
  reason text not null,
  -- A picture of what proves it, for those who decide.
  proof_key text references images,
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
  -- The line of the ledger that it wrote.
  entry_id uuid references hour_entries,
  created_at timestamptz not null default moment(),
  -- Hours, scores and passes take two people.
  check (kind not in ('hours', 'score', 'pass') or decider_id is null or decider_id <> proposer_id),
  check ((status in ('approved', 'applied', 'undone', 'rejected')) = (decider_id is not null)),
  check ((status in ('applied', 'undone')) = (applied_at is not null)),
  check ((status = 'undone') = (undone_at is not null)),
  check (status <> 'rejected' or decision is not null),
  check ((kind = 'hours' and status in ('applied', 'undone')) = (entry_id is not null))
);
-- One proposal at a time for one thing.
create unique index corrections_open on corrections (account_id, kind, subject) where status in ('proposed', 'approved');
create index corrections_account on corrections (account_id, id desc);
create index corrections_project on corrections (project_id, id desc);
create index corrections_status on corrections (project_id, status, id desc);
create index corrections_proposer on corrections (proposer_id);
create index corrections_decider on corrections (decider_id);
create index corrections_applier on corrections (applier_id);
create index corrections_undoer on corrections (undoer_id);
create index corrections_entry on corrections (entry_id);
create index corrections_proof on corrections (proof_key);

-- A problem with a learner's record that somebody wrote down, until it is settled.
create table exception_registers (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('unit', 'identity', 'hours', 'exam', 'order', 'face', 'other')),
  note text not null,
  status text not null default 'open' check (status in ('open', 'correcting', 'resolved', 'dismissed')),
  -- What became of it, and the correction that mended it.
  outcome text,
  correction_id uuid references corrections,
  registrar_id uuid not null references accounts,
  settler_id uuid references accounts,
  settled_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status in ('open', 'correcting')) = (settled_at is null)),
  check (settled_at is null or (outcome is not null and settler_id is not null)),
  check (status <> 'correcting' or correction_id is not null)
);
create index exception_registers_project on exception_registers (project_id, id desc);
create index exception_registers_open on exception_registers (project_id, id desc) where status in ('open', 'correcting');
-- One problem of a kind at a time.
create unique index exception_registers_once on exception_registers (account_id, kind) where status in ('open', 'correcting');
create index exception_registers_account on exception_registers (account_id, id desc);
create index exception_registers_correction on exception_registers (correction_id);
create index exception_registers_registrar on exception_registers (registrar_id);
create index exception_registers_settler on exception_registers (settler_id);

-- What comes from a learner's face, apart from who the learner is: neither name nor number stands here.
create table faces (
  account_id uuid primary key references accounts,
  project_id uuid not null references projects,
  -- The consent in force and its wording; both empty before it and after it was withdrawn.
  consent_at timestamptz,
  consent_version int,
  withdrawn_at timestamptz,
  -- The description of a portrait, sealed, and the portrait's key.
  template_sealed bytea,
  template_of text,
  last_result text check (last_result in ('passed', 'failed')),
  last_at timestamptz,
  -- The portrait a face was found to be like; of another portrait it says nothing.
  confirmed_of text,
  confirmed_at timestamptz,
  -- The entry by which a person was asked to look instead, and the portrait then.
  asked_id uuid references exception_registers,
  asked_of text,
  check ((consent_at is null) = (consent_version is null)),
  check (template_sealed is null or consent_at is not null),
  check ((template_sealed is null) = (template_of is null)),
  check ((last_result is null) = (last_at is null)),
  check ((confirmed_of is null) = (confirmed_at is null)),
  check ((asked_id is null) = (asked_of is null))
);
create index faces_asked on faces (asked_id);
create index faces_template on faces (last_at) where template_sealed is not null;

-- The picture that was compared last, sealed, for as long as its result can be disputed.
create table face_pictures (
  account_id uuid primary key references accounts,
  picture_sealed bytea not null,
  taken_at timestamptz not null default moment()
);
create index face_pictures_taken on face_pictures (taken_at);

-- Blind indexes of the files that were compared, by anybody: none is taken twice. They tell neither face nor person.
create table used_faces (
  picture_index bytea primary key,
  used_at timestamptz not null default moment()
);

-- The last serial a project used in a year; raised in the transaction that issues.
create table certificate_serials (
  project_id uuid not null references projects,
  year int not null,
  last int not null,
  primary key (project_id, year)
);

create table certificates (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  enrolment_id uuid not null references enrolments,
  template_id uuid not null references certificate_templates,
  template_version int not null,
  kind text not null check (kind in ('class', 'year', 'skill')),
  number text not null,
  -- What the QR says; not guessable from the number.
  verify_code text not null unique,
  -- Holder and design as they were when it was issued: a later change of either falsifies nothing.
  holder jsonb not null,
  design jsonb not null,
  status text not null default 'valid' check (status in ('valid', 'revoked', 'superseded', 'expired')),
  reissue_of uuid references certificates,
  revoke_reason text,
  print_count int not null default 0,
  issued_at timestamptz not null default moment(),
  check (status <> 'revoked' or revoke_reason is not null),
  unique (project_id, number)
);
create unique index certificates_valid on certificates (enrolment_id) where status = 'valid';
create index certificates_enrolment on certificates (enrolment_id);
create index certificates_account on certificates (account_id, issued_at desc);
create index certificates_template on certificates (template_id);
create index certificates_reissue on certificates (reissue_of);

create table cart_items (
  account_id uuid not null references accounts,
  class_id uuid not null references train_classes,
  -- What the learner saw when adding it, in fen: a change is pointed out.
  price_seen bigint not null check (price_seen >= 0),
  created_at timestamptz not null default moment(),
  primary key (account_id, class_id)
);
create index cart_items_class on cart_items (class_id);

create table orders (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- The learner's unit when ordering: which managers see it.
  unit_id uuid references units,
  order_no text not null unique,
  -- The same form sent twice is one order.
  request_key text,
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  channel text check (channel in ('none', 'wechat', 'alipay', 'offline')),
  status text not null default 'unpaid'
    check (status in ('unpaid', 'paid', 'cancelled', 'free', 'part_refunded', 'refunded')),
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When it was cancelled or waived.
  closed_at timestamptz,
  closed_reason text check (closed_reason in ('learner', 'operator', 'expired', 'place_gone')),
  -- Who waived or cancelled it in the back office, and why.
  operator_id uuid references accounts,
  remark text,
  created_at timestamptz not null default moment(),
  check ((status in ('paid', 'part_refunded', 'refunded')) = (paid_at is not null and status <> 'free')),
  check (status <> 'free' or (operator_id is not null and remark is not null)),
  check ((status = 'cancelled') = (closed_reason is not null)),
  check ((status in ('cancelled', 'free')) = (closed_at is not null))
);
create unique index orders_request on orders (account_id, request_key) where request_key is not null;
create index orders_account on orders (account_id, id desc);
create index orders_project on orders (project_id, id desc);
create index orders_unit on orders (unit_id, id desc);
create index orders_operator on orders (operator_id, closed_at) where operator_id is not null;
create index orders_due on orders (expires_at) where status = 'unpaid';

create table order_items (
  id uuid primary key default new_id(),
  order_id uuid not null references orders,
  account_id uuid not null references accounts,
  class_id uuid not null references train_classes,
  sort int not null,
  -- The class as it was sold: a later change of name or price changes no order.
  name text not null,
  class_type text not null,
  year int not null,
  hours_tenths int not null,
  price bigint not null check (price >= 0),
  discount bigint not null default 0 check (discount >= 0),
  payable bigint not null check (payable = price - discount and payable >= 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= payable),
  -- True while its order is unpaid: a class is in one waiting order of a learner at most.
  waiting boolean not null default true
);
create unique index order_items_waiting on order_items (account_id, class_id) where waiting;
create index order_items_order on order_items (order_id, sort);
create index order_items_class on order_items (class_id);
create index order_items_account on order_items (account_id, class_id);

-- Money asked for through a channel, one row a QR code.
create table payments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  channel text not null check (channel in ('wechat', 'alipay')),
  out_trade_no text not null unique,
  description text not null,
  amount bigint not null check (amount > 0),
  -- What the QR code says; null until the channel has opened the payment.
  code_url text,
  status text not null default 'waiting'
    check (status in ('waiting', 'succeeded', 'closed', 'surplus', 'refunding', 'refunded')),
  -- The provider's number of the money itself.
  transaction_id text,
  -- Fen that went back.
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  -- Fixed before the channel is first asked, so that asking again gives the same refund.
  refund_no text unique,
  failure text,
  expires_at timestamptz not null,
  succeeded_at timestamptz,
  -- When the channel was last asked, how often, and when it is to be asked again.
  asked_at timestamptz,
  asked int not null default 0,
  ask_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status in ('waiting', 'closed')) = (transaction_id is null)),
  check ((transaction_id is null) = (succeeded_at is null)),
  check (status not in ('surplus', 'refunding', 'refunded') or refund_no is not null),
  check (status <> 'refunded' or refunded = amount),
  -- What has an end in view is asked about until it is there.
  check (status not in ('waiting', 'surplus', 'refunding') or ask_at is not null),
  check (status not in ('succeeded', 'refunded') or ask_at is null)
);
create unique index payments_transaction on payments (channel, transaction_id) where transaction_id is not null;
-- One open QR code an order, and one payment that took effect.
create unique index payments_open on payments (order_id) where status = 'waiting';
create unique index payments_effect on payments (order_id) where status = 'succeeded';
create index payments_order on payments (order_id, id);
create index payments_due on payments (ask_at) where ask_at is not null;

-- What the channel told us, as it was believed; a notice that was refused leaves a line in the log alone.
create table payment_notices (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('wechat', 'alipay')),
  notice_id text not null,
  payment_id uuid not null references payments,
  content jsonb not null,
  created_at timestamptz not null default moment(),
  unique (channel, notice_id)
);
create index payment_notices_payment on payment_notices (payment_id);

-- What the demo's own WeChat Pay knows; empty wherever a real contract is configured.
create table gateway_payments (
  out_trade_no text primary key,
  token text not null unique,
  appid text not null,
  mchid text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  notify_url text not null,
  time_expire text not null,
  expires_at timestamptz not null,
  state text not null default 'NOTPAY' check (state in ('NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND')),
  transaction_id text unique,
  paid_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((state in ('SUCCESS', 'REFUND')) = (transaction_id is not null and paid_at is not null))
);
create table gateway_refunds (
  refund_no text primary key,
  out_trade_no text not null references gateway_payments,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default moment()
);
create index gateway_refunds_payment on gateway_refunds (out_trade_no);

-- A project's app at WeChat: `open` signs people in on the open platform's own page, `official` is an official account
-- that is told who scans its codes.
create table wechat_apps (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('open', 'official')),
  name text not null,
  app_id text not null,
  secret_sealed bytea not null,
  -- What signs and seals an official account's events.
  event_token_sealed bytea,
  event_key_sealed bytea,
  -- `demo` is this portal's own gateway, in demo mode alone.
  provider text not null default 'wechat' check (provider in ('wechat', 'demo')),
  host text not null default 'api.weixin.qq.com',
  -- Signing in asks that the person follows the official account.
  require_follow boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  updated_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  check (kind = 'open' or (event_token_sealed is not null and event_key_sealed is not null))
);
create unique index wechat_apps_kind on wechat_apps (project_id, kind) where status <> 'deleted';
create unique index wechat_apps_app_id on wechat_apps (app_id) where status <> 'deleted';

-- One wish of one browser to know which WeChat stands before it: the scene of a QR code, or the state of an OAuth
-- round trip. Good once, for five minutes, in that browser.
create table wechat_scenes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  app_id uuid not null references wechat_apps,
  -- SHA-256 of the scene and of the browser's cookie: what is stored opens nothing.
  scene_hash bytea not null unique,
  browser_hash bytea not null,
  way text not null check (way in ('scan', 'oauth')),
  purpose text not null check (purpose in ('login', 'bind')),
  -- Whose WeChat it is to become.
  account_id uuid references accounts,
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'recognised', 'used')),
  open_id text,
  union_id text,
  nickname_sealed bytea,
  -- Whether the person follows the official account; null while WeChat was not asked.
  follows boolean,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment(),
  check ((purpose = 'bind') = (account_id is not null)),
  check (state <> 'recognised' or open_id is not null)
);
create index wechat_scenes_project on wechat_scenes (project_id);
create index wechat_scenes_app on wechat_scenes (app_id);
create index wechat_scenes_account on wechat_scenes (account_id);
create index wechat_scenes_expires on wechat_scenes (expires_at);

-- What is shown of the WeChat an account is bound to; it holds while the account has this open id.
create table wechat_bindings (
  account_id uuid primary key references accounts,
  app_id uuid not null references wechat_apps,
  open_id text not null,
  nickname_sealed bytea,
  bound_at timestamptz not null default moment()
);
create index wechat_bindings_app on wechat_bindings (app_id);

-- The demo's own WeChat: whatever it gave out, good until it expires; codes once.
create table wechat_grants (
  token text primary key,
  kind text not null check (kind in ('code', 'user', 'account', 'ticket')),
  app_id text not null,
  person text,
  scope text,
  scene text,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index wechat_grants_expires on wechat_grants (expires_at);

-- Which of the demo's people follow which of its official accounts.
create table wechat_followers (
  app_id text not null,
  person text not null,
  primary key (app_id, person)
);
