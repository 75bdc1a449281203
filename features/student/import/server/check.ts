import type { Tx } from '../../../../server/db.ts'
import type { RowProblem } from '../../../import/contract.ts'
import { problem } from '../../../import/rules.ts'
import { type FoundImport, judgeRows } from '../../../import/server/actions.ts'

/** Messages for learners and personal numbers the portal has already; `{unit}` is a unit below the chosen one. */
export const rosterProblems = {
  deleted: problem('cardNumber', '这个证件号的账号已被删除', 'the account with this ID was deleted', {
    zh: '请联系管理员恢复账号',
    en: 'ask an administrator to restore it',
  }),
  staff: problem('cardNumber', '这个证件号属于一位管理人员', 'this ID belongs to a member of staff', {
    zh: '请删除这一行',
    en: 'delete this row',
  }),
  below: problem('cardNumber', '这位学员已在“{unit}”', 'this learner is in "{unit}" already', {
    zh: '在学员页把他调入本单位，或在单位列写上“{unit}”',
    en: 'move the learner on the learner page, or enter “{unit}” in the unit column',
  }),
  elsewhere: problem(
    'cardNumber',
    '这位学员已在其他单位登记',
    'this learner is registered with another unit',
    {
      zh: '由双方共同的上级单位或项目管理员调动；导入不会移动学员',
      en: 'ask a manager of a unit above both, or a project administrator, to move the learner; imports do not move learners',
    },
  ),
  name: problem('realName', '与这个证件号已登记的姓名不同', 'is not the name on record for this ID', {
    zh: '核对姓名和证件号；确已改名的，在学员详情里更正',
    en: 'check name and ID number; if the name has changed, correct it in the learner’s details',
  }),
  mobile: problem('mobile', '这个手机号已是别人的', 'somebody else has this mobile number', {
    zh: '填学员本人的手机号；不会因手机号相同而合并账号',
    en: 'enter the learner’s own number; accounts are never merged by mobile number',
  }),
  closed: problem(
    'unitId',
    '这个单位在检查之后停用或合并了',
    'this unit was disabled or merged after the check',
    {
      zh: '写其他单位后重新上传',
      en: 'enter another unit and upload the file again',
    },
  ),
  meanwhile: problem(null, '检查之后有人登记了这位学员', 'somebody registered this learner after the check', {
    zh: '重新上传即可看到现在的情况',
    en: 'upload the file again to see the current state',
  }),
} satisfies Record<string, RowProblem>

/** Judges staged learners by what the portal holds: one statement for IDs it has, one for numbers in use. */
export async function checkRoster(tx: Tx, found: FoundImport): Promise<void> {
  const say = (one: RowProblem) => tx.json([one] as never)
  await judgeRows(
    tx,
    found.id,
    tx`
    select m.row_no, m.problem, case when m.is_same then 'same' else 'changed' end as outcome,
      m.account_id as target_id, m.group_no, m.key_hash
    from (
      select i.row_no, i.group_no, i.key_hash, s.account_id,
        case
          when a.status = 'deleted' then ${say(rosterProblems.deleted)}::jsonb
          when l.role_system <> 3 then ${say(rosterProblems.staff)}::jsonb
          when s.unit_id is distinct from (i.draft->>'unitId')::uuid and u.path like ${`${found.unitPath}%`}
            then replace(${say(rosterProblems.below)}::jsonb::text, '{unit}',
              regexp_replace(to_jsonb(u.name)::text, '^"|"$', '', 'g'))::jsonb
          when s.unit_id is distinct from (i.draft->>'unitId')::uuid then ${say(rosterProblems.elsewhere)}::jsonb
          when s.real_name <> i.draft->>'realName' then ${say(rosterProblems.name)}::jsonb
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
    select r.row_no, ${say(rosterProblems.mobile)}::jsonb as problem, null::text as outcome,
      null::uuid as target_id, r.group_no, r.key_hash
    from import_rows r
    join accounts a on a.project_id = ${found.projectId} and a.mobile_index = r.mobile_index
      and a.status <> 'deleted' and a.id is distinct from r.target_id
    where r.import_id = ${found.id} and r.state = 'good' and (r.target_id is null or exists (
      select from accounts o where o.id = r.target_id and o.mobile_index is null))`,
  )
}
