-- (26) A valid certificate belongs to an enrolment that is passed: with all study done, or manually for a reason; it is
-- its holder's, and shows the hours written by then. One of a year shows no more than the ledger of the year has.
-- Numbers are unique by their index.
select k.id, k.number, e.status, e.passed_by
from certificates k
join enrolments e on e.id = k.enrolment_id
join train_classes c on c.id = e.class_id
where k.status = 'valid' and (
  e.status <> 'passed' or e.account_id <> k.account_id or e.project_id <> k.project_id
  or e.passed_by = 'rule' and (e.study_done_at is null or e.study_done_at > e.passed_at
    or c.elective_min_tenths > 0 and coalesce((
      select r.elective_tenths from enrolment_requirements r where r.enrolment_id = e.id), 0) < c.elective_min_tenths)
  or e.passed_by = 'manual' and coalesce(trim(e.pass_reason), '') = ''
  or k.holder->>'number' <> k.number or (k.holder->>'hoursTenths')::int > c.hours_tenths
  or k.reissue_of is null and (k.holder->>'hoursTenths')::int <> (
    select coalesce(sum(h.hours_tenths), 0) from hour_entries h
    where h.enrolment_id = e.id and h.created_at <= k.issued_at))
union all
select null, 'serial ' || s.year, null, null
from certificate_serials s
where s.last < (select count(*) from certificates k
  where k.project_id = s.project_id and (k.holder->>'year')::int = s.year)
union all
select k.id, k.number, 'year ' || (k.holder->>'year'), null
from certificates k
where k.kind = 'year' and k.status = 'valid' and (k.holder->>'hoursTenths')::int > (
  select coalesce(sum(h.hours_tenths), 0) from hour_entries h
  where h.account_id = k.account_id and h.year = (k.holder->>'year')::int)
