-- (37) No row holds a sentence of the interface: what a json column says is a code and its values, made into a sentence
-- when it is read. Values may have names in both languages.
select c.table_name as what, c.column_name as at, (xpath('//n/text()', found.rows))[1]::text as rows
from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
cross join lateral query_to_xml(format(
  'select count(*) as n from %I where regexp_replace(%I::jsonb::text, %L, '''', ''g'') ~ ''"zh":''',
  c.table_name, c.column_name, '"values": \{([^{}]|\{[^{}]*\})*\}'
), false, true, '') as found(rows)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('json', 'jsonb')
  and (xpath('//n/text()', found.rows))[1]::text <> '0'
