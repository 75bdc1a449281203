-- Banners of the portal's pages, in the order of `sort`.
create table banners (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  title text not null,
  -- Empty: the same as in Chinese.
  title_en text not null,
  -- The title is written over the pictures.
  show_title boolean not null,
  -- Pictures by slot.
  pc_key text,
  phone_key text,
  -- Where it leads: to a version of a class, whose published one is opened, or to a path or an https address.
  class_id uuid references train_classes,
  address text,
  places text[] not null check (places <> '{}' and places <@ '{home,signUp}'),
  show_pc boolean not null,
  show_phone boolean not null,
  -- The end excluded; null: open.
  starts_at timestamptz,
  ends_at timestamptz,
  sort int not null,
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  -- The key of the request that added it: sent again, it adds no second.
  request_key text,
  check (not show_pc or pc_key is not null),
  check (not show_phone or phone_key is not null),
  check (class_id is null or address is null),
  check (ends_at > starts_at),
  unique (project_id, request_key)
);
create index banners_list on banners (project_id, sort);
create index banners_class on banners (class_id);
