import { audit, type Action } from '../../../server/audit.ts'
import type { NotifiedRefund, PaymentChannel, ProviderRefund } from '../../../server/channels/payment.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { wake, type JobKind } from '../../../server/jobs.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { lockOrder, refundItems } from '../../order/server/actions.ts'
import {
  type HeardPayment,
  type Outcome,
  recordDifference,
  recordRefunded,
  type SurplusPayment,
} from '../../payment/server/actions.ts'
import type { Offline, RefundStatus } from '../contract.ts'
import { channelNoOf, noContract, refundLifecycle, refundNoOf } from '../rules.ts'
import { listItems, lockRefund, lockSent, type Refund } from './data.ts'
import { refundPaidOffline, refundSucceeded, surplusReturned, surplusReturning } from './messages.ts'

/** The job that sends refunds to their channel until it has answered; queued when there is one to send. */
export const sendJob = { type: 'refund.send', lane: 'money' } as const satisfies JobKind

/** Records in the log what became of a refund. */
export async function record(
  tx: Tx,
  by: Action['by'],
  refund: Pick<Refund, 'id' | 'projectId' | 'amount' | 'status'>,
  status: RefundStatus,
  { reason, ...more }: { reason?: string; [part: string]: unknown } = {},
): Promise<void> {
  await audit(tx, {
    by,
    projectId: refund.projectId,
    action: `refund.${status}`,
    subjectKind: 'refund',
    subjectId: refund.id,
    before: { status: refund.status },
    after: { status, amount: refund.amount, ...more },
    ...(reason ? { reason } : {}),
  })
}

/** Writes what happened to the money of a locked refund into its history. */
export async function recordEvent(
  tx: Tx,
  { id: refundId, projectId }: Pick<Refund, 'id' | 'projectId'>,
  event: {
    kind: 'sent' | 'failed' | 'arrived' | 'offline'
    number: string | null
    operatorId?: string
  },
): Promise<void> {
  await tx`insert into refund_events ${tx({ refundId, projectId, ...event })}`
}

/** Withdraws what is proposed about a locked refund that is decided or has arrived. */
export const withdrawProposals = (
  tx: Tx,
  by: Action['by'],
  { id: subjectId, projectId }: Pick<Refund, 'id' | 'projectId'>,
) => withdrawWaiting(tx, by, [{ projectId, subjectKind: 'refund', subjectId }], 'refund.ended')

/**
 * Opens the refund of surplus money, whole, in the transaction in which the money was found to be surplus: its payment
 * is locked and counts it as on its way back.
 */
export async function returnSurplus(tx: Tx, payment: SurplusPayment): Promise<void> {
  const refundNo = refundNoOf(payment.outTradeNo, 1)
  const [row] = await tx`
    insert into refunds (project_id, order_id, account_id, payment_id, kind, refund_no, amount, status, channel_no,
      attempts, ask_at)
    select ${payment.projectId}, o.id, o.account_id, ${payment.id}, 'surplus', ${refundNo}, ${payment.amount}::bigint,
      'processing', ${channelNoOf(refundNo, 1)}, 1, moment()
    from orders o where o.id = ${payment.orderId}
    returning id, account_id, (select order_no from orders where id = order_id) as order_no`
  await audit(tx, {
    by: null,
    projectId: payment.projectId,
    action: 'refund.open',
    subjectKind: 'refund',
    subjectId: row!.id as string,
    after: { status: 'processing', kind: 'surplus', amount: payment.amount },
  })
  const { id, accountId, orderNo } = row as { id: string; accountId: string | null; orderNo: string }
  const { orderId, amount, projectId } = payment
  await recordEvent(tx, { id, projectId }, { kind: 'sent', number: channelNoOf(refundNo, 1) })
  if (accountId !== null) await sendMessage(tx, surplusReturning, accountId, { orderId, orderNo, amount }, id)
  await wake(tx, sendJob)
}

/**
 * Counts, under the order's lock, the money of a refund as gone back: with its items, its payment and its order, and a
 * message to the person who paid, which names the bank transfer where it was one. The caller has written its last state.
 */
export async function settleRefund(
  tx: Tx,
  refund: Refund,
  offline?: Pick<Offline, 'bank' | 'day'>,
): Promise<void> {
  const { id, orderId, orderNo, amount, outTradeNo, accountId } = refund
  if (outTradeNo !== null) await recordRefunded(tx, outTradeNo, amount)
  if (refund.kind !== 'surplus') await refundItems(tx, orderId, await listItems(tx, id))
  if (accountId === null) return
  const told = { orderId, orderNo, amount }
  await (offline
    ? sendMessage(tx, refundPaidOffline, accountId, { ...told, bank: offline.bank, day: offline.day }, id)
    : sendMessage(tx, refund.kind === 'surplus' ? surplusReturned : refundSucceeded, accountId, told, id))
}

