create index orders_paid on orders (project_id, paid_at) where paid_at is not null;
