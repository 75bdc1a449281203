import { audit } from '../../../server/audit.ts'
import type { PaymentChannel, ProviderRefund } from '../../../server/channels/payment.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import { lockOrder } from '../../order/server/actions.ts'
import { recordRefunded, type SurplusPayment } from '../../payment/server/actions.ts'
import type { RefundStatus } from '../contract.ts'
import { channelNoOf, refundLifecycle, refundNoOf } from '../rules.ts'
import { lockRefund, type Refund } from './data.ts'

/** The job that sends refunds to their channel until it has answered; queued when there is one to send. */
export const sendJob = { type: 'refund.send', lane: 'money' } as const satisfies JobKind

async function record(tx: Tx, refund: Refund, status: RefundStatus, more: object = {}): Promise<void> {
  await audit(tx, {
    by: null,
    projectId: refund.projectId,
    action: `refund.${status}`,
    subjectKind: 'refund',
    subjectId: refund.id,
    before: { status: refund.status },
    after: { status, amount: refund.amount, ...more },
  })
}

/**
 * Opens the refund of surplus money, whole, in the transaction in which the money was found to be surplus: its payment
 * is locked and counts it as on its way back.
 */
export async function returnSurplus(tx: Tx, payment: SurplusPayment): Promise<void> {
  const refundNo = refundNoOf(payment.outTradeNo, 1)
  const [row] = await tx`
    insert into refunds (project_id, order_id, payment_id, kind, refund_no, amount, status, channel_no, attempts, ask_at)
    values (${payment.projectId}, ${payment.orderId}, ${payment.id}, 'surplus', ${refundNo}, ${payment.amount},
      'processing', ${channelNoOf(refundNo, 1)}, 1, moment())
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
  if (isDone) {
    await recordRefunded(tx, refund.outTradeNo!, refund.amount)
  }
  await record(tx, refund, status, {
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
    reason: '订单已失效或重复付款，款项原路退回',
  })
  if (answer.refundNo !== channelNo || answer.amount !== amount) {
    throw new ChannelFailure(`The refund of ${amount} as ${channelNo} was answered with something else`)
  }
  await db.begin((tx) => applyAnswer(tx, refund.orderId, refund.id, answer))
}
