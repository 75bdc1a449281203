-- A class may be meant for regions, as it may for personnel categories; empty is everywhere.
alter table train_classes add column regions text[] not null default '{}';
