import { audit, type Action } from '../../../server/audit.ts'
import type { PaymentChannel, ProviderRefund } from '../../../server/channels/payment.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { lockOrder, refundItems } from '../../order/server/actions.ts'
import { recordRefunded, type SurplusPayment } from '../../payment/server/actions.ts'
import type { RefundStatus } from '../contract.ts'
import { channelNoOf, refundLifecycle, refundNoOf } from '../rules.ts'
import { listItems, lockRefund, type Refund } from './data.ts'
import { refundSucceeded } from './messages.ts'

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
    returning id`
  await audit(tx, {
    by: null,
    projectId: payment.projectId,
    action: 'refund.open',
    subjectKind: 'refund',
    subjectId: row!.id as string,
    after: { status: 'processing', kind: 'surplus', amount: payment.amount },
  })
  await enqueue(tx, sendJob)
}

/**
 * Counts, under the order's lock, the money of a refund as gone back: with its items, its payment and its order, and a
 * message to the learner. The caller has written its last state.
 */
export async function settleRefund(tx: Tx, refund: Refund): Promise<void> {
  const { id, orderId, orderNo, amount, outTradeNo } = refund
  if (outTradeNo !== null) await recordRefunded(tx, outTradeNo, amount)
  if (refund.kind !== 'surplus') await refundItems(tx, orderId, await listItems(tx, id))
  await sendMessage(tx, refundSucceeded, refund.accountId, { orderId, orderNo, amount }, id)
}

/** Lets an answer of the channel count, under the order's lock; one that was heard before changes nothing. */
async function applyAnswer(tx: Tx, orderId: string, id: string, answer: ProviderRefund): Promise<void> {
  await lockOrder(tx, orderId)
  const refund = await lockRefund(tx, id)
  // It may have been sent again under another number since it was asked about.
  if (refund?.status !== 'processing' || refund.channelNo !== answer.refundNo) return
  if (answer.state === 'processing') {
    await tx`update refunds set failure = null where id = ${id}`
    return
  }
  const isDone = answer.state === 'succeeded'
  const status = refundLifecycle.next(refund.status, isDone ? 'succeed' : 'fail')
  await tx`
    update refunds set status = ${status}, provider_no = ${answer.providerNo}, ask_at = null,
      failure = ${answer.state === 'succeeded' ? null : answer.state}, succeeded_at = ${isDone ? tx`moment()` : null}
    where id = ${id}`
  if (isDone) await settleRefund(tx, refund)
  await record(tx, null, refund, status, {
    channelNo: refund.channelNo,
    ...(isDone ? {} : { failure: answer.state }),
  })
}

/**
 * Sends a refund to its channel, or asks what became of it: both are one request under a number fixed before. Throws
 * ChannelFailure when there was no answer; it is sent again.
 */
export async function sendRefund(db: Pool, channel: PaymentChannel, refund: Refund): Promise<void> {
  const { channelNo, amount, outTradeNo, paid } = refund
  const answer = await channel.refund({
    ...{ outTradeNo: outTradeNo!, refundNo: channelNo!, amount, total: paid! },
    reason: refund.kind === 'surplus' ? '订单已失效或重复付款，款项原路退回' : '课程退款，款项原路退回',
  })
  if (answer.refundNo !== channelNo || answer.amount !== amount) {
    throw new ChannelFailure(`The refund of ${amount} as ${channelNo} was answered with something else`)
  }
  await db.begin((tx) => applyAnswer(tx, refund.orderId, refund.id, answer))
}
