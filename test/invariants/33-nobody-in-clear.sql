-- (33) No identity, mobile or bank card number is in clear in any row, however it is written: in one, divided, after
-- +86, in full-width digits. Left out are the texts the demo would have sent, which a phone shows anyway, and the
-- telephones that units publish, the seed of a paper, a random number that may look like one, and columns whose type
-- holds no such number. Nobody's face or papers are among the pictures for everybody.
with form (part) as (values
  ('(00)?86[-. ]?1[3-9][0-9]{9}'),
  ('1[3-9][0-9]{9}'),
  ('1[3-9][0-9]S[0-9]{4}S[0-9]{4}'),
  ('1[3-9][0-9]S[0-9]{8}'),
  ('1[3-9][0-9]{2}S[0-9]{3}S[0-9]{4}'),
  ('1[3-9][0-9]S[0-9]{3}S[0-9]{5}'),
  ('A[0-9]{4}S?(19|20)[0-9]{2}S?D S?[0-9]{3}[0-9Xx]'),
  ('A[0-9]{4}S?[0-9]{2}D S?[0-9]{3}'),
  ('62[0-9]{14}'), ('62[0-9]{17}'),
  ('62[0-9]{2}( [0-9]{4}){3}( [0-9]{3})?')),
number (pattern) as (
  select '((?<![0-9A-Za-z])|(?<=/[nrt]))(?<!0\.)(' || string_agg(replace(replace(replace(replace(part,
    ' S', 'S'), 'S', '([-./_ \u00a0\u3000\u00b7]{1,2})'),
    'D', '(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])'),
    'A', '(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)'), '|') || ')(?![0-9A-Za-z])'
  from form)
select t.table_name as what, (xpath('//n/text()', found.rows))[1]::text as rows
from number, information_schema.tables t
cross join lateral (
  select string_agg(quote_ident(c.column_name), ', ') as list from information_schema.columns c
  where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name <> 'seed' and c.data_type not in
    ('uuid', 'timestamp with time zone', 'date', 'boolean', 'smallint', 'integer', 'bytea')) as columns
cross join lateral query_to_xml(format(
  'select count(*) as n from (select %s from %I) x where translate(to_jsonb(x)::text, ''\０１２３４５６７８９Ｘｘ－．　'', ''/0123456789Xx-. '') ~ %L',
  columns.list, t.table_name, number.pattern
), false, true, '') as found(rows)
where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name not in ('outbox_messages', 'units')
  and (xpath('//n/text()', found.rows))[1]::text <> '0'
union all
select 'images', key from images
where not is_personal and key in (
  select image_key from accounts union all select photo_key from students union all select proof_key from approvals)
