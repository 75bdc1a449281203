-- What comes from a learner's face, apart from who the learner is: no names or numbers.
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
  -- The portrait a face matched; the result does not apply to another portrait.
  confirmed_of text,
  confirmed_at timestamptz,
  -- The entry that requested a review by a person instead, and the portrait then.
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

-- Blind indexes of the files that were compared, by anybody: none is accepted twice. They reveal neither face nor
-- person.
create table used_faces (
  picture_index bytea primary key,
  used_at timestamptz not null default moment()
);
