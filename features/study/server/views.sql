-- What a learner has done of each course of the class. A course is finished when the last of its videos is watched.
create or replace view enrolment_courses as
select e.id as enrolment_id, co.id as course_id, co.root_id as course_root_id, co.name, co.attribute, co.hours_tenths,
  cc.sort, count(i.id)::int as items, count(w.completed_at)::int as items_done,
  case when count(i.id) = count(w.completed_at) then max(w.completed_at) end as finished_at
from enrolments e
join class_courses cc on cc.class_id = e.class_id
join courses co on co.id = cc.course_id
left join course_items i on i.course_id = co.id
left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
group by e.id, co.id, cc.sort;

-- How far each enrolment has come in what its class asks: videos of the required courses, or of all courses where none
-- is required, and hours of finished electives beside them.
create or replace view enrolment_requirements as
select enrolment_id,
  (case when bool_or(attribute = 'required') then sum(items) filter (where attribute = 'required')
    else sum(items) end)::int as required_items,
  (case when bool_or(attribute = 'required') then sum(items_done) filter (where attribute = 'required')
    else sum(items_done) end)::int as required_done,
  (case when bool_or(attribute = 'required')
    then coalesce(sum(hours_tenths) filter (where attribute = 'elective'), 0) else 0 end)::int as offered_tenths,
  (case when bool_or(attribute = 'required')
    then coalesce(sum(hours_tenths) filter (where attribute = 'elective' and finished_at is not null), 0)
    else 0 end)::int as elective_tenths
from enrolment_courses group by enrolment_id;
