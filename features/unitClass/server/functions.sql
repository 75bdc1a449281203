-- The unit classes for which the people of a unit may be ordered at a price that two people agreed for it or one above it.
create or replace function agreed_for(unit uuid) returns setof unit_classes language sql stable as $$
  select c.* from units u
  join unit_classes c on c.unit_id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[])
  where u.id = unit and c.approved and c.status = 'open' and (c.sign_up_to is null or c.sign_up_to > moment())
$$;
