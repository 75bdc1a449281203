-- When the uploader first saw the values in full, and how often a row was edited.
alter table imports add column revealed_at timestamptz;
alter table import_rows add column version int not null default 1;
