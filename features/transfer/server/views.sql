-- Places that undoing a transfer may still give back: until then their class, its courses and its exam are theirs. An undo
-- has `undoHours` of the rules; one that began in time may end minutes later.
create or replace view returning_places as
select f.id as enrolment_id, f.class_id
from transfer_records r join enrolments f on f.id = r.from_id
where f.status = 'transferred' and r.undone_at is null and r.created_at > moment() - interval '24 hours 10 minutes';
