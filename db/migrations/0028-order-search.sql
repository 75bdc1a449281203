-- The newest orders of a class are read from the index, however many it sold.
drop index order_items_class;
create index order_items_class on order_items (class_id, order_id desc);
