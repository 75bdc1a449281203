-- The seat of an application in a session; each seat of a room is one person's, and a subject is sat once.
create table sign_up_seats (
  application_id uuid not null references sign_up_applications,
  subject_id uuid not null references sign_up_subjects,
  session_id uuid not null references sign_up_sessions,
  room text not null,
  seat_no int not null check (seat_no > 0),
  created_at timestamptz not null default moment(),
  primary key (application_id, subject_id),
  unique (session_id, room, seat_no)
);
create index sign_up_seats_subject on sign_up_seats (subject_id);
