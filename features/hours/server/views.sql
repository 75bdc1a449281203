-- Courses whose hours a learner holds in a year, and the class they came from. A line for a whole class holds each of
-- its courses of the attribute.
create or replace view held_courses as
select h.account_id, h.year, h.course_root_id, h.enrolment_id
from hour_entries h
where h.source = 'class' and h.course_root_id is not null
  and not exists (select from hour_entries r where r.reverses = h.id)
union all
select h.account_id, h.year, co.root_id, h.enrolment_id
from hour_entries h join enrolments e on e.id = h.enrolment_id
join class_courses cc on cc.class_id = e.class_id join courses co on co.id = cc.course_id and co.attribute = h.attribute
where h.source = 'class' and h.course_root_id is null
  and not exists (select from hour_entries r where r.reverses = h.id);
