import type { Tx } from '../../../../server/db.ts'
import { problemsOf } from '../../../import/rules.ts'
import { type FoundImport, judgeRows } from '../../../import/server/actions.ts'
import { rosterProblems } from '../rules.ts'

const problem = problemsOf(rosterProblems)

/** Judges staged learners by what the portal holds: one statement for IDs it has, one for numbers in use. */
export async function checkRoster(tx: Tx, found: FoundImport): Promise<void> {
  const say = (column: string, code: keyof typeof rosterProblems) =>
    tx`${tx.json([problem(column, code)] as never)}::jsonb`
  await judgeRows(
    tx,
    found.id,
    tx`
    select m.row_no, m.problem, case when m.is_same then 'same' else 'changed' end as outcome,
      m.account_id as target_id, m.group_no, m.key_hash
    from (
      select i.row_no, i.group_no, i.key_hash, s.account_id,
        case
          when a.status = 'deleted' then ${say('cardNumber', 'deleted')}
          when l.role_system <> 3 then ${say('cardNumber', 'staff')}
          when s.unit_id is distinct from (i.draft->>'unitId')::uuid and u.path like ${`${found.unitPath}%`}
            then jsonb_set(${say('cardNumber', 'below')}, '{0,values}', jsonb_build_object('unit', u.name))
          when s.unit_id is distinct from (i.draft->>'unitId')::uuid then ${say('cardNumber', 'elsewhere')}
          when s.real_name <> i.draft->>'realName' then ${say('realName', 'name')}
        end as problem,
        jsonb_build_object('nation', s.nation, 'politicalStatus', s.political_status, 'education', s.education,
          'degree', s.degree, 'titleLevel', s.title_level, 'jobTitle', s.job_title,
          'personnelCategory', s.personnel_category, 'schoolName', s.school_name, 'major', s.major,
          'workPlace', s.work_place, 'workSince', s.work_since) @> (i.draft->'profile')::jsonb
          and (a.mobile_index is not null or i.mobile_index is null) as is_same
      from import_rows i
      join students s on s.project_id = ${found.projectId} and s.card_index = i.card_index
      join accounts a on a.id = s.account_id join roles l on l.id = a.role_id
      left join units u on u.id = s.unit_id
      where i.import_id = ${found.id} and i.state = 'good') m`,
  )
  await judgeRows(
    tx,
    found.id,
    tx`
    select r.row_no, ${say('mobile', 'mobileTaken')} as problem, null::text as outcome,
      null::uuid as target_id, r.group_no, r.key_hash
    from import_rows r
    join accounts a on a.project_id = ${found.projectId} and a.mobile_index = r.mobile_index
      and a.status <> 'deleted' and a.id is distinct from r.target_id
    where r.import_id = ${found.id} and r.state = 'good' and (r.target_id is null or exists (
      select from accounts o where o.id = r.target_id and o.mobile_index is null))`,
  )
}
