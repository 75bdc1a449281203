import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { assertNotOwn } from '../../../approval/server/actions.ts'
import { kindsOf } from '../../server/actions.ts'
import type { signUpPermission } from '../../rules.ts'
import { type applicationCalls, applicationRefusals } from '../contract.ts'
import { inReach } from './data.ts'
import { sendMessages } from '../../../message/server/actions.ts'
import { feeDueSoon } from './messages.ts'
import {
  assertFree,
  isLive,
  type LockedApplication,
  lockApplications,
  moveApplications,
} from './transition.ts'

export { inReach, seatsOf } from './data.ts'
export { applyFor, assertNoFiles, assertOpen } from './person.ts'
export { isLive, type LockedApplication, lockApplications, moveApplications } from './transition.ts'

/** Locks applications in the reach of a holder of a button; refuses 404 where one of them is not, and (409) one's own. */
async function lockInReach(
  tx: Tx,
  session: Session,
  ids: readonly string[],
  button: Parameters<typeof signUpPermission>[1],
): Promise<LockedApplication[]> {
  const known = await tx`
    select from sign_up_applications p join sign_ups g on g.id = p.sign_up_id left join units u on u.id = p.unit_id
    where p.id = any(${ids as string[]}::uuid[]) and ${inReach(tx, session)} and g.kind = any(${kindsOf(session, button)})`
  if (known.length < ids.length) refuse(commonRefusals.notFound)
  const rows = await lockApplications(tx, tx`p.id = any(${ids as string[]}::uuid[])`)
  await assertNotOwn(tx, session, ...rows.map(({ accountId }) => accountId))
  return rows
}

/**
 * Approves or rejects applications, all of them or none: approved, one is confirmed where there is no fee, and can be paid
 * where there is. Refuses 404, and (409) one's own, one that was decided and one whose fee waits in an order.
 */
export async function reviewApplications(
  tx: Tx,
  session: Session,
  ids: readonly string[],
  { approve, reason }: Pick<InputOf<typeof applicationCalls.review>, 'approve' | 'reason'>,
): Promise<void> {
  const rows = await lockInReach(tx, session, ids, 'review')
  if (!approve) for (const row of rows) assertFree(row, session)
  const eventOf = ({ fee }: LockedApplication) => (!approve ? 'reject' : fee > 0 ? 'approve' : 'admit')
  for (const event of ['reject', 'approve', 'admit'] as const)
    await moveApplications(
      tx,
      session,
      rows.filter((row) => eventOf(row) === event),
      event,
      reason,
    )
}

/** Withdraws an application of the caller's; refuses 404, and (409) one that is over, ordered, paid or seated. */
export async function withdrawMine(tx: Tx, session: Session, id: string): Promise<null> {
  const { accountId, projectId } = session
  const [row] = await lockApplications(
    tx,
    tx`p.id = ${id} and p.account_id = ${accountId} and p.project_id = ${projectId}`,
  )
  if (!row) refuse(commonRefusals.notFound)
  assertFree(row, session)
  if (row.isSeated) refuse(applicationRefusals.seated)
  await moveApplications(tx, session, [row], 'withdraw')
  return null
}

/**
 * Withdraws an application of another person in the caller's reach, with a reason. Refuses as `withdrawMine`, but (409) a
 * person with a seat only once they may have sat: another application would bring another score.
 */
export async function withdrawFor(
  tx: Tx,
  session: Session,
  { id, reason }: InputOf<typeof applicationCalls.withdrawFor>,
): Promise<null> {
  const [row] = await lockInReach(tx, session, [id], 'apply')
  assertFree(row!, session)
  if (row!.isSat) refuse(applicationRefusals.sat)
  await moveApplications(tx, session, [row!], 'withdraw', reason)
  return null
}

/** Links applications to the items of the order that has their fees. */
export async function linkFees(tx: Tx, rows: readonly { id: string; itemId: string }[]): Promise<void> {
  await tx`
    update sign_up_applications p set order_item_id = r."itemId"
    from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, "itemId" uuid) where p.id = r.id`
}

