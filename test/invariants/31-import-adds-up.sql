-- (31) An applied import has accepted or rejected each of its rows, counts them rightly, and what it accepted is there.
select i.id, i.rows, i.accepted, i.rejected, count(*) filter (where r.state = 'accepted') as accepted_rows
from question_imports i join question_import_rows r on r.import_id = i.id
where i.status = 'applied'
group by i.id
having count(*) <> i.rows or count(*) filter (where r.state = 'accepted') <> i.accepted
  or count(*) filter (where r.state in ('bad', 'rejected')) <> i.rejected
union all
select i.id, i.rows, r.row_no, null, null
from question_imports i join question_import_rows r on r.import_id = i.id
where i.status = 'applied' and r.state = 'accepted' and r.row_no = r.group_no
  and not exists (select from questions q where q.bank_id = i.bank_id and q.content_hash = r.content_hash)
