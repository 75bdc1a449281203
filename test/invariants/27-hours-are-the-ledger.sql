-- (27) What a class brought, less what was taken back of it, is its hours to the tenth, exactly while it is passed.
select e.id, e.status, c.hours_tenths as expected, coalesce(sum(h.hours_tenths), 0) as earned
from enrolments e
join train_classes c on c.id = e.class_id
left join (
  select h.*, coalesce(o.source, h.source) as origin from hour_entries h left join hour_entries o on o.id = h.reverses
) h on h.enrolment_id = e.id and h.origin = 'class'
group by e.id, c.id
having (e.status = 'passed' and coalesce(sum(h.hours_tenths), 0) <> c.hours_tenths)
  or (e.passed_at is null and coalesce(sum(h.hours_tenths), 0) <> 0)
  or bool_or(h.account_id <> e.account_id or h.year <> c.year or h.class_type <> c.class_type)
union all
-- A line that takes another back is its mirror.
select r.id, 'reversal', o.hours_tenths, r.hours_tenths from hour_entries r join hour_entries o on o.id = r.reverses
where r.hours_tenths <> -o.hours_tenths or r.account_id <> o.account_id or r.year <> o.year
  or r.class_type <> o.class_type or r.attribute <> o.attribute