/** A seat of a session for an application. */
interface AssignedSeat {
  applicationId: string
  subjectId: string
  sessionId: string
  room: string
  seatNo: number
}

/** Gives seats to locked applications, all in one statement. */
export async function giveSeats(tx: Tx, seats: readonly AssignedSeat[]): Promise<void> {
  await tx`
    insert into sign_up_seats (application_id, subject_id, session_id, room, seat_no)
    select "applicationId", "subjectId", "sessionId", room, "seatNo"
    from jsonb_to_recordset(${tx.json(seats as never)})
      as s ("applicationId" uuid, "subjectId" uuid, "sessionId" uuid, room text, "seatNo" int)`
}

/** Gives tickets to locked applications: the number, and the code by which it is checked. */
export async function giveTickets(
  tx: Tx,
  rows: readonly { id: string; no: string; code: string }[],
): Promise<void> {
  await tx`
    update sign_up_applications p set ticket_no = r.no, ticket_code = r.code
    from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, no text, code text) where p.id = r.id`
}

const batch = 200

/** Ends approved applications whose time to pay is over and whose fee no order has; gives their number. */
export async function lapseDue(tx: Tx): Promise<number> {
  const due = await tx<{ id: string }[]>`
    select p.id from sign_up_applications p
    left join order_items i on i.id = p.order_item_id left join orders o on o.id = i.order_id
    where p.status = 'approved' and p.pay_until <= moment() and o.status is distinct from 'unpaid'
    order by p.pay_until limit ${batch}`
  const rows = await lockApplications(tx, tx`p.id = any(${due.map(({ id }) => id)}::uuid[])`)
  const ended = rows.filter(
    ({ status, isOver, orderStatus }) => status === 'approved' && isOver && orderStatus !== 'unpaid',
  )
  await moveApplications(tx, null, ended, 'lapse')
  return ended.length
}

/** Reminds approved applicants whose time to pay ends within a day, and who had longer than two; gives their number. */
export async function remindDue(tx: Tx): Promise<number> {
  const due = await tx<{ id: string; accountId: string; title: string; until: string }[]>`
    select p.id, p.account_id, g.title, p.pay_until as until
    from sign_up_applications p join sign_ups g on g.id = p.sign_up_id
    left join order_items i on i.id = p.order_item_id left join orders o on o.id = i.order_id
    where p.status = 'approved' and p.pay_until > moment() and p.pay_until <= moment() + interval '1 day'
      and p.pay_until > p.reviewed_at + interval '2 days' and o.status is distinct from 'unpaid'
      and not exists (select from messages m
        where m.account_id = p.account_id and m.kind = ${feeDueSoon.code} and m.key = p.id::text)
    order by p.pay_until limit ${batch}`
  await sendMessages(
    tx,
    feeDueSoon,
    due.map(({ id: applicationId, accountId, title, until }) => ({
      accountId,
      params: { applicationId, title, until },
      key: applicationId,
    })),
  )
  return due.length
}

/** Deletes what a person filled in and their files, and gives up the places of what has not been paid, as their account is closed. */
export async function eraseApplications(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  const live = await lockApplications(tx, tx`p.account_id = ${accountId} and ${isLive(tx)}`)
  const open = live.filter(
    ({ orderStatus }) =>
      orderStatus !== 'unpaid' && orderStatus !== 'paid' && orderStatus !== 'part_refunded',
  )
  await moveApplications(tx, null, open, 'withdraw')
  await tx`
    delete from sign_up_files where account_id = ${accountId} and application_id is null
      or application_id in (select id from sign_up_applications where account_id = ${accountId})`
  await tx`update sign_up_applications set answers = '[]', reason = null where account_id = ${accountId}`
  await tx`
    update sign_up_events set reason = null
    where application_id in (select id from sign_up_applications where account_id = ${accountId})`
}

/** Moves the applications of a unit's people to another unit. For a merge of units. */
export async function moveApplicationUnits(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update sign_up_applications set unit_id = ${toId} where unit_id = ${fromId}`
}
