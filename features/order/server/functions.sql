-- The class type of all items of an order, * where they are of several, empty where it is of none.
create or replace function order_class_type(of_order uuid) returns text language sql stable as $$
  select case when count(distinct i.class_type) > 1 then '*' else coalesce(min(i.class_type), '') end
  from order_items i where i.order_id = of_order
$$;
