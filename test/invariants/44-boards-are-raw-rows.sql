-- (44) What boards count, folded or not, is what the rows themselves give, for each unit with all below it and the project.
select project_id, unit_id, kind, grain, start, class_type, shown, counted, 'counts otherwise than the rows' as problem
from board_differences
union all
select d.project_id, d.account_id, 'active', 'day', d.day, '', 1, 0, 'is active on a day without a lease or an attempt'
from board_days d
where not exists (select from play_leases l where l.account_id = d.account_id and china_day(l.opened_at) = d.day)
  and not exists (select from exam_attempts t where t.account_id = d.account_id and china_day(t.started_at) = d.day)
