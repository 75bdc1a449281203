import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, OneOf, type OutputOf } from '../../../contract/call.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { RosterRow, type unitClassCalls } from '../contract.ts'
import { orderableStates, personProblems, type RosterState, rosterStates } from '../rules.ts'
import { getFacts, getUnitClass, type UnitClassFacts } from './data.ts'
import { personColumns, personJoins, problemOf, sayPerson } from './person.ts'

/** The state of a person `p` of a roster, by their item `it` and their enrolment `e`. */
const state = (db: Db): Fragment => db`
  case when it.id is null then 'listed'
    when it.payable > 0 and it.refunded = it.payable then 'ended'
    when it.order_status = 'unpaid' then 'unpaid'
    when it.place = 'opening' then 'opening'
    when it.place = 'failed' then 'failedToOpen'
    when e.status in ('passed', 'failed', 'expired', 'transferred') then e.status
    when e.status = 'active' then case when e.watched_seconds = 0 and e.exam_score is null then 'idle' else 'studying' end
    else 'ended' end`

/** The newest item of a person `p` in a unit class `uc`, of an order that is not cancelled, and what it opened. */
const progressJoins = (db: Db): Fragment => db`
  left join lateral (
    select i.id, i.order_id, o.order_no, o.status as order_status, i.payable, i.refunded, i.refunding, l.state as place
    from order_items i join orders o on o.id = i.order_id and o.status <> 'cancelled'
    join batch_orders b on b.order_id = o.id and b.unit_class_id = p.unit_class_id
    left join batch_places l on l.item_id = i.id
    where i.account_id = p.account_id and i.class_id = uc.class_id order by i.order_id desc limit 1) it on true
  -- Who was moved away and came back has two of the place: the newest is how far they are.
  left join lateral (
    select * from enrolments e where e.account_id = p.account_id and e.class_id = uc.class_id and e.source = 'batch'
      and e.source_id = it.id order by e.id desc limit 1) e on true`

/** True if a place can be given to another person: nobody has begun it, and no money of it goes back. */
const replaceable = (db: Db): Fragment => db`
  (it.id is not null and it.refunding = 0 and (it.place = 'failed' and it.refunded < greatest(it.payable, 1)
    or it.place = 'opened' and e.status = 'active' and e.suspended_by is null and e.watched_seconds = 0
      and e.exam_score is null and it.refunded = 0))`

const { problem: _problem, ...rosterProperties } = RosterRow.properties
const StoredRosterRow = Type.Object({
  ...rosterProperties,
  problem: Nullable(OneOf(personProblems)),
})

/** A unit class of the caller's scope with a page of its people, and how many are in each state; refuses 404. */
export async function getDetailAndList(
  db: Db,
  session: Session,
  input: InputOf<typeof unitClassCalls.getUnitClassDetailAndList>,
): Promise<OutputOf<typeof unitClassCalls.getUnitClassDetailAndList>> {
  const detail = await getUnitClass(db, session, input.id)
  const facts = await getFacts(db, session.scope, input.id)
  const from = db`
    unit_class_people p join unit_classes uc on uc.id = p.unit_class_id join accounts a on a.id = p.account_id
    ${progressJoins(db)}`
  const problem = db`
    case ${state(db)} when 'failedToOpen' then 'notDelivered' when 'listed' then ${problemOf(db, facts)} end`
  const [counted, { total, list }] = await Promise.all([
    db<{ state: RosterState; count: number }[]>`
      select ${state(db)} as state, count(*)::int as count from ${from} where p.unit_class_id = ${input.id} group by 1`,
    page(db, StoredRosterRow, input, {
      columns: db`
        ${personColumns(db)}, ${state(db)} as state, ${problem} as problem, it.order_id, it.order_no, it.id as item_id,
        e.id as enrolment_id, coalesce(e.progress, 0) as progress, e.studied_at, e.passed_at, e.expires_at,
        p.reminded_at, coalesce(${replaceable(db)}, false) as replaceable, p.created_at as added_at`,
      from,
      join: personJoins(db),
      where: [
        db`p.unit_class_id = ${input.id}`,
        input.state && db`${state(db)} = any(${input.state})`,
        input.blocked !== undefined &&
          db`${state(db)} = 'listed' and (${problemOf(db, facts)} is not null) = ${input.blocked}`,
        input.keyword &&
          db`p.account_id = any(array(${learnersNamed(db, { projectId: facts.projectId, unitPath: null }, input.keyword)}))`,
      ],
      orderBy: db`p.created_at, p.account_id`,
    }),
  ])
  const byState = new Map(counted.map(({ state: name, count }) => [name, count]))
  const counts = Object.fromEntries(rosterStates.map((name) => [name, byState.get(name) ?? 0]))
  return {
    detail,
    counts: counts as Record<RosterState, number>,
    total,
    list: list.map((row) => ({ ...row, problem: sayPerson(row.problem) })),
  }
}

