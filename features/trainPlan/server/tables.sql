-- A plan of a year: the hours it asks for, the classes it requires and those to choose from, and whom it is for.
create table train_plans (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  year int not null check (year between 2000 and 2100),
  name text not null check (name <> ''),
  introduction text not null default '',
  -- The last day to fulfil it, as its readers are told; null for none.
  due_on date,
  -- Tenths of an hour by class type.
  hours jsonb not null check (jsonb_typeof(hours) = 'object'),
  -- Whom it is for: codes of the dictionary, empty for everybody; units are rows of their own.
  personnel_categories text[] not null default '{}',
  regions text[] not null default '{}',
  -- The plan it was copied from, and the key of the request that made it: sent again, it makes no second.
  copied_from uuid references train_plans,
  request_key text,
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'published', 'closed', 'deleted')),
  created_at timestamptz not null default moment(),
  unique (project_id, request_key)
);
create index train_plans_published on train_plans (project_id, year desc) where status = 'published';
create index train_plans_project on train_plans (project_id, id desc) where status <> 'deleted';
create index train_plans_copied on train_plans (copied_from);

create table train_plan_classes (
  plan_id uuid not null references train_plans,
  class_id uuid not null references train_classes,
  -- False: one to choose from.
  required boolean not null,
  sort int not null,
  primary key (plan_id, class_id)
);
create index train_plan_classes_class on train_plan_classes (class_id);

-- Units a plan is for, each with those below it; a plan without any is for all.
create table train_plan_units (
  plan_id uuid not null references train_plans,
  unit_id uuid not null references units,
  primary key (plan_id, unit_id)
);
create index train_plan_units_unit on train_plan_units (unit_id);

-- The last time a learner was reminded of a plan.
create table train_plan_reminders (
  plan_id uuid not null references train_plans,
  account_id uuid not null references accounts,
  operator_id uuid not null references accounts,
  reminded_at timestamptz not null,
  primary key (plan_id, account_id)
);
create index train_plan_reminders_account on train_plan_reminders (account_id);
create index train_plan_reminders_operator on train_plan_reminders (operator_id);
