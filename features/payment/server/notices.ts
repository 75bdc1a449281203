import type { NotifiedRefund, ProviderNotice } from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { handlerOf } from '../../../server/events.ts'
import { groupCommitOf } from '../../../server/groupCommit.ts'
import { lockNamed, type Payment, type Through } from './data.ts'
import { applyFacts, type Outcome } from './facts.ts'

/** The payment a notice of a refund is about; it is locked. */
export type HeardPayment = Pick<Payment, 'id' | 'amount'>

declare module '../../../server/events.ts' {
  interface Events {
    /** A channel told of a refund, under the order's lock: what it says counts. */
    refundNotice(tx: Tx, payment: HeardPayment, refund: NotifiedRefund): Promise<Outcome>
  }
}

/** A notice that is truly a merchant's, of a payment or a refund of one. */
interface Heard {
  through: Through
  outTradeNo: string
  notice: ProviderNotice
}

/** Applies a notice about a refund; one that was heard before changes nothing. */
async function applyRefund(
  tx: Tx,
  payment: HeardPayment,
  noticeId: string,
  refund: NotifiedRefund,
): Promise<Outcome> {
  const heard = await tx`
    select from payment_notices where payment_id = ${payment.id} and notice_id = ${noticeId}`
  if (heard.length > 0) return 'known'
  return handlerOf('refundNotice')(tx, payment, refund)
}

const fits = (outcome: Outcome) => outcome !== 'unknown' && outcome !== 'mismatch'

/** Takes notices, each of another payment: the effect of one and its record are one; a repeat changes nothing. */
export async function applyNotices(tx: Tx, all: readonly Heard[]): Promise<Outcome[]> {
  const locked = await lockNamed(tx, all)
  const outcomes = await applyFacts(
    tx,
    locked,
    all.map(({ notice }) => notice.payment),
  )
  // What was said of the payment has counted, whatever its refund comes to.
  const counted = all.map(({ notice }, n) => notice.payment !== null && fits(outcomes[n]!))
  for (const [n, { notice }] of all.entries()) {
    const payment = locked.payments[n]
    if (notice.refund && payment && fits(outcomes[n]!))
      outcomes[n] = await applyRefund(tx, payment, notice.id, notice.refund)
  }
  const rows = all.flatMap(({ notice: { id: noticeId, event, payment, refund } }, n) =>
    counted[n] || fits(outcomes[n]!)
      ? [
          {
            noticeId,
            paymentId: locked.payments[n]!.id,
            content: { event, ...payment, ...(refund ? { refund } : {}) },
          },
        ]
      : [],
  )
  if (rows.length > 0)
    await tx`
      insert into payment_notices (notice_id, payment_id, content)
      select "noticeId", "paymentId", content
      from jsonb_to_recordset(${tx.json(rows as never)}) as r ("noticeId" text, "paymentId" uuid, content jsonb)
      on conflict (payment_id, notice_id) do nothing`
  return outcomes
}

const commitNotices = (db: Pool, all: readonly Heard[]) => db.begin((tx) => applyNotices(tx, all))

/** The one writer of notices of a database: those that arrive together are made durable together. */
export const noticeWriter = groupCommitOf<Heard, Outcome>({
  key: ({ outTradeNo }) => outTradeNo,
  commit: commitNotices,
  maxBatch: 100,
})

/** Takes a notice that is truly a merchant's; durable when it answers. */
export async function takeNotice(db: Pool, through: Through, notice: ProviderNotice): Promise<Outcome> {
  const outTradeNo = (notice.payment ?? notice.refund)?.outTradeNo
  if (outTradeNo === undefined) return 'nothing'
  try {
    return await noticeWriter(db).write({ through, outTradeNo, notice })
  } catch (error) {
    // The channel's number of another payment's money, which came at the same moment.
    if ((error as { constraint_name?: string }).constraint_name === 'payments_transaction') return 'mismatch'
    throw error
  }
}
