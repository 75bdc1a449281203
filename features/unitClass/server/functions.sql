-- The unit classes for which the people of a unit may be ordered at a price that two people agreed for it or one above it, or
-- are asked to agree. An end of orders is made later by two, so it counts; an end of study, which one person puts off, does not.
create or replace function agreed_for(unit uuid) returns setof unit_classes language sql stable as $$
  select c.* from units u
  join unit_classes c on c.unit_id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[])
  join train_classes t on t.id = c.class_id and t.status <> 'deleted'
  where u.id = unit and c.status = 'open' and coalesce(c.sign_up_to > moment(), true)
    and (c.approved or exists (select from approvals p
      where p.subject_id = c.id and p.kind = 'unitPrice' and p.status = 'proposed'))
$$;
