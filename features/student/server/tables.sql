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
  -- Incremented by each change, to detect concurrent edits.
  version int not null default 1,
  -- The account is in another unit; kept by triggers.
  unit_differs boolean not null default false,
  created_at timestamptz not null default moment()
);
create unique index students_card on students (project_id, card_index);
create index students_unit_differs on students (project_id, account_id desc) where unit_differs;
create index students_unit on students (unit_id, account_id);
-- A single letter is looked for as a family name, in the whole project or in some units; all of it is in the index.
create index students_family on students (project_id, left(real_name, 1), account_id desc) include (real_name, unit_id);
create index students_name on students using gin (name_bigrams);
create trigger note_units_of_profiles after insert on students
  referencing new table as fresh for each statement execute function note_units_of_profiles();
create trigger note_unit_of_profile before update of unit_id on students
  for each row execute function note_unit_of_profile();
create trigger note_unit_of_account after update of unit_id on accounts
  for each row when (old.unit_id is distinct from new.unit_id) execute function note_unit_of_account();
