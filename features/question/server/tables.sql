create table question_banks (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  name text not null,
  remark text not null default '',
  -- Whether learners may practise on it and see its keys; a bank for exams only keeps them secret.
  practice boolean not null default false,
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz not null default moment()
);
create unique index question_banks_name on question_banks (project_id, name_key(name)) where status = 'active';

-- A question of a bank, or pinned to a second of a video, or both. Its content is in its versions.
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

-- A version of a question's content. Never changed: an attempt is marked by the version it was drawn with.
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

-- What a learner's practice brought, by class or, without one, by bank: of each part of a question how often it was tried,
-- and whether it is in the book of wrong questions: from a wrong answer until two right ones in a row.
create table exercise_marks (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  class_id uuid references train_classes,
  question_id uuid not null references questions,
  part int not null check (part between 0 and 19),
  tries int not null default 1 check (tries > 0),
  -- Right answers since the last wrong one.
  in_row int not null check (in_row between 0 and tries),
  wrong boolean not null,
  -- Null for an essay, which the learner compares.
  last_right boolean,
  checked_at timestamptz not null default moment(),
  check (not wrong or in_row < 2),
  unique nulls not distinct (account_id, class_id, question_id, part)
);
create index exercise_marks_question on exercise_marks (question_id);
create index exercise_marks_class on exercise_marks (class_id);

-- Questions a learner keeps, likewise.
create table exercise_favourites (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  class_id uuid references train_classes,
  question_id uuid not null references questions,
  created_at timestamptz not null default moment(),
  unique nulls not distinct (account_id, class_id, question_id)
);
create index exercise_favourites_question on exercise_favourites (question_id);
create index exercise_favourites_class on exercise_favourites (class_id);
