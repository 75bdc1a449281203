import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { assertVisible, lockVisible } from '../../order/server/actions.ts'
import { type DifferenceKind, paymentRefusals, UnsettledPayments } from '../contract.ts'
import { lastAskDelay, paymentLifecycle } from '../rules.ts'
import { lockPayment, type Payment } from './data.ts'
import { recordEvent, recordOf } from './facts.ts'

/** Finds payments of an order in the caller's scope that a person has to see to; refuses 404. */
export async function findUnsettled(db: Db, scope: Scope, orderId: string): Promise<UnsettledPayments> {
  await assertVisible(db, scope, orderId)
  const rows = await db`
    select coalesce((select json_agg(json_build_object('id', p.id, 'outTradeNo', p.out_trade_no, 'channel', p.channel,
        'amount', p.amount, 'createdAt', p.created_at) order by p.id)
      from payments p where p.order_id = ${orderId} and p.status = 'waiting' and p.failure is not null), '[]') as payments,
    coalesce((select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'outTradeNo', p.out_trade_no,
        'channel', p.channel, 'number', d.number, 'amount', d.amount, 'asked', p.amount, 'createdAt', d.created_at)
        order by d.id)
      from payment_differences d join payments p on p.id = d.payment_id
      where p.order_id = ${orderId} and d.settled_at is null), '[]') as differences`
  return rowOf(UnsettledPayments, rows)!
}

/** Differences of a kind in scope that nobody has settled, since they were found. */
export const openDifferences = (db: Db, scope: Scope, kind: DifferenceKind): Fragment => db`
  select d.id, d.created_at, null from payment_differences d join payments p on p.id = d.payment_id
  join orders o on o.id = p.order_id left join units u on u.id = o.unit_id
  where d.kind = ${kind} and d.settled_at is null
    and ${inScope(db, scope, { project: 'd.project_id', unitPath: 'u.path', account: 'o.account_id' })}`

/** The order that a payment is of; refuses 404 where there is none. */
async function orderOf(tx: Tx, payment: Fragment): Promise<{ orderId: string; outTradeNo: string }> {
  const [row] = await tx<{ orderId: string; outTradeNo: string }[]>`
    select order_id, out_trade_no from payments where id = (${payment})`
  return row ?? refuse(commonRefusals.notFound)
}

/** Closes a locked payment by a person's hand; the channel is asked once more for money that came all the same. */
async function close(tx: Tx, session: Session, payment: Payment, reason: string): Promise<void> {
  const status = paymentLifecycle.next(payment.status, 'close')
  await tx`
    update payments set status = ${status}, failure = null, asked = 0,
      ask_at = greatest(expires_at, moment()) + make_interval(secs => ${lastAskDelay})
    where id = ${payment.id}`
  await recordEvent(tx, payment, { kind: 'ended', operatorId: session.accountId, reason })
  await audit(tx, { ...recordOf(payment, 'closed'), by: session, action: 'payment.end', reason })
}

/**
 * Ends a payment of an order in the caller's scope that its channel brings to no end. Refuses 404, and (409) one that is
 * over or that nothing is wrong with.
 */
export async function endPayment(
  tx: Tx,
  session: Session,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<null> {
  const { orderId, outTradeNo } = await orderOf(tx, tx`select ${paymentId}::uuid`)
  await lockVisible(tx, session.scope, orderId)
  const payment = await lockPayment(tx, outTradeNo)
  const [row] = await tx`select failure is not null as is_stuck from payments where id = ${paymentId}`
  paymentLifecycle.next(payment.status, 'close')
  if (!row!.isStuck) refuse(paymentRefusals.notStuck)
  await close(tx, session, payment, reason)
  return null
}

/**
 * Settles a difference of an order in the caller's scope, with what was done about it; a payment that waits for other
 * money than came is ended with it. Refuses 404, and (409) one that is settled.
 */
export async function settleDifference(
  tx: Tx,
  session: Session,
  { differenceId, reason }: { differenceId: string; reason: string },
): Promise<null> {
  const { orderId, outTradeNo } = await orderOf(
    tx,
    tx`select payment_id from payment_differences where id = ${differenceId}`,
  )
  await lockVisible(tx, session.scope, orderId)
  const payment = await lockPayment(tx, outTradeNo)
  const [row] = await tx`
    update payment_differences set settled_by = ${session.accountId}, settled_at = moment(), reason = ${reason}
    where id = ${differenceId} and settled_at is null returning kind, number, amount`
  const { kind, number, amount } = row ?? refuse(paymentRefusals.settledAlready)
  await audit(tx, {
    by: session,
    projectId: payment.projectId,
    action: 'payment.settle',
    subjectKind: 'payment',
    subjectId: payment.id,
    reason,
    after: { kind, number, amount },
  })
  if (kind === 'came' && payment.status === 'waiting') await close(tx, session, payment, reason)
  return null
}
