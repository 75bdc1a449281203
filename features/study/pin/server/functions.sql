-- The place of a pinned question in a video, in milliseconds: one at the very end comes before the second that may be
-- left out, or it would never be asked.
create or replace function pin_place(at_second int, duration_ms int) returns int language sql immutable as $$
  select greatest(0, least(at_second * 1000, duration_ms - 2 * least(1000, duration_ms / 10)))
$$;

-- The place of the first question of a video that an enrolment has not passed; null for none, and for a video that was
-- watched to its end before its questions came.
create or replace function next_pin(enrolment uuid, item uuid) returns int language sql stable as $$
  select min(pin_place(q.at_second, w.duration_ms))
  from watch_coverages w join course_items i on i.id = w.item_id
  join questions q on q.resource_id = i.resource_id and q.status = 'active' and q.at_second is not null
  where w.enrolment_id = enrolment and w.item_id = item and w.completed_at is null
    and not exists (
      select from pin_answers p
      where p.enrolment_id = enrolment and p.question_id = q.id and p.passed_at is not null)
$$;
