-- Wrong passwords are spread further and further apart instead of locking the account.
alter table tries add column next_at timestamptz not null default '-infinity';
