-- Codes are counted by who asked for them, so that strangers do not use up the day of a number's holder.
alter table message_codes add column asker bytea;
alter table message_codes add column by_owner boolean not null default false;
