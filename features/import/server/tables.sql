-- A file on its way into the product: read, checked, looked at by a person, then applied.
create table imports (
  id uuid primary key default new_id(),
  kind text not null,
  project_id uuid not null references projects,
  -- Whose rows they become; null where that is no unit's matter.
  unit_id uuid references units,
  operator_id uuid not null references accounts,
  params jsonb not null default '{}',
  file_name text not null,
  -- The file, until it was read: its rows are kept sealed, the file is not. It contains personal numbers in clear.
  file_key text,
  job_id uuid not null,
  status text not null default 'checking'
    check (status in ('checking', 'checked', 'applying', 'applied', 'failed', 'cancelled')),
  -- The file's first row, and the key of the column that each of its places was found to be.
  header text[] not null default '{}',
  keys text[] not null default '{}',
  -- Why the file as a whole was not read: the code of the refusal and its values.
  problem jsonb,
  -- Applied as soon as it is checked, for callers that wait for no one.
  auto_apply boolean not null default false,
  update_existing boolean not null default false,
  rows int not null default 0,
  fresh int not null default 0,
  changed int not null default 0,
  same int not null default 0,
  bad int not null default 0,
  -- Rows that a person left out: neither good nor faulty.
  left_out int not null default 0,
  remarked int not null default 0,
  -- Rows that the sheet hides, the first of them, and the keys of its hidden columns.
  hidden_rows int not null default 0,
  first_hidden_rows int[] not null default '{}',
  hidden_columns text[] not null default '{}',
  -- Whether those rows, and the content of those columns, are left out.
  hidden_rows_out boolean not null default false,
  hidden_columns_out boolean not null default false,
  added int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  rejected int not null default 0,
  created_at timestamptz not null default moment(),
  -- When the uploader first saw its values in full; null before.
  revealed_at timestamptz,
  check (status <> 'applied' or added + updated + unchanged + rejected + left_out = rows),
  check ((status = 'failed') = (problem is not null)),
  check (file_key is null or status = 'checking')
);
create index imports_project on imports (project_id, kind, created_at desc);
create index imports_unit on imports (unit_id);
create index imports_operator on imports (operator_id, created_at desc);

-- A row of the file on its way in. Personal numbers are only sealed or blind-indexed.
create table import_rows (
  -- Of `imports`, which keep their rows; row by row a foreign key costs as much as half of the copying.
  import_id uuid not null,
  row_no int not null,
  -- The first row of the thing it belongs to: such rows are applied together.
  group_no int not null,
  -- What it is about, as a person calls it.
  label text not null,
  -- The cells as read, with personal numbers masked; the masked values are sealed in another column.
  cells json not null,
  cells_sealed bytea,
  -- The parsed row; null when it could not be parsed. Stored as json: queries rarely need a part of it.
  draft json,
  card_index bytea,
  card_sealed bytea,
  mobile_index bytea,
  mobile_sealed bytea,
  -- Equal for rows with the same content, and for rows that belong together.
  key_hash bytea,
  group_hash bytea,
  -- The hash of the row alone, where `key_hash` becomes that of all rows that belong together.
  part_hash bytea,
  -- Why it is not imported: each a column, a code of its kind and its values.
  problems jsonb not null default '[]',
  -- What the sheet says of its cells beside their texts: faults by place, and remarks. Null where there is nothing.
  notes jsonb,
  -- Words on cells that show something else than they hold: which of the two was taken. Null where there are none.
  remarks jsonb,
  -- It is hidden in the sheet, as by a filter.
  hidden boolean not null default false,
  state text not null default 'good' check (state in ('good', 'bad', 'out', 'accepted', 'rejected')),
  outcome text not null default 'new' check (outcome in ('new', 'changed', 'same')),
  -- What the row was found to be, or became.
  target_id uuid,
  -- What was found that is no part of the file and decides what applying does, where its kind keeps it: a price, a class.
  basis jsonb,
  -- Counts how often the row was edited.
  version int not null default 1,
  primary key (import_id, row_no)
);
create index import_rows_open on import_rows (import_id, group_no, row_no) where state = 'good';
create index import_rows_wrong on import_rows (import_id, row_no) where state in ('bad', 'rejected');
create index import_rows_remarked on import_rows (import_id, row_no) where remarks is not null;
create index import_rows_hidden on import_rows (import_id, row_no) where hidden;
create index import_rows_key on import_rows (import_id, key_hash) where key_hash is not null;
create index import_rows_group on import_rows (import_id, group_no, row_no) where group_hash is not null;
