-- An application of a person for a sign-up: a live one has a place of it.
create table sign_up_applications (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  sign_up_id uuid not null references sign_ups,
  account_id uuid not null references accounts,
  -- The person's unit when applying: which managers see it.
  unit_id uuid references units,
  -- Who applied: the person, or somebody of their unit.
  applied_by uuid not null references accounts,
  -- The form that was filled in, which stays the application's own.
  form_version int not null,
  -- What was filled in, as the contract writes it. Files are rows of their own.
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  subject_ids uuid[] not null default '{}',
  -- Fen, as it was when the person applied.
  fee bigint not null check (fee >= 0),
  status text not null default 'applied'
    check (status in ('applied', 'approved', 'confirmed', 'rejected', 'withdrawn', 'lapsed', 'refunded')),
  -- Until when an approved one can be ordered and paid.
  pay_until timestamptz,
  -- The fee as it is ordered: while it waits, and once it is paid.
  order_item_id uuid references order_items,
  -- Reason of the review, or of what ended it.
  reason text,
  reviewer_id uuid references accounts,
  reviewed_at timestamptz,
  -- Given once, with the first seat: the number, and the code by which anybody checks the ticket.
  ticket_no text,
  ticket_code text unique,
  created_at timestamptz not null default moment(),
  foreign key (sign_up_id, form_version) references sign_up_forms (sign_up_id, version),
  check ((status = 'approved') = (pay_until is not null)),
  check (status <> 'approved' or fee > 0),
  check ((ticket_no is null) = (ticket_code is null)),
  constraint sign_up_applications_paid check (status <> 'confirmed' or fee = 0 or order_item_id is not null)
);
create unique index sign_up_applications_live on sign_up_applications (sign_up_id, account_id)
  where status in ('applied', 'approved', 'confirmed');
create unique index sign_up_applications_ticket on sign_up_applications (project_id, ticket_no)
  where ticket_no is not null;
create index sign_up_applications_sign_up on sign_up_applications (sign_up_id, status, id desc);
create index sign_up_applications_form on sign_up_applications (sign_up_id, form_version);
create index sign_up_applications_project on sign_up_applications (project_id, id desc);
create index sign_up_applications_account on sign_up_applications (account_id, id desc);
create index sign_up_applications_unit on sign_up_applications (unit_id, id desc);
create index sign_up_applications_item on sign_up_applications (order_item_id);
create index sign_up_applications_due on sign_up_applications (pay_until) where status = 'approved';
create index sign_up_applications_applied_by on sign_up_applications (applied_by);
create index sign_up_applications_reviewer on sign_up_applications (reviewer_id);

-- What became of an application, step by step.
create table sign_up_events (
  id uuid primary key default new_id(),
  application_id uuid not null references sign_up_applications,
  status text not null
    check (status in ('applied', 'approved', 'confirmed', 'rejected', 'withdrawn', 'lapsed', 'refunded')),
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment()
);
create index sign_up_events_application on sign_up_events (application_id, id);
create index sign_up_events_operator on sign_up_events (operator_id);

-- A file of an answer, sealed as it comes in; one that no application uses is deleted.
create table sign_up_files (
  id uuid primary key,
  project_id uuid not null references projects,
  sign_up_id uuid not null references sign_ups,
  field_key text not null,
  -- Who uploaded it, for themselves or for a person of their unit.
  account_id uuid not null references accounts,
  application_id uuid references sign_up_applications,
  name text not null,
  kind text not null check (kind in ('image', 'pdf')),
  mime text not null,
  bytes int not null check (bytes > 0),
  content_sealed bytea not null,
  created_at timestamptz not null default moment()
);
create index sign_up_files_account on sign_up_files (account_id, created_at);
create index sign_up_files_application on sign_up_files (application_id);
create index sign_up_files_unused on sign_up_files (created_at) where application_id is null;
create index sign_up_files_sign_up on sign_up_files (sign_up_id);
create index sign_up_files_project on sign_up_files (project_id);

-- The seat of an application in a session; each seat of a room is one person's, and a subject is sat once.
create table sign_up_seats (
  id uuid primary key default new_id(),
  application_id uuid not null references sign_up_applications,
  subject_id uuid not null references sign_up_subjects,
  session_id uuid not null references sign_up_sessions,
  room text not null,
  seat_no int not null check (seat_no > 0),
  created_at timestamptz not null default moment(),
  unique (application_id, subject_id),
  unique (session_id, room, seat_no)
);
create index sign_up_seats_subject on sign_up_seats (subject_id);
