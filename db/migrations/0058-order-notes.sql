-- What the office wrote down about an order, for each other.
create table order_notes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  author_id uuid not null references accounts,
  text text not null check (text <> ''),
  created_at timestamptz not null default moment()
);
create index order_notes_order on order_notes (order_id, id);
create index order_notes_author on order_notes (author_id);
create index order_notes_project on order_notes (project_id);
