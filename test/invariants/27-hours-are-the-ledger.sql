-- (27) What a class brought, less what was reversed of it, is at most its hours, and nothing unless it is passed; a line
-- names a finished course, or one that had to be done to pass; each such course has its line, or its hours are held
-- from elsewhere; a course counts once a year; no total is below zero.
with line as (
  select h.*, e.status, e.passed_at, e.account_id as owner_id, c.year as class_year, c.class_type as type,
    c.hours_tenths as class_tenths, c.required_hours_tenths as required_tenths,
    h.course_root_id is not null as of_course
  from hour_entries h join enrolments e on e.id = h.enrolment_id join train_classes c on c.id = e.class_id
  where h.source = 'class' and not exists (select from hour_entries r where r.reverses = h.id)
), course as (
  select k.*, k.attribute = 'required' or not bool_or(k.attribute = 'required') over (partition by k.enrolment_id)
    as decisive
  from enrolment_courses k join enrolments e on e.id = k.enrolment_id where e.status = 'passed'
)
select enrolment_id as id, 'more than the class carries' as problem, max(class_tenths) as expected, sum(hours_tenths) as earned
from line group by enrolment_id having sum(hours_tenths) > max(class_tenths)
  or coalesce(sum(hours_tenths) filter (where attribute = 'required'), 0) > greatest(max(required_tenths),
    case when bool_and(attribute = 'required') then max(class_tenths) else 0 end)
union all
select enrolment_id, 'of another learner, year or type, or not passed', 0, hours_tenths from line
where status <> 'passed' or account_id <> owner_id or year <> class_year or class_type <> type
union all
select l.enrolment_id, 'for a course that is not finished', 0, l.hours_tenths
from line l where l.of_course and not exists (
  select from course k where k.enrolment_id = l.enrolment_id and k.course_root_id = l.course_root_id
    and (k.decisive or k.finished_at is not null))
union all
select k.enrolment_id, 'nothing for a required course', k.hours_tenths, 0
from course k join enrolments e on e.id = k.enrolment_id join train_classes c on c.id = e.class_id
where k.attribute = 'required' and k.hours_tenths > 0 and c.required_hours_tenths * k.hours_tenths >= (
    select sum(o.hours_tenths) from course o where o.enrolment_id = k.enrolment_id and o.attribute = 'required')
  and not exists (select from held_courses h where h.account_id = e.account_id and h.year = c.year
    and h.course_root_id = k.course_root_id)
union all
select max(b.enrolment_id::text)::uuid, 'a course twice in a year', 0, sum(b.hours_tenths)
from line b where b.of_course and coalesce((settings_at(b.project_id, b.created_at)->>'countCourseOnce')::boolean, true)
group by b.account_id, b.year, b.course_root_id having count(*) > 1
union all
select account_id, 'below zero', 0, sum(hours_tenths) from hour_entries
group by account_id, year, class_type, attribute having sum(hours_tenths) < 0
union all
-- A line that reverses another is its mirror.
select r.id, 'reversal', o.hours_tenths, r.hours_tenths from hour_entries r join hour_entries o on o.id = r.reverses
where r.hours_tenths <> -o.hours_tenths or r.account_id <> o.account_id or r.year <> o.year
  or r.class_type <> o.class_type or r.attribute <> o.attribute
  or r.course_root_id is distinct from o.course_root_id
