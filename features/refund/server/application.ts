import { hash } from 'node:crypto'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, refuse, type RefusalWords } from '../../../contract/refusal.ts'
import type { SystemReason } from '../../../contract/systemReason.ts'
import type { InputOf } from '../../../contract/call.ts'
import { audit } from '../../../server/audit.ts'
import { badInput } from '../../../server/input.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { lockPerson } from '../../approval/server/actions.ts'
import { resumeEnrolment, suspendEnrolment } from '../../enrolment/suspension/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { assertOthers, lockOrder, lockVisible, promiseItems } from '../../order/server/actions.ts'
import { promisePayment } from '../../payment/server/actions.ts'
import { refundTerms } from '../../project/rules.ts'
import { type refundCalls, refundRefusals, refundRules } from '../contract.ts'
import { leftOf } from '../../order/rules.ts'
import { blocksOf, isByTerms, type RefundBy, refundLifecycle, refundNoOf } from '../rules.ts'
import { cancelReds } from '../../invoice/red/server/actions.ts'
import { record, withdrawProposals } from './actions.ts'
import {
  findByRequest,
  findOrderOf,
  getRefundable,
  getStatus,
  listItems,
  lockRefund,
  type Refund,
  type RefundLineRow,
} from './data.ts'
import { ownRefundRejected, refundRejected } from './messages.ts'

/** Cause by which an enrolment is suspended while its refund is open. */
const causeOf = (refundId: string) => `refund:${refundId}`

/** Reason for which a class goes on whose learner cancelled the request. */
const cancelled: SystemReason = 'refund.cancelled'

type Submission = InputOf<typeof refundCalls.submit>
type Chosen = RefundLineRow & { back: number }

/** Part of a line that goes back: all that is left, or the sum an operator names. */
function backOf(by: RefundBy, line: RefundLineRow, given: number | undefined): number {
  const left = leftOf(line)
  if (given === undefined) return left
  if (by === 'learner') refuse(refundRefusals.wholeOnly, {}, 'items')
  if (given > left) refuse(refundRefusals.tooMuch, { name: line.name, left: yuan(left) }, 'items')
  return given
}

/** Locks what an order opened, so that how far it was studied and what it came to hold until the refund is written. */
const lockPlaces = (tx: Tx, orderId: string) => tx`
  select from enrolments where source in ('order', 'batch') and source_id in (select id from order_items where order_id = ${orderId})
  order by id for no key update`

/** Hash of what a request refunds: the order, its items in whatever order they are named, and why. */
const requestHashOf = ({ orderId, items, reason, learnerNote = '' }: Submission) => {
  const lines = items.map(({ itemId, amount }) => `${itemId} ${amount ?? ''}`).sort()
  return hash('sha256', [orderId, ...lines, reason, learnerNote].join('|'))
}

/**
 * Opens a refund of lines of an order in the caller's scope; what goes back whole is suspended until it is decided.
 * Refuses 404, (409) by the first rule that blocks it, and (422) a sum that is more than what is left. The same request
 * key gives the refund there is, and is refused (409) with another request.
 */
export async function openRefund(
  tx: Tx,
  session: Session,
  submission: Submission,
): Promise<{ refundId: string; isNew: boolean }> {
  const { orderId, items, reason, learnerNote = null, requestKey = null } = submission
  const by: RefundBy = session.roleSystem === 3 ? 'learner' : 'operator'
  // An operator's refunds of a day and a learner's requests of a year are counted one after the other. Who settles
  // an order locks it before its learner.
  if (by === 'operator') await lockPerson(tx, session.accountId)
  const { accountId } = await lockVisible(tx, session.scope, orderId)
  if (by === 'learner') await tx`select from accounts where id = ${session.accountId} for no key update`
  else await assertOthers(tx, session, orderId)
  await lockPlaces(tx, orderId)
  const requestHash = requestKey && requestHashOf(submission)
  const known = requestKey && (await findByRequest(tx, session.accountId, requestKey))
  if (known && known.requestHash !== requestHash) refuse(refundRefusals.otherRequest, {}, 'requestKey')
  if (known) return { refundId: known.id, isNew: false }
  if (new Set(items.map(({ itemId }) => itemId)).size < items.length) {
    throw badInput('items', { zh: '同一个班级不能列出两次', en: 'no class may be listed twice' })
  }
  const { order, lines } = await getRefundable(tx, session.scope, orderId)
  const terms = refundTerms(order.settings)
  const chosen = items.map(({ itemId, amount }): Chosen => {
    const line = lines.find((one) => one.itemId === itemId)
    if (!line) refuse(commonRefusals.notFound)
    const [block] = blocksOf(by, { ...order, terms }, line)
    const words: RefusalWords | undefined = block && refundRules[block.rule]
    if (words) refuse(words, block!.values, 'items')
    return { ...line, back: backOf(by, line, amount) }
  })
  const amount = chosen.reduce((sum, { back }) => sum + back, 0)
  const byTerms = by === 'learner' && isByTerms(order, chosen, order.settingsOfDay.map(refundTerms))
  const [row] = await tx`
    insert into refunds (project_id, order_id, account_id, payment_id, kind, refund_no, amount, status, applicant_id,
      reason, learner_note, terms, by_terms, times, request_key, request_hash)
    values (${order.projectId}, ${orderId}, ${accountId}, ${order.paymentId}, ${by},
      ${refundNoOf(order.outTradeNo ?? order.orderNo, order.count + 1)}, ${amount}, 'applied', ${session.accountId},
      ${reason}, ${by === 'operator' ? learnerNote : null}, ${terms && tx.json({ ...terms })}, ${byTerms}, ${by === 'learner' ? order.times : null}, ${requestKey},
      ${requestHash})
    returning id`
  const id = row!.id as string
  const rows = chosen.map(({ itemId, back, progress }) => ({
    refundId: id,
    orderItemId: itemId,
    amount: back,
    progress,
    days: order.days,
  }))
  await tx`insert into refund_items ${tx(rows)}`
  await promiseItems(
    tx,
    chosen.map(({ itemId, back }) => ({ itemId, amount: back })),
  )
  if (order.paymentId !== null) await promisePayment(tx, order.paymentId, amount)
  await audit(tx, {
    by: session,
    action: 'refund.open',
    subjectKind: 'refund',
    subjectId: id,
    after: { status: 'applied', kind: by, amount },
    reason,
  })
  for (const line of chosen) {
    if (line.enrolmentId !== null && line.back === leftOf(line) && line.status !== 'refunded') {
      await suspendEnrolment(tx, session, { enrolmentId: line.enrolmentId, cause: causeOf(id), reason })
    }
  }
  return { refundId: id, isNew: true }
}