/**
 * Lets an answer of the channel about a locked refund count, to a question or by a notice; one that was heard before
 * changes nothing. What failed may have arrived all the same: the payer's bank took it later. What went back beside the
 * books is stored as a difference.
 */
async function applyAnswer(tx: Tx, refund: Refund, answer: ProviderRefund): Promise<Outcome> {
  const { id, projectId, paymentId, channelNo } = refund
  // Money went back by a number that was given up, or beside what was paid offline.
  if (answer.state === 'succeeded' && (refund.isOffline || channelNo !== answer.refundNo)) {
    const found = { kind: 'wentBack', number: answer.refundNo, amount: answer.amount } as const
    await recordDifference(tx, { id: paymentId!, projectId }, found)
    return 'difference'
  }
  const isOpen =
    refund.status === 'processing' || (refund.status === 'failed' && answer.state === 'succeeded')
  // It may have been sent again under another number since.
  if (!isOpen || channelNo !== answer.refundNo) return 'known'
  if (answer.state === 'processing') {
    await tx`update refunds set failure = null, failure_code = null where id = ${id}`
    return 'nothing'
  }
  const isDone = answer.state === 'succeeded'
  const failure = answer.state === 'succeeded' ? null : answer.state
  const status = refundLifecycle.next(refund.status, isDone ? 'succeed' : 'fail')
  await tx`
    update refunds set status = ${status}, provider_no = ${answer.providerNo}, ask_at = null,
      failure = ${failure}, failure_code = ${answer.code}, succeeded_at = ${isDone ? tx`moment()` : null}
    where id = ${id}`
  await recordEvent(tx, refund, {
    kind: isDone ? 'arrived' : 'failed',
    number: isDone ? answer.providerNo : channelNo,
  })
  // That it was paid offline may wait for approval meanwhile.
  await withdrawProposals(tx, null, refund)
  if (isDone) await settleRefund(tx, refund)
  await record(tx, null, refund, status, {
    channelNo: refund.channelNo,
    ...(failure && { failure }),
    ...(answer.code && { code: answer.code }),
  })
  return isDone ? 'settled' : 'closed'
}

/** Every number under which a refund was sent to its channel. */
const numbersOf = ({ refundNo, attempts }: Refund) =>
  Array.from({ length: attempts }, (_, n) => channelNoOf(refundNo, n + 1))

/**
 * Counts what a notice says of a refund of a locked payment, as an answer of the channel. A refund that is not ours or of
 * another sum changes nothing.
 */
export async function hearRefund(tx: Tx, payment: HeardPayment, notice: NotifiedRefund): Promise<Outcome> {
  const sent = await lockSent(tx, payment.id)
  const refund = sent.find((each) => numbersOf(each).includes(notice.refundNo))
  if (!refund) return 'unknown'
  const { amount, givenBack } = notice
  const isSum =
    amount === null ? givenBack! >= refund.amount && givenBack! <= payment.amount : amount === refund.amount
  if (!isSum) return 'mismatch'
  return applyAnswer(tx, refund, { ...notice, amount: refund.amount, code: null })
}

/** Lets the answer of the channel to a question about a refund count, under the order's lock. */
async function takeAnswer(
  tx: Tx,
  { orderId, id }: Pick<Refund, 'orderId' | 'id'>,
  answer: ProviderRefund,
): Promise<void> {
  await lockOrder(tx, orderId)
  await applyAnswer(tx, (await lockRefund(tx, id))!, answer)
}

/**
 * Sends a refund to its channel, or asks what became of it: both are one request under a number fixed before. Without a
 * channel there is nobody to ask: it is refused. Throws ChannelFailure when there was no answer; it is sent again.
 */
export async function sendRefund(db: Pool, channel: PaymentChannel | null, refund: Refund): Promise<void> {
  const { channelNo, amount, outTradeNo, paid } = refund
  if (!channel) {
    const unasked = { refundNo: channelNo!, amount, providerNo: null } as const
    return db.begin((tx) => takeAnswer(tx, refund, { ...unasked, state: 'refused', code: noContract }))
  }
  const answer = await channel.refund({
    outTradeNo: outTradeNo!,
    refundNo: channelNo!,
    amount,
    total: paid!,
    reason: refund.kind === 'surplus' ? '订单已失效或重复付款，款项原路退回' : '课程退款，款项原路退回',
  })
  if (answer.refundNo !== channelNo || answer.amount !== amount) {
    throw new ChannelFailure(`The refund of ${amount} as ${channelNo} was answered with something else`)
  }
  await db.begin((tx) => takeAnswer(tx, refund, answer))
}
