-- (27) What a class brought is its hours to the tenth, exactly when it is passed; nothing else wrote class hours.
select e.id, e.status, c.hours_tenths as expected, coalesce(sum(h.hours_tenths), 0) as earned
from enrolments e
join train_classes c on c.id = e.class_id
left join hour_entries h on h.enrolment_id = e.id and h.source = 'class'
group by e.id, c.id
having (e.status = 'passed' and coalesce(sum(h.hours_tenths), 0) <> c.hours_tenths)
  or (e.passed_at is null and count(h.id) > 0)
  or bool_or(h.account_id <> e.account_id or h.year <> c.year or h.class_type <> c.class_type)
