import type { InputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import type { EnrolmentStatus } from '../../enrolment/contract.ts'
import { openEnrolment, transition } from '../../enrolment/server/actions.ts'
import { lockItems, reassignItem } from '../../order/server/actions.ts'
import { lockLeases } from '../../study/carry/server/actions.ts'
import { rollUp } from '../../study/server/actions.ts'
import { obstacleNames, personProblemWords } from '../../unitClass/rules.ts'
import {
  findFacts,
  judgePeople,
  replaceOnRoster,
  type UnitClassFacts,
} from '../../unitClass/server/actions.ts'
import type { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals } from '../rules.ts'
import { assertNoneOwn, lockBatch } from './actions.ts'
import { endDelivery } from './deliver.ts'

/** A paid place under the lock of its order. */
interface Place {
  state: 'opening' | 'opened' | 'failed'
  name: string
  isRefunded: boolean
  /** Fen for which it was ordered, before what the office took off. */
  price: number
}

/** The enrolment of a place. */
interface Held {
  id: string
  projectId: string
  classId: string
  status: EnrolmentStatus
  isBegun: boolean
  isSuspended: boolean
  expiresAt: string | null
}

/** Counts what a learner watched until now, so that a place that was begun a moment ago is seen to be. */
async function countStudy(tx: Tx, itemId: string, accountId: string): Promise<void> {
  const places = await tx<{ id: string }[]>`
    select id from enrolments
    where account_id = ${accountId} and source = 'batch' and source_id = ${itemId} and status = 'active' order by id`
  for (const { id } of places) {
    await lockLeases(tx, id)
    await rollUp(tx, id)
  }
}

/** Ends the enrolment of a place that nobody has begun; gives the end that the place keeps. Refuses (409) all others. */
async function leave(
  tx: Tx,
  session: Session,
  itemId: string,
  { name, reason }: { name: string; reason: string },
): Promise<string | null> {
  const [held] = await tx<Held[]>`
    select e.id, e.project_id, e.class_id, e.status, e.watched_seconds > 0 or e.exam_score is not null as is_begun,
      e.suspended_by is not null as is_suspended, e.expires_at
    from enrolments e join order_items i on i.id = e.source_id and i.account_id = e.account_id and i.class_id = e.class_id
    where i.id = ${itemId} and e.source = 'batch' order by e.id desc limit 1 for no key update of e`
  if (!held || held.status !== 'active' || held.isSuspended) refuse(batchOrderRefusals.placeOver)
  if (held.isBegun) refuse(batchOrderRefusals.begun, { name })
  await transition(tx, session, held, 'remove', reason)
  return held.expiresAt
}

/**
 * Refuses (409) a place that was ordered below the price of today: whom nobody could order at that price is given no place
 * for it either. A price that two people agreed holds until the end they agreed to.
 */
function assertPriceHolds({ price: now, approved, obstacle }: UnitClassFacts, price: number): void {
  const isOver = approved && (obstacle === 'sign_up_over' || obstacle === 'study_over')
  if (price < now) refuse(batchOrderRefusals.placeBelow, { price: yuan(price), now: yuan(now) })
  if (isOver) refuse(batchOrderRefusals.agreedOver, { reason: obstacleNames[obstacle] })
}

/**
 * Gives a paid place that nobody has begun, or that could not be opened, to another person of the unit; its end stays.
 * Refuses 404, (409) a place that is not paid, begun or given up, or cost less than today, and (422) a person who cannot
 * have it; staff give none to themselves.
 */
export async function replacePerson(
  tx: Tx,
  session: Session,
  { itemId, accountId, reason }: InputOf<typeof batchOrderCalls.replacePerson>,
): Promise<{ enrolmentId: string }> {
  const [found] = await tx<{ orderId: string }[]>`select order_id from order_items where id = ${itemId}`
  if (!found) refuse(commonRefusals.notFound)
  const { order, unitClassId, delivery } = await lockBatch(tx, session.scope, found.orderId)
  if (delivery === null) refuse(batchOrderRefusals.notSettled)
  if (delivery === 'opening') refuse(batchOrderRefusals.stillOpening)
  const [place] = await tx<Place[]>`
    select l.state, coalesce(s.real_name, a.user_name) as name, i.refunding + i.refunded > 0 as is_refunded,
      i.price - i.discount as price
    from batch_places l join order_items i on i.id = l.item_id join accounts a on a.id = i.account_id
    left join students s on s.account_id = a.id where l.item_id = ${itemId}`
  const { state, name, isRefunded, price } = place!
  if (isRefunded) refuse(batchOrderRefusals.placeOver)
  const [item] = await lockItems(tx, [itemId])
  const { accountId: fromId, classId } = item!
  if (fromId === accountId) refuse(batchOrderRefusals.samePerson, {}, 'accountId')
  await assertNoneOwn(tx, session, [accountId])
  // Both learners before the class, as everywhere.
  await tx`select from accounts where id = any(${[fromId, accountId]}::uuid[]) order by id for no key update`
  await countStudy(tx, itemId, fromId)
  const facts = (await findFacts(tx, unitClassId)) ?? refuse(commonRefusals.notFound)
  assertPriceHolds(facts, price)
  const verdict = (await judgePeople(tx, session.scope, facts, [accountId])).get(accountId)
  if (verdict === undefined) refuse(commonRefusals.notFound)
  if (verdict !== null) {
    const { zh, en } = personProblemWords[verdict]
    refuse(batchOrderRefusals.replacement, { reason: { zh, en } }, 'accountId')
  }
  const until = state === 'opened' ? await leave(tx, session, itemId, { name, reason }) : facts.studyTo
  await reassignItem(tx, itemId, accountId)
  const enrolmentId = await openEnrolment(tx, {
    projectId: order.projectId,
    accountId,
    classId,
    by: session,
    source: 'batch',
    sourceId: itemId,
    until,
  })
  await tx`
    update batch_places set state = 'opened', problem = null, updated_at = moment() where item_id = ${itemId}`
  await tx`
    insert into batch_replacements ${tx({
      projectId: order.projectId,
      itemId,
      fromId,
      toId: accountId,
      reason,
      operatorId: session.accountId,
    })}`
  await replaceOnRoster(tx, session, unitClassId, { from: fromId, to: accountId })
  await audit(tx, {
    by: session,
    action: 'batchOrder.replace',
    subjectKind: 'order',
    subjectId: order.id,
    before: { accountId: fromId },
    after: { accountId, itemId },
    reason,
  })
  if (state === 'failed') await endDelivery(tx, order)
  return { enrolmentId }
}
