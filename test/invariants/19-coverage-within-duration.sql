-- (19) Coverage lies inside [0, duration] of the video and is counted once.
select w.enrolment_id, w.item_id, w.ranges, w.duration_ms, w.accepted_ms
from watch_coverages w
join course_items i on i.id = w.item_id join resources r on r.id = i.resource_id
where lower(w.ranges) < 0 or upper(w.ranges) > r.duration_seconds * 1000
  or w.accepted_ms <> (select coalesce(sum(upper(p) - lower(p)), 0) from unnest(w.ranges) p)
  or w.furthest_ms <> coalesce(upper(w.ranges), 0)
