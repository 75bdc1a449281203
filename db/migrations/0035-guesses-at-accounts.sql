-- Wrong passwords are counted by network and typed name; staff find and lift those at one account.
alter table tries add column about text;
create index tries_about on tries (about) where about is not null;
