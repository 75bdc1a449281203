import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { countedRows } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, type Tx } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { hasWholeProject, inScope, type Scope, type Session } from '../../../server/session.ts'
import { learnerOf } from '../../correction/server/actions.ts'
import { paysLessIn } from '../../student/manage/server/actions.ts'
import { type supportCaseCalls, ExceptionRow, UnitIssue } from '../contract.ts'
import type { ExceptionKind, ExceptionStatus } from '../rules.ts'

const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })

type Query = InputOf<(typeof supportCaseCalls)['queryList']>

/** A page of registered problems in scope, the newest first. */
export async function pageExceptions(db: Db, secrets: Secrets, scope: Scope, input: Query) {
  const { id, status, kind, keyword, accountId, waiting, after } = input
  return page(db, ExceptionRow, input, {
    columns: db`
      e.id, e.account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, u.name as unit_name, e.kind,
      e.note, e.status, e.outcome, p.status as correction_status, r.user_name as registrar_name,
      t.user_name as settler_name, e.settled_at, e.created_at`,
    key: db`e.id`,
    from: db`
      exception_registers e join accounts a on a.id = e.account_id left join students s on s.account_id = a.id
      left join units u on u.id = a.unit_id left join approvals p on p.id = e.correction_id`,
    join: db`join accounts r on r.id = e.registrar_id left join accounts t on t.id = e.settler_id`,
    where: [
      db`e.project_id = ${scope.projectId}`,
      visible(db, scope),
      id && db`e.id = ${id}`,
      status && db`e.status = ${status}`,
      waiting !== undefined && db`(${isWaiting(db)}) = ${waiting}`,
      kind && db`e.kind = ${kind}`,
      accountId && db`e.account_id = ${accountId}`,
      keyword && learnerOf(db, secrets, keyword),
    ],
    after: after !== undefined && db`e.id < ${after}`,
    sorts: { status: db`e.status` },
    orderBy: db`e.id desc`,
    capped: true,
  })
}

/** True if it is time for a problem `e` with approval `p` of its correction, as by the rules' `isWaiting`. */
const isWaiting = (db: Db) =>
  db`is_unsettled(e.status) and (e.status = 'open' or p.status not in ('proposed', 'approved'))`

/** The problems in scope that somebody has to see to, as work that waits. */
export const waitingExceptions = (db: Db, scope: Scope): Fragment => db`
  select e.id, e.created_at, null from exception_registers e join accounts a on a.id = e.account_id
  left join units u on u.id = a.unit_id left join approvals p on p.id = e.correction_id
  where e.project_id = ${scope.projectId} and ${visible(db, scope)} and ${isWaiting(db)}`

/** The learners `a` of the caller's project. */
const learners = (db: Db, { projectId }: Scope) => db`
  a.status <> 'deleted' and a.role_id = any(array(
    select id from roles where project_id = ${projectId} and role_system = 3))`

/** Conditions under which the unit of a learner `a` is in doubt: each is found by an index. */
const doubts = (db: Db, { projectId }: Scope) => ({
  none: db`a.unit_id is null`,
  closed: db`a.unit_id = any(array(select id from units where project_id = ${projectId} and status <> 'active'))`,
  differs: db`a.id = any(array(select account_id from students where project_id = ${projectId} and unit_differs))`,
})

/** Learners in scope whose unit is missing or closed, as work that waits. */
export const waitingUnitIssues = (db: Db, scope: Scope, issue: 'none' | 'closed'): Fragment => db`
  select a.id, a.created_at, null from accounts a left join units u on u.id = a.unit_id
  where ${learners(db, scope)} and ${visible(db, scope)} and ${doubts(db, scope)[issue]}`

/** A page of learners whose unit is missing or in doubt, the newest first. */
export async function pageUnitIssues(
  db: Db,
  scope: Scope,
  input: InputOf<(typeof supportCaseCalls)['queryUnitIssues']>,
) {
  const { issue, after } = input
  const below = after === undefined ? db`` : db`and a.id < ${after}`
  // Each by itself, the newest that the list can show: together the conditions would be asked of every learner.
  const found = Object.entries(doubts(db, scope))
    .filter(([each]) => issue === undefined || each === issue)
    .map(
      ([, doubt]) => db`(
        select a.id from accounts a left join units u on u.id = a.unit_id
        where ${learners(db, scope)} and ${visible(db, scope)} and ${doubt} ${below}
        order by a.id desc limit ${countedRows})`,
    )
    .reduce((all, each) => db`${all} union all ${each}`)
  const why = db`case when a.unit_id is null then 'none' when u.status <> 'active' then 'closed' else 'differs' end`
  return page(db, UnitIssue, input, {
    columns: db`
      a.id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, a.mobile_mask, u.name as unit_name,
      s.work_place, ${why} as issue, a.created_at`,
    key: db`a.id`,
    from: db`
      accounts a left join units u on u.id = a.unit_id left join students s on s.account_id = a.id`,
    where: [
      learners(db, scope),
      visible(db, scope),
      db`a.id = any(array(${found}))`,
      issue && db`${why} = ${issue}`,
    ],
    after: after !== undefined && db`a.id < ${after}`,
    sorts: { createdAt: db`a.created_at` },
    orderBy: db`a.id desc`,
    capped: true,
  })
}

/** Previews a learner's change of unit; refuses (404) a learner or an active unit out of scope. */
export async function previewUnit(
  db: Db,
  session: Session,
  input: { accountId: string; unitId: string },
): Promise<OutputOf<typeof supportCaseCalls.previewUnit>> {
  const { scope } = session
  const [row] = await db<{ from: string | null; to: string; live: number; ofUnit: number; unpaid: number }[]>`
    select u.name as from, t.name as to, counts.*,
      (select count(distinct i.order_id)::int from order_items i where i.account_id = a.id and i.waiting) as unpaid
    from accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id
    join units t on t.id = ${input.unitId} and t.status = 'active' and t.project_id = a.project_id
    cross join lateral (
      select count(*)::int as live,
        -- Whom staff put in by name has no import behind it, and is no matter of the unit.
        count(*) filter (where e.source = 'batch' or e.source = 'import' and e.source_id is not null)::int as of_unit
      from enrolments e where e.account_id = a.id and e.status in ('applied', 'approved', 'active', 'failed')) counts
    where a.id = ${input.accountId} and a.status <> 'deleted' and ${visible(db, scope)}
      and ${inScope(db, scope, { project: 't.project_id', unitPath: 't.path', account: 'a.id' })}`
  if (!row) refuse(commonRefusals.notFound)
  const isCheaper = await paysLessIn(db, input.accountId, input.unitId)
  return { ...row, toConfirm: isCheaper && hasWholeProject(session) }
}

export interface LockedException {
  id: string
  accountId: string
  kind: ExceptionKind
  status: ExceptionStatus
}

/** Locks a registered problem of a learner in scope, after the learner as everyone does; null when there is none. */
export async function lockException(tx: Tx, scope: Scope, id: string): Promise<LockedException | null> {
  await tx`
    select from exception_registers e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${id} and ${visible(tx, scope)} for no key update of a`
  const [row] = await tx<LockedException[]>`
    select e.id, e.account_id, e.kind, e.status
    from exception_registers e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${id} and ${visible(tx, scope)} for update of e`
  return row ?? null
}