/** Choice of the people of an order: those named, or all who had no place yet, without some, and some who had one. */
export interface RosterChoice {
  accountIds?: readonly string[] | undefined
  without?: readonly string[] | undefined
  again?: readonly string[] | undefined
}

/** True if a person `p` of a roster, in a state in which no order has them, is chosen. */
function isChosen(db: Db, { accountIds, without = [], again = [] }: RosterChoice): Fragment {
  if (accountIds) return db`p.account_id = any(${accountIds as string[]}::uuid[])`
  return db`
    case ${state(db)} when 'listed' then p.account_id <> all(${without as string[]}::uuid[])
      else p.account_id = any(${again as string[]}::uuid[]) end`
}

const RosterPerson = Type.Object({
  accountId: Type.String(),
  state: OneOf(orderableStates),
  isChosen: Type.Boolean(),
  problem: Nullable(OneOf(personProblems)),
})

async function readRoster(
  db: Db,
  facts: UnitClassFacts,
  choice: RosterChoice,
  where: Fragment,
): Promise<Static<typeof RosterPerson>[]> {
  const rows = await db`
    select a.id as account_id, ${state(db)} as state, ${isChosen(db, choice)} as is_chosen, ${problemOf(db, facts)} as problem
    from unit_class_people p join unit_classes uc on uc.id = p.unit_class_id join accounts a on a.id = p.account_id
    ${progressJoins(db)}
    where p.unit_class_id = ${facts.id} and ${state(db)} = any(${[...orderableStates]}) and ${where}
    order by ${state(db)} <> 'listed', p.created_at, p.account_id`
  return rowsOf(RosterPerson, rows)
}

/** People of a roster whom no order has, each judged: who had no place yet first, in the order in which they joined it. */
export const judgeRoster = (db: Db, facts: UnitClassFacts, choice: RosterChoice) =>
  readRoster(db, facts, choice, db`true`)

/** Those of them who are chosen. */
export const judgeChosen = (db: Db, facts: UnitClassFacts, choice: RosterChoice) =>
  readRoster(db, facts, choice, isChosen(db, choice))

/** People of a roster among some: those whom an order has, and those whose transfer can be undone, who would be back. */
export async function countHeld(
  db: Db,
  unitClassId: string,
  accountIds: readonly string[],
): Promise<{ ordered: number; returning: number }> {
  const [row] = await db<{ ordered: number; returning: number }[]>`
    select count(*) filter (where ${state(db)} <> all(${[...orderableStates]}))::int as ordered,
      count(*) filter (where exists (select from returning_places r where r.enrolment_id = e.id))::int as returning
    from unit_class_people p join unit_classes uc on uc.id = p.unit_class_id ${progressJoins(db)}
    where p.unit_class_id = ${unitClassId} and p.account_id = any(${accountIds as string[]}::uuid[])`
  return row!
}

/** People of a roster with an open place that they have not begun, and who were not reminded today. */
export async function listIdle(
  db: Db,
  unitClassId: string,
  accountIds: readonly string[] | undefined,
): Promise<{ accountId: string; enrolmentId: string; expiresAt: string | null }[]> {
  return db`
    select p.account_id, e.id as enrolment_id, e.expires_at
    from unit_class_people p join unit_classes uc on uc.id = p.unit_class_id ${progressJoins(db)}
    where p.unit_class_id = ${unitClassId} and ${state(db)} = 'idle'
      ${accountIds ? db`and p.account_id = any(${accountIds as string[]}::uuid[])` : db``}
      and (p.reminded_at is null or (p.reminded_at at time zone 'Asia/Shanghai')::date
        < (moment() at time zone 'Asia/Shanghai')::date)
    order by p.account_id for update of p`
}
