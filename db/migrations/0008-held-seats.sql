-- What a form asked for stands beside its key; of orders already placed it is read from their items.
alter table orders add column request_hash text;
update orders o set request_hash = encode(sha256(convert_to(coalesce((
  select string_agg(i.class_id::text, ',' order by i.class_id) from order_items i where i.order_id = o.id), '')
  || '|' || o.amount, 'UTF8')), 'hex')
where o.request_key is not null;
alter table orders add check ((request_key is null) = (request_hash is null));