/** Locks the order of a refund, then the refund. */
export async function lockWithOrder(tx: Tx, refundId: string): Promise<Refund> {
  const [row] = await tx`select order_id from refunds where id = ${refundId}`
  await lockOrder(tx, row!.orderId as string)
  return (await lockRefund(tx, refundId))!
}

/** Locks the order of a refund in the caller's scope, then the refund; refuses 404. */
export async function lockVisibleRefund(tx: Tx, session: Session, refundId: string): Promise<Refund> {
  await findOrderOf(tx, session.scope, refundId)
  return lockWithOrder(tx, refundId)
}

/** Ends a request for a refund that does not take place; its classes can be studied again. */
async function close(
  tx: Tx,
  session: Session,
  refund: Refund,
  event: 'cancel' | 'reject',
  reason: string | null,
  revoked: ReadonlySet<string> | null,
): Promise<void> {
  const status = refundLifecycle.next(refund.status, event)
  if (refund.status === 'awaiting_red') await cancelReds(tx, session, refund.id, revoked)
  const items = await listItems(tx, refund.id)
  await promiseItems(
    tx,
    items.map(({ itemId, amount }) => ({ itemId, amount: -amount })),
  )
  if (refund.paymentId !== null) await promisePayment(tx, refund.paymentId, -refund.amount)
  await tx`
    update refunds set status = ${status}, decider_id = ${session.accountId}, decided_at = moment(),
      decision = ${reason}
    where id = ${refund.id}`
  for (const { endsId } of items) {
    if (endsId === null) continue
    await resumeEnrolment(tx, session, {
      enrolmentId: endsId,
      cause: causeOf(refund.id),
      reason: reason ?? cancelled,
    })
  }
  await withdrawProposals(tx, session, refund)
  await record(tx, session, refund, status, reason ? { reason } : {})
}

/**
 * Checks that a refund in the caller's scope can be ended, before a provider is asked to revoke its forms. Refuses 404, and
 * (409) what is over.
 */
export async function assertClosable(
  db: Db,
  { scope }: Session,
  refundId: string,
  event: 'cancel' | 'reject',
): Promise<void> {
  await findOrderOf(db, scope, refundId)
  refundLifecycle.next(await getStatus(db, refundId), event)
}

/**
 * Cancels a learner's own request; `revoked` as for `rejectRefund`. Refuses 404, and (409) one that was decided or that the
 * office opened.
 */
export async function cancelRefund(
  tx: Tx,
  session: Session,
  refundId: string,
  revoked: ReadonlySet<string> | null = null,
): Promise<null> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  if (refund.kind !== 'learner') refuse(refundRefusals.notOwn)
  await close(tx, session, refund, 'cancel', null, revoked)
  return null
}

/**
 * Rejects a request in the caller's scope, for a reason the learner is sent; `revoked` is what `revokeForms` gave, or null
 * where no provider was asked. Refuses 404, and (409) what was decided, and without `revoked` one whose red form was sent.
 */
export async function rejectRefund(
  tx: Tx,
  session: Session,
  { refundId, reason }: InputOf<typeof refundCalls.reject>,
  revoked: ReadonlySet<string> | null = null,
): Promise<null> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  await assertOthers(tx, session, refund.orderId)
  await close(tx, session, refund, 'reject', reason, revoked)
  const { kind, accountId, applicantId, orderId, orderNo, refundNo } = refund
  // A learner who asked for nothing has nothing to read.
  if (kind === 'operator' && applicantId !== session.accountId)
    await sendMessage(tx, ownRefundRejected, applicantId!, { refundNo, reason }, refundId)
  if (kind === 'learner' && accountId !== null)
    await sendMessage(tx, refundRejected, accountId, { orderId, orderNo, reason }, refundId)
  return null
}
