-- The unit classes for which the people of a unit may be ordered at a price that two people agreed for it or one above it.
create or replace function agreed_for(unit uuid) returns setof unit_classes language sql stable as $$
  select c.* from units u
  join unit_classes c on c.unit_id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[])
  join train_classes t on t.id = c.class_id and t.status <> 'deleted'
  where u.id = unit and c.approved and c.status = 'open'
    and coalesce(least(c.sign_up_to, c.study_to, t.study_to) > moment(), true)
$$;
