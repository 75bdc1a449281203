-- An order is found by the beginning of its number.
create index orders_numbered on orders (project_id, order_no collate "C");
