-- The price of a class in public: at least that of each newer version of it, which is for sale in its place.
create or replace function public_price(class uuid) returns bigint language sql stable as $$
  select max(v.price) from train_classes c join train_classes v on v.root_id = c.root_id and v.version >= c.version
  where c.id = class
$$;
