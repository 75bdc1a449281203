-- A class may be meant for regions, as it may for personnel categories; empty is everywhere.
alter table train_classes add column regions text[] not null default '{}';

-- An approved application holds its place for a time to pay, not for ever. What is approved already gets the default.
alter table enrolments add column pay_until timestamptz;
update enrolments set pay_until = moment() + interval '14 days' where status = 'approved';
alter table enrolments add check ((status = 'approved') = (pay_until is not null));
create index enrolments_application on enrolments (class_id) where status in ('applied', 'approved');
