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

-- Hours of a class that a learner has begun and not passed: those being studied, and those that wait for money or a
-- review, each once. A failed or expired class brings none until it is opened again.
create or replace view coming_hours as
select e.account_id, c.year, c.id as class_id, c.class_type, c.hours_tenths, e.status = 'active' as is_studied
from enrolments e join train_classes c on c.id = e.class_id
where e.status in ('active', 'applied', 'approved')
union all
select i.account_id, c.year, c.id, c.class_type, c.hours_tenths, false
from order_items i join train_classes c on c.id = i.class_id
where i.waiting and not exists (
  select from enrolments e join train_classes v on v.id = e.class_id and v.root_id = c.root_id
  where e.account_id = i.account_id and e.status in ('active', 'applied', 'approved'));
