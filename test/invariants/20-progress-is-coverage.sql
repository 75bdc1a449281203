-- (20) Progress is the coverage of the required videos weighted by their duration, and 100 % exactly when every one
-- of them is done. A class whose lease moved since the last roll-up is due within a minute and left out.
with item as (
  select e.id as enrolment_id, e.progress, e.study_done_at, co.attribute = 'required' as required,
    bool_or(co.attribute = 'required') over (partition by e.id) as any_required,
    coalesce(w.duration_ms, (r.duration_seconds * 1000)::int) as duration_ms,
    case when w.completed_at is not null then w.duration_ms else coalesce(w.accepted_ms, 0) end as done_ms,
    w.completed_at is not null as completed
  from enrolments e
  join class_courses cc on cc.class_id = e.class_id
  join courses co on co.id = cc.course_id
  join course_items i on i.course_id = co.id
  join resources r on r.id = i.resource_id
  left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
  where e.status in ('active', 'passed') and coalesce(e.passed_by, 'rule') = 'rule'
    and exists (select 1 from watch_coverages any_w where any_w.enrolment_id = e.id)
    and not exists (select 1 from play_leases l where l.enrolment_id = e.id and l.rolled_at < l.last_beat_at)
)
select enrolment_id, progress, floor(sum(done_ms) * 10000.0 / sum(duration_ms)) as expected, bool_and(completed) as all_done
from item where required or not any_required
group by enrolment_id, progress, study_done_at
having progress <> floor(sum(done_ms) * 10000.0 / sum(duration_ms))
  or (progress = 10000) <> bool_and(completed) or (study_done_at is not null) <> bool_and(completed)
