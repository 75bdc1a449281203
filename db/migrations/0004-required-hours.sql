-- Courses and classes know the first of their versions.
alter table courses add column version_of uuid references courses;
alter table courses add column root_id uuid not null generated always as (coalesce(version_of, id)) stored;
create index courses_version on courses (version_of);

alter table train_classes add column version_of uuid references train_classes;
update train_classes c set version_of = o.id from (
  select distinct on (project_id, code) project_id, code, id from train_classes order by project_id, code, version
) o where o.project_id = c.project_id and o.code = c.code and o.id <> c.id;
alter table train_classes add column root_id uuid not null generated always as (coalesce(version_of, id)) stored;
create index train_classes_root on train_classes (root_id);
create index train_classes_version on train_classes (version_of);

-- Today's required part of a class, as its hours were divided so far: nobody's pass asks for more than before.
alter table train_classes add column required_hours_tenths int check (required_hours_tenths >= 0);
update train_classes c set required_hours_tenths = coalesce((
  select round(c.hours_tenths * sum(co.hours_tenths) filter (where co.attribute = 'required')::numeric
    / nullif(sum(co.hours_tenths), 0))
  from class_courses cc join courses co on co.id = cc.course_id where cc.class_id = c.id
  having sum(co.hours_tenths) > 0), case when exists (
    select from class_courses cc join courses co on co.id = cc.course_id
    where cc.class_id = c.id and co.hours_tenths > 0) then 0 else c.hours_tenths end);
alter table train_classes alter column required_hours_tenths set not null;
alter table train_classes add column elective_min_tenths int not null default 0 check (elective_min_tenths >= 0);
alter table train_classes add constraint train_classes_required_part check (required_hours_tenths <= hours_tenths);

-- Lines written so far are for whole classes and stay as they are.
alter table hour_entries add column course_root_id uuid references courses;
drop index hour_entries_class;
create unique index hour_entries_class on hour_entries (enrolment_id, attribute, course_root_id, pass) nulls not distinct
  where source = 'class';
create index hour_entries_course on hour_entries (course_root_id);

-- Courses whose hours a learner holds in a year, and the class they came from. A line for a whole class holds each of its
-- courses of the attribute.
create view held_courses as
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

-- What a learner has done of each course of the class. A course is finished when the last of its videos is watched.
create view enrolment_courses as
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
create view enrolment_requirements as
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
