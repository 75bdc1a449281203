-- What further lists are sorted by. Rows without a value come last in both directions, so each has its own index.
create index orders_paid_first on orders (project_id, paid_at, id);
create index orders_paid_last on orders (project_id, paid_at desc nulls last, id desc);
drop index orders_paid;
create index enrolments_progress on enrolments (project_id, progress, id);
create index accounts_seen_first on accounts (project_id, last_login_at, id) include (role_id)
  where status <> 'deleted';
create index accounts_seen_last on accounts (project_id, last_login_at desc nulls last, id desc) include (role_id)
  where status <> 'deleted';
create index accounts_unit_first on accounts (project_id, unit_id, id) include (role_id) where status <> 'deleted';
create index accounts_unit_last on accounts (project_id, unit_id desc nulls last, id desc) include (role_id)
  where status <> 'deleted';
