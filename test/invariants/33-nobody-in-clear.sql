-- (33) No identity number and no mobile number is in clear in any row. Left out are the texts the demo would have
-- sent, which a phone shows anyway, and the telephones that units publish. Nobody's face or papers are among the
-- pictures for everybody.
select t.table_name as what, (xpath('//n/text()', found.rows))[1]::text as rows
from information_schema.tables t
cross join lateral query_to_xml(format(
  'select count(*) as n from %I x where translate(x::text, ''\'', ''/'') ~ %L', t.table_name,
  '(^|[^0-9A-Za-z.+/=_-])([1-9][0-9]{5}(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx]|1[3-9][0-9]{9})($|[^0-9A-Za-z.+/=_-])'
), false, true, '') as found(rows)
where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name not in ('outbox_messages', 'units')
  and (xpath('//n/text()', found.rows))[1]::text <> '0'
union all
select 'images', key from images
where not is_personal and key in (
  select image_key from accounts union all select photo_key from students union all select proof_key from approvals)
