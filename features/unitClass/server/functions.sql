-- The unit classes for which the people of a unit may be ordered at a price that two people agreed for it or one above it, or
-- are asked to agree. Their own ends of orders and study are made later by two alone, so they count;
-- that of the class is made later by one.
create or replace function agreed_for(unit uuid) returns setof unit_classes language sql stable as $$
  select c.* from units u
  join unit_classes c on c.unit_id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[])
  join train_classes t on t.id = c.class_id and t.status <> 'deleted'
  where u.id = unit and c.status = 'open'
    and (c.approved and coalesce(least(c.sign_up_to, c.study_to) > moment(), true)
      or exists (select from approvals p
        where p.subject_id = c.id and p.kind = 'unitPrice' and p.status = 'proposed'
          and coalesce(least((p.after->>'signUpTo')::timestamptz, (p.after->>'studyTo')::timestamptz) > moment(), true)))
$$;
