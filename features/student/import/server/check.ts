import type { Fragment, Tx } from '../../../../server/db.ts'
import { isToConfirm } from '../../../account/server/actions.ts'
import { problemsOf } from '../../../import/rules.ts'
import { type FoundImport, judgeRows } from '../../../import/server/actions.ts'
import { rosterProblems } from '../rules.ts'

const problem = problemsOf(rosterProblems)

/** Different numbers that look alike masked, in the files of a day; more by chance only in a file of many thousand rows. */
const mostAlike = 5

/**
 * Masks under which somebody who sees numbers masked has tried so many numbers, in files of a day that were not applied,
 * that the file reads as a search for the right one: whose it is, is then only found out by applying it.
 */
function guesses(tx: Tx, found: FoundImport, index: Fragment, mask: Fragment): Fragment {
  return tx`
    select ${mask} from import_rows r join imports i on i.id = r.import_id
    where i.operator_id = ${found.operatorId} and i.kind = ${found.kind} and i.status <> 'applied'
      and i.created_at > moment() - interval '1 day' and r.draft is not null
    group by 1
    having count(distinct ${index}) >
      ${mostAlike} + (select count(*) from import_rows where import_id = ${found.id}) / 10000`
}

/** True if the person who imports sees the numbers of learners masked. */
async function seesMasked(tx: Tx, { operatorId }: FoundImport): Promise<boolean> {
  const rows = await tx`
    select from accounts a join roles r on r.id = a.role_id
    where a.id = ${operatorId} and '/student-manage/student#reveal' = any(r.menus)`
  return rows.length === 0
}

/**
 * Makes the condition that the number of a staged row is compared with what the portal holds: it is not guessed at, by
 * somebody who sees numbers masked. The drafts of the kind have `cardMask`, `birthDate` and `mobileMask`.
 */
export async function comparing(tx: Tx, found: FoundImport): Promise<Record<'card' | 'mobile', Fragment>> {
  if (!(await seesMasked(tx, found))) return { card: tx`true`, mobile: tx`true` }
  const cardMask = tx`(r.draft->>'cardMask') || (r.draft->>'birthDate')`
  const mobileMask = tx`r.draft->>'mobileMask'`
  return {
    card: tx`${cardMask} <> all(array(${guesses(tx, found, tx`r.card_index`, cardMask)}))`,
    mobile: tx`${mobileMask} <> all(array(${guesses(tx, found, tx`r.mobile_index`, mobileMask)}))`,
  }
}

/**
 * Judges staged learners by each other and by what the portal holds: a number that occurs twice in the file is refused
 * the second time, unless the first row is left out; then one statement for IDs the portal has, one for mobile numbers in
 * use. Numbers that are guessed at are not compared.
 */
export async function checkRoster(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const say = (column: string, code: keyof typeof rosterProblems) =>
    tx`${tx.json([problem(column, code)] as never)}::jsonb`
  const repeats = (column: string, code: keyof typeof rosterProblems, row: Fragment) =>
    tx`jsonb_set(${say(column, code)}, '{0,values}', jsonb_build_object('row', ${row}))`
  const firstRows = (index: Fragment) => tx`
    select ${index} as index, min(row_no) as row from import_rows
    where import_id = ${found.id} and ${index} is not null and state <> 'out' group by 1 having count(*) > 1`
  await judgeRows(
    tx,
    found.id,
    tx`
    select r.row_no, r.group_no, r.key_hash, null::text as outcome, null::uuid as target_id,
      case when c.row is null then '[]' else ${repeats('cardNumber', 'sameCard', tx`c.row`)} end
        || case when m.row is null or m.row = c.row then '[]'
          else ${repeats('mobile', 'sameMobile', tx`m.row`)} end as problem
    from import_rows r
    left join (${firstRows(tx`card_index`)}) c on c.index = r.card_index and c.row < r.row_no
    left join (${firstRows(tx`mobile_index`)}) m on m.index = r.mobile_index and m.row < r.row_no
    where r.import_id = ${found.id} and r.state = 'good' and ${among} and (c.row is not null or m.row is not null)`,
  )
  const compared = await comparing(tx, found)
  await judgeRows(
    tx,
    found.id,
    tx`
    select m.row_no, m.problem, case when m.is_same then 'same' else 'changed' end as outcome,
      m.account_id as target_id, m.group_no, m.key_hash
    from (
      select r.row_no, r.group_no, r.key_hash, s.account_id,
        case
          when a.status = 'deleted' then ${say('cardNumber', 'deleted')}
          when l.role_system <> 3 then ${say('cardNumber', 'staff')}
          when s.unit_id is distinct from (r.draft->>'unitId')::uuid and u.path like ${`${found.unitPath}%`}
            then jsonb_set(${say('cardNumber', 'below')}, '{0,values}', jsonb_build_object('unit', u.name))
          when s.unit_id is distinct from (r.draft->>'unitId')::uuid then ${say('cardNumber', 'elsewhere')}
          when name_key(s.real_name) <> name_key(r.draft->>'realName') then ${say('realName', 'name')}
        end as problem,
        jsonb_build_object('nation', s.nation, 'politicalStatus', s.political_status, 'education', s.education,
          'degree', s.degree, 'titleLevel', s.title_level, 'jobTitle', s.job_title,
          'personnelCategory', s.personnel_category, 'schoolName', s.school_name, 'major', s.major,
          'workPlace', s.work_place, 'workSince', s.work_since) @> (r.draft->'profile')::jsonb
          and (a.mobile_index is not null or r.mobile_index is null) and not ${isToConfirm(tx, found.operatorId)} as is_same
      from import_rows r
      join students s on s.project_id = ${found.projectId} and s.card_index = r.card_index
      join accounts a on a.id = s.account_id join roles l on l.id = a.role_id
      left join units u on u.id = s.unit_id
      where r.import_id = ${found.id} and r.state = 'good' and ${among}
        and ${compared.card}) m`,
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
    where r.import_id = ${found.id} and r.state = 'good' and ${among}
      and ${compared.mobile} and (r.target_id is null or exists (
      select from accounts o where o.id = r.target_id and o.mobile_index is null))`,
  )
}
