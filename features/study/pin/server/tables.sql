-- What a learner answered to a question that is pinned to a video, in one enrolment: the last try, how many there were,
-- and when it was passed.
create table pin_answers (
  enrolment_id uuid not null references enrolments,
  question_id uuid not null references questions,
  -- The version that was answered last.
  version_id uuid not null references question_versions,
  tries int not null default 1 check (tries > 0),
  answers jsonb not null,
  is_right boolean not null,
  passed_at timestamptz,
  -- No further answer before: what has to be watched again takes so long.
  retry_at timestamptz,
  answered_at timestamptz not null default moment(),
  primary key (enrolment_id, question_id),
  check (passed_at is null or retry_at is null)
);
create index pin_answers_question on pin_answers (question_id);
create index pin_answers_version on pin_answers (version_id);
