import { paymentChannelNames } from '../../../contract/payment.ts'
import { audit, type Action, auditAll } from '../../../server/audit.ts'
import type { ProviderPayment } from '../../../server/channels/payment.ts'
import type { Tx } from '../../../server/db.ts'
import { handlerOf } from '../../../server/events.ts'
import { settleOrders } from '../../order/server/actions.ts'
import type { DifferenceKind, PaymentStatus } from '../contract.ts'
import { lastAskDelay, paymentLifecycle } from '../rules.ts'
import { type LockedPayments, lockNamed, type Named, type Payment } from './data.ts'

/** A payment whose money settled nothing; it is locked, and counts its whole sum as on its way back. */
export type SurplusPayment = Pick<Payment, 'id' | 'projectId' | 'orderId' | 'outTradeNo' | 'amount'>

declare module '../../../server/events.ts' {
  interface Events {
    /** Money was found to be surplus: what brings it back is opened. */
    surplus(tx: Tx, payment: SurplusPayment): Promise<void>
  }
}

/** The entry of the log that says what a locked payment has become. */
export const recordOf = (payment: Payment, status: PaymentStatus, more: object = {}): Action => ({
  by: null,
  projectId: payment.projectId,
  action: `payment.${status}`,
  subjectKind: 'payment',
  subjectId: payment.id,
  before: { status: payment.status },
  after: { status, amount: payment.amount, ...more },
})

/**
 * Result of a fact. `known`: it was applied before. `difference` and `mismatch` change nothing in the books:
 * money that they do not have is stored as a difference for a person. `unknown` is of nothing of ours.
 */
export type Outcome =
  | 'settled'
  | 'surplus'
  | 'closed'
  | 'nothing'
  | 'known'
  | 'difference'
  | 'mismatch'
  | 'unknown'

/** Writes into the history of a locked payment that its code was opened or closed, or by whom it was ended and why. */
export async function recordEvent(
  tx: Tx,
  { id: paymentId, projectId }: Pick<Payment, 'id' | 'projectId'>,
  event: { kind: 'opened' | 'closed' } | { kind: 'ended'; operatorId: string; reason: string },
): Promise<void> {
  await tx`insert into payment_events ${tx({ paymentId, projectId, ...event })}`
}

/** Stores once that a channel has other money of a payment than the books; a person settles it. */
export async function recordDifference(
  tx: Tx,
  { id: paymentId, projectId }: Pick<Payment, 'id' | 'projectId'>,
  found: { kind: DifferenceKind; number: string; amount: number },
): Promise<void> {
  const [row] = await tx`
    insert into payment_differences ${tx({ projectId, paymentId, ...found })}
    on conflict (payment_id, kind, number) do nothing returning id`
  if (!row) return
  await audit(tx, {
    by: null,
    projectId,
    action: 'payment.difference',
    subjectKind: 'payment',
    subjectId: paymentId,
    after: found,
  })
}

/**
 * Closes a payment the channel has closed. It is queried once more when its code has expired: money that came
 * all the same, and whose notice was lost, is found then.
 */
async function close(tx: Tx, payment: Payment): Promise<Outcome> {
  if (payment.status === 'waiting') {
    await tx`
      update payments set status = ${paymentLifecycle.next(payment.status, 'close')}, asked = 0,
        ask_at = greatest(expires_at, moment()) + make_interval(secs => ${lastAskDelay})
      where id = ${payment.id}`
    await recordEvent(tx, payment, { kind: 'closed' })
    await audit(tx, recordOf(payment, 'closed'))
    return 'closed'
  }
  if (payment.status === 'closed') {
    await tx`update payments set ask_at = null where id = ${payment.id} and expires_at <= moment()`
  }
  return 'nothing'
}

/** True if it was asked for through its payment's app: an official account, or the merchant's own. */
const isOfApp = ({ appId }: Payment, { app }: ProviderPayment) =>
  appId === null ? (app?.isOwn ?? true) : app?.id === appId

/** Finds which of the channels' numbers of money other payments have already, by channel and number. */
async function findTaken(tx: Tx, facts: readonly (ProviderPayment | null)[]): Promise<Map<string, string>> {
  const numbers = facts.flatMap((fact) => fact?.transactionId ?? [])
  const rows = await tx<{ id: string; channel: string; transactionId: string }[]>`
    select id, channel, transaction_id from payments
    where channel = any(${paymentChannelNames as unknown as string[]}) and transaction_id = any(${numbers})`
  return new Map(rows.map(({ id, channel, transactionId }) => [`${channel} ${transactionId}`, id]))
}

