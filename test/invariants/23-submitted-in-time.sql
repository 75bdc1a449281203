-- (23) Nothing is saved or submitted later than two seconds after the deadline, and no deadline lies past the minutes
-- of its paper.
select a.id, a.started_at, a.deadline_at, a.last_saved_at, a.submitted_at
from exam_attempts a
where a.submitted_at > a.deadline_at + interval '2 seconds' or a.last_saved_at > a.deadline_at + interval '2 seconds'
  or a.deadline_at > a.started_at + interval '600 minutes' or a.submitted_at < a.started_at
