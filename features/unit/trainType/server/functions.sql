-- The terms of a unit, one row for each class type: its own or those of the nearest unit above it.
create or replace function terms_of(unit uuid) returns setof unit_train_types language sql stable as $$
  select distinct on (t.class_type) t.*
  from units u join units a on a.id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[])
  join unit_train_types t on t.unit_id = a.id
  where u.id = unit order by t.class_type, length(a.path) desc
$$;

-- True if a unit may give a class a lower price than another, or than the listed one where there is no other: by its terms,
-- of which a discount and a price per hour are each lower for some class and which may cover more, as `isLowered` of the
-- rules judges them, or by a price agreed for it.
create or replace function undercuts(unit uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from terms_of(unit) t left join terms_of(other) o on o.class_type = t.class_type
    where t.price_mode <> 'listed' and t.rate is distinct from 10000
      and (t.price_mode is distinct from o.price_mode
        or coalesce(t.rate, t.hour_price) < coalesce(o.rate, o.hour_price)
        or (t.open and not o.open) or coalesce(t.valid_from, '-infinity') < coalesce(o.valid_from, '-infinity')
        or coalesce(t.valid_to, 'infinity') > coalesce(o.valid_to, 'infinity')
        or (o.category_ids <> '{}'
          and (t.category_ids = '{}' or not t.category_ids <@ categories_below(o.category_ids)))))
    or exists (select id from agreed_for(unit) except select id from agreed_for(other))
$$;

-- Class categories with all below them.
create or replace function categories_below(named uuid[]) returns uuid[] language sql stable as $$
  with recursive below as (
    select unnest(named) as id
    union select g.id from class_categories g join below on g.parent_id = below.id)
  select array(select id from below)
$$;
