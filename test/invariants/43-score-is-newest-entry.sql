-- (43) A score says what its newest entry says, and its entries are numbered without a gap; that of an attempt says what the
-- attempt does, and every recorded attempt has one; that of a subject is within its marks, of a person who applied for it.
select c.id, 'says something else than its newest entry' as problem
from scores c left join score_entries e on e.score_id = c.id and e.no = c.entry_no
where (e.points, e.result, e.source, e.created_at) is distinct from (c.points, c.result, c.source, c.entered_at)
union all
select c.id, 'has a gap in its entries, or one above the newest'
from scores c
where c.entry_no <> (select count(*) from score_entries e where e.score_id = c.id)
  or c.entry_no <> (select max(e.no) from score_entries e where e.score_id = c.id)
union all
select t.id, 'is an attempt whose score says something else'
from exam_attempts t left join scores c on c.attempt_id = t.id
where t.status = 'scored' and t.recorded_at is not null
  and (c.points, c.result, c.account_id) is distinct from
    (t.score, case when t.passed then 'passed' else 'failed' end, t.account_id)
union all
select c.id, 'is of a voided attempt and not deleted'
from scores c join exam_attempts t on t.id = c.attempt_id where t.status = 'voided' and c.result <> 'deleted'
union all
select c.id, 'is of another person or a subject nobody applied for'
from scores c join sign_up_applications p on p.id = c.application_id join sign_up_subjects j on j.id = c.subject_id
where p.account_id <> c.account_id or p.project_id <> c.project_id or j.sign_up_id <> p.sign_up_id
  or not j.id = any(p.subject_ids)
union all
select c.id, 'is beyond the marks of its subject, or passed otherwise than by them'
from scores c join sign_up_subjects j on j.id = c.subject_id
where c.points > j.full_score or c.points is not null and (c.points >= j.pass_score) <> (c.result = 'passed')
union all
select e.score_id, 'was corrected without a second person'
from score_entries e join scores c on c.id = e.score_id
where e.source = 'correction' and c.subject_id is not null and not exists (select from approvals p
  where p.subject_id = c.id and p.kind = 'scoreChange' and p.applier_id = e.operator_id and p.proposer_id <> e.operator_id)
union all
select m.id, 'is an appeal of another person, or one upheld without a correction'
from score_appeals m join scores c on c.id = m.score_id
left join approvals p on p.id = m.approval_id and p.subject_id = c.id
where m.account_id <> c.account_id or m.status = 'upheld' and p.status is distinct from 'applied'