/** Result of a fact that brings no money which has yet to count; null where it brings some. */
async function withoutMoney(
  tx: Tx,
  payment: Payment | undefined,
  fact: ProviderPayment | null,
  taken: ReadonlyMap<string, string>,
): Promise<Outcome | null> {
  if (!payment) return 'unknown'
  if (!fact) return 'nothing'
  if (!isOfApp(payment, fact)) return 'mismatch'
  if (fact.state === 'waiting') return 'nothing'
  if (fact.state === 'closed') return close(tx, payment)
  if (fact.amount !== payment.amount || fact.currency !== 'CNY' || !fact.transactionId) return 'mismatch'
  // The books take money once, whichever payment the channel says it is of.
  const holder = taken.get(`${payment.channel} ${fact.transactionId}`) ?? payment.id
  if (holder !== payment.id) return 'mismatch'
  if (payment.transactionId === null) return null
  if (payment.transactionId !== fact.transactionId) return 'mismatch'
  if (fact.state !== 'refunded' || payment.isGoingBack) return 'known'
  // Sent back at the channel's own console: the books have it as paid.
  const found = { kind: 'wentBack', number: fact.transactionId, amount: fact.amount } as const
  await recordDifference(tx, payment, found)
  return 'difference'
}

/** Money that came by a locked payment, and what became of it. */
interface Taken {
  payment: Payment
  transactionId: string
  paidAt: string | null
  status: PaymentStatus
}

/** Writes what payments have become whose money came, and opens the way back of what is surplus. */
async function recordTaken(tx: Tx, all: readonly Taken[]): Promise<void> {
  const rows = all.map(({ payment: { id }, ...taken }) => ({ id, ...taken }))
  await tx`
    update payments p set status = r.status, transaction_id = r."transactionId", succeeded_at = moment(), failure = null,
      paid_at = least(moment(), greatest(p.created_at, coalesce(r."paidAt", moment()))),
      refunding = case r.status when 'surplus' then p.amount else 0 end, asked = 0, ask_at = null
    from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, status text, "transactionId" text, "paidAt" timestamptz)
    where p.id = r.id`
  await auditAll(
    tx,
    all.map(({ payment, transactionId, status }) => recordOf(payment, status, { transactionId })),
  )
  for (const { payment, status } of all) if (status === 'surplus') await handlerOf('surplus')(tx, payment)
}

/**
 * Lets facts of the channels count, each of another locked payment or none: money settles its order or is surplus, and
 * surplus money goes back by itself. Money of another sum, currency or transaction than ours is a mismatch and changes
 * nothing. Many are applied by as many statements as one.
 */
export async function applyFacts(
  tx: Tx,
  { orders, payments }: LockedPayments,
  facts: readonly (ProviderPayment | null)[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const arrived: { n: number; payment: Payment; fact: ProviderPayment }[] = []
  const known = await findTaken(tx, facts)
  for (const [n, fact] of facts.entries()) {
    const outcome = await withoutMoney(tx, payments[n], fact, known)
    outcomes[n] = outcome ?? 'surplus'
    const hasMoved = fact?.state === 'succeeded' || fact?.state === 'refunded'
    if (outcome === 'mismatch' && hasMoved)
      await recordDifference(tx, payments[n]!, {
        kind: 'came',
        number: fact.transactionId ?? fact.outTradeNo,
        amount: fact.amount,
      })
    if (outcome === null) arrived.push({ n, payment: payments[n]!, fact: fact! })
  }
  const settling = arrived.filter(
    ({ payment, fact }) =>
      // Asked for before the order's price was changed, money settles nothing.
      payment.amount === orders.get(payment.orderId)!.amount &&
      payment.status === 'waiting' &&
      fact.state === 'succeeded',
  )
  const settled = await settleOrders(
    tx,
    settling.map(({ payment: { orderId, amount, channel }, fact: { paidAt } }) => ({
      order: orders.get(orderId)!,
      amount,
      channel,
      paidAt,
    })),
  )
  settling.forEach(({ n }, i) => (outcomes[n] = settled[i]!))
  const taken = arrived.map(({ n, payment, fact }) => ({
    payment,
    transactionId: fact.transactionId!,
    paidAt: fact.paidAt,
    status: paymentLifecycle.next(payment.status, outcomes[n] === 'settled' ? 'succeed' : 'late'),
  }))
  if (taken.length > 0) await recordTaken(tx, taken)
  return outcomes
}

/** Lets a channel's answer about one payment count, as `applyFacts` does. */
export async function applyAnswer(tx: Tx, name: Named, fact: ProviderPayment): Promise<Outcome> {
  return (await applyFacts(tx, await lockNamed(tx, [name]), [fact]))[0]!
}
