-- The columns that the long lists of the back office are sorted by: with the key behind, each is read in both directions.
create index orders_created on orders (project_id, created_at, id);
create index orders_amount on orders (project_id, amount, id);
create index enrolments_created on enrolments (project_id, created_at, id);
create index train_classes_by_name on train_classes (project_id, name, id) where status <> 'deleted';
create index train_classes_by_year on train_classes (project_id, year, id) where status <> 'deleted';
create index train_classes_by_hours on train_classes (project_id, hours_tenths, id) where status <> 'deleted';
create index train_classes_by_price on train_classes (project_id, price, id) where status <> 'deleted';
create index train_classes_by_created on train_classes (project_id, created_at, id) where status <> 'deleted';
