import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import {
  methodAt,
  type PaymentChannelName,
  paymentChannelNames,
  type PaymentMethod,
  type PayPlace,
} from '../../../contract/payment.ts'
import { audit } from '../../../server/audit.ts'
import {
  ChannelFailure,
  type PaymentChannel,
  type ProviderNotice,
  type ProviderPayment,
  type WechatPayer,
} from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { JobKind } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { lockOrder, settleOrder } from '../../order/server/actions.ts'
import { paymentRefusals, type PaymentStatus } from '../contract.ts'
import {
  askDelays,
  codeMinutes,
  descriptionOf,
  lastAskDelay,
  leastCodeSeconds,
  outTradeNoOf,
  paymentLifecycle,
} from '../rules.ts'
import { claimOpen, findOpen, findOrderOf, getOrderSummary, lockPayment, type Payment } from './data.ts'

/** The job that brings payments and the channel into agreement; queued when there is news. */
export const reconcileJob = { type: 'payment.reconcile', lane: 'money' } as const satisfies JobKind

type Channelled = Pick<AppContext, 'db' | 'channels'>

/** The channel that takes or took a payment; throws ChannelFailure where the portal has none for it any more. */
export function channelOf({ channels }: Channelled, { channel }: Pick<Payment, 'channel'>): PaymentChannel {
  const found = channels.payment[channel]
  if (!found) throw new ChannelFailure(`there is no contract with ${channel} any more`)
  return found
}

/** The channels through which this portal can be paid, the usual one first. */
export const openChannels = ({ channels }: Pick<AppContext, 'channels'>) =>
  paymentChannelNames.filter((name) => channels.payment[name] !== null)

/** A payment whose money settled nothing; it is locked, and counts its whole sum as on its way back. */
export type SurplusPayment = Pick<Payment, 'id' | 'projectId' | 'orderId' | 'outTradeNo' | 'amount'>

/** Opens, in the transaction in which money was found to be surplus, what brings it back. */
type SurplusHandler = (tx: Tx, payment: SurplusPayment) => Promise<void>

const surplusHandlers = new Set<SurplusHandler>()

/** Lets a feature bring surplus money back. Refunds stand above payments: app/features.ts introduces them. */
export function onSurplus(handler: SurplusHandler): void {
  surplusHandlers.add(handler)
}

/** Changes what a payment of a locked order has promised to go back, by so many fen; less than nothing releases. */
export async function promisePayment(tx: Tx, paymentId: string, amount: number): Promise<void> {
  await tx`update payments set refunding = refunding + ${amount} where id = ${paymentId}`
}

/** Counts, under the order's lock, what went back of a payment; surplus money that went back whole is refunded. */
export async function recordRefunded(tx: Tx, outTradeNo: string, amount: number): Promise<void> {
  const payment = await lockPayment(tx, outTradeNo)
  const status =
    payment.status === 'surplus' ? paymentLifecycle.next(payment.status, 'refunded') : payment.status
  await tx`
    update payments set status = ${status}, refunding = refunding - ${amount}, refunded = refunded + ${amount}
    where id = ${payment.id}`
  if (status !== payment.status) await record(tx, payment, status)
}

async function record(tx: Tx, payment: Payment, status: PaymentStatus, more: object = {}): Promise<void> {
  await audit(tx, {
    by: null,
    projectId: payment.projectId,
    action: `payment.${status}`,
    subjectKind: 'payment',
    subjectId: payment.id,
    before: { status: payment.status },
    after: { status, amount: payment.amount, ...more },
  })
}

/** How a payment is opened: through which channel, where, and inside which official account. */
interface Way {
  channel: PaymentChannelName
  place: PayPlace
  method: PaymentMethod
  appId: string | null
}

/** Takes the open payment of a learner's own order, or opens one; refuses what takes no money now. */
async function ensurePayment(
  db: Pool,
  session: Session,
  orderId: string,
  { channel, place, method, appId }: Way,
): Promise<Payment> {
  return db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.accountId !== session.accountId) refuse(commonRefusals.notFound)
    if (order.status !== 'unpaid') refuse(paymentRefusals.notPayable)
    if (order.over) refuse(paymentRefusals.over)
    const open = await findOpen(tx, orderId)
    if (open) return open
    const [known] = await tx`
      select (select count(*)::int from payments where order_id = ${orderId}) as count,
        array(select name from order_items where order_id = ${orderId} order by sort) as names`
    const [row] = await tx`
      insert into payments (project_id, order_id, channel, method, app_id, out_trade_no, description, amount, expires_at, ask_at)
      values (${order.projectId}, ${orderId}, ${channel}, ${method}, ${appId},
        ${outTradeNoOf(order.orderNo, (known!.count as number) + 1)},
        ${descriptionOf(known!.names as string[])}, ${order.amount},
        greatest(moment() + make_interval(secs => ${leastCodeSeconds}),
          least(${order.expiresAt}::timestamptz, moment() + make_interval(mins => ${codeMinutes[place]}))),
        moment() + make_interval(secs => ${askDelays[0]!}))
      returning id`
    await audit(tx, {
      by: session,
      action: 'payment.open',
      subjectKind: 'payment',
      subjectId: row!.id as string,
      after: { status: 'waiting', orderId, amount: order.amount, channel },
    })
    return (await findOpen(tx, orderId))!
  })
}

/** Saves the code of a payment that is still open; returns whether it is. */
async function saveCode(db: Pool, payment: Payment, codeUrl: string): Promise<boolean> {
  const rows = await db`
    update payments set code_url = coalesce(code_url, ${codeUrl}) where id = ${payment.id} and status = 'waiting'
    returning id`
  return rows.length > 0
}

/** Whether another window had the channel close a payment while this one was opening it: the channel opens no such one. */
async function wasClosed(app: Channelled, opening: Payment): Promise<boolean> {
  try {
    await reconcile(app.db, channelOf(app, opening), opening)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
  }
  return (await findOpen(app.db, opening.orderId))?.id !== opening.id
}

/**
 * The QR code of a learner's own unpaid order, the address of the channel's page on the phone that pays, or the
 * prepayment of who pays inside WeChat: the open one while it is good. A new one is given only after the channel has
 * closed the old, so that two are never good at once, of one channel or of two; an Alipay code that nobody has scanned
 * cannot be closed, and money it brings later is surplus. Refuses 404, 409, 422 what cannot be paid there, and 503
 * without an answer.
 */
export async function openCode(
  app: Channelled,
  session: Session,
  input: { orderId: string; channel?: PaymentChannelName; place?: PayPlace; renew?: boolean },
  payer: { payerIp: string; payer: WechatPayer | null; returnUrl: string },
): Promise<Payment & { codeUrl: string }> {
  const { db } = app
  const wanted = input.channel ?? openChannels(app)[0] ?? refuse(paymentRefusals.noChannel)
  const channel = app.channels.payment[wanted] ?? refuse(paymentRefusals.noChannel)
  const place = input.place ?? 'desk'
  const method = methodAt[wanted][place] ?? refuse(paymentRefusals.notHere, {}, 'place')
  const way: Way = { channel: wanted, place, method, appId: payer.payer?.appId ?? null }
  let asked = wanted
  let opening: Payment | null = null
  try {
    let payment = await ensurePayment(db, session, input.orderId, way)
    const isOther = () => payment.method !== method || payment.appId !== way.appId
    if (payment.over || isOther() || (input.renew && payment.codeUrl !== null)) {
      asked = payment.channel
      await reconcile(db, channelOf(app, payment), payment, 'close')
      asked = wanted
      payment = await ensurePayment(db, session, input.orderId, way)
      // Opened by another window meanwhile, in the way this one has just left.
      if (isOther()) refuse(paymentRefusals.otherChannel)
    }
    // Called twice concurrently, the channel returns the same payment.
    opening = payment.codeUrl === null ? payment : null
    const codeUrl = payment.codeUrl ?? (await channel.create({ ...payment, ...payer }))
    if (payment.codeUrl === null && !(await saveCode(db, payment, codeUrl))) {
      // The order ended while the channel was opening what we had closed.
      await channel.close(payment.outTradeNo)
      refuse(paymentRefusals.notPayable)
    }
    return { ...payment, codeUrl }
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    if (opening !== null && (await wasClosed(app, opening))) refuse(paymentRefusals.otherChannel)
    return refuse(asked === 'wechat' ? paymentRefusals.channelSilent : paymentRefusals.alipaySilent)
  }
}

/** The outcome of an update from the channel. `known`: it was applied before. The last two change nothing. */
export type Outcome = 'settled' | 'surplus' | 'closed' | 'nothing' | 'known' | 'mismatch' | 'unknown'

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
    await record(tx, payment, 'closed')
    return 'closed'
  }
  if (payment.status === 'closed') {
    await tx`update payments set ask_at = null where id = ${payment.id} and expires_at <= moment()`
  }
  return 'nothing'
}

/**
 * Lets a fact of the channel count, under the order's lock: money settles its order or is surplus, and surplus money
 * goes back by itself. Money of another sum, currency or transaction than ours is a mismatch and changes nothing.
 */
async function applyProviderUpdate(
  tx: Tx,
  channel: PaymentChannelName,
  fact: ProviderPayment,
): Promise<Outcome> {
  const orderId = await findOrderOf(tx, channel, fact.outTradeNo)
  if (!orderId) return 'unknown'
  const order = (await lockOrder(tx, orderId))!
  const payment = await lockPayment(tx, fact.outTradeNo)
  if (fact.appId !== payment.appId) return 'mismatch'
  if (fact.state === 'waiting') return 'nothing'
  if (fact.state === 'closed') return close(tx, payment)
  if (fact.amount !== payment.amount || fact.currency !== 'CNY' || !fact.transactionId) return 'mismatch'
  if (payment.transactionId !== null) {
    return payment.transactionId === fact.transactionId ? 'known' : 'mismatch'
  }
  const settled =
    // Asked for before the order's price was changed, it settles nothing.
    fact.state === 'succeeded' && payment.status === 'waiting' && payment.amount === order.amount
      ? await settleOrder(tx, { orderId, amount: fact.amount, channel })
      : 'surplus'
  const status = paymentLifecycle.next(payment.status, settled === 'settled' ? 'succeed' : 'late')
  await tx`
    update payments set status = ${status}, transaction_id = ${fact.transactionId}, succeeded_at = moment(), failure = null,
      refunding = ${status === 'surplus' ? payment.amount : 0}, asked = 0, ask_at = null
    where id = ${payment.id}`
  await record(tx, payment, status, { transactionId: fact.transactionId })
  if (status === 'surplus') for (const giveBack of surplusHandlers) await giveBack(tx, payment)
  return settled
}

/** The status of a learner's own order; queries the channel when no notice arrived for a while. Refuses 404. */
export async function checkOrder(
  app: Channelled & Pick<AppContext, 'log'>,
  session: Session,
  orderId: string,
) {
  const { db, log } = app
  const order = await getOrderSummary(db, session.accountId, orderId)
  const payment = order.status === 'unpaid' ? await claimOpen(db, orderId) : null
  if (!payment) return order
  try {
    await reconcile(db, channelOf(app, payment), payment)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, payment: payment.id }, 'the payment channel gave no answer')
  }
  return getOrderSummary(db, session.accountId, orderId)
}

/** Takes a notice that is truly the channel's: its effect and its record are one; a repeat changes nothing. */
export async function applyNotice(
  tx: Tx,
  channel: PaymentChannelName,
  notice: ProviderNotice,
): Promise<Outcome> {
  const { id, event, payment } = notice
  if (!payment) return 'nothing'
  const outcome = await applyProviderUpdate(tx, channel, payment)
  if (outcome === 'unknown' || outcome === 'mismatch') return outcome
  await tx`
    insert into payment_notices (channel, notice_id, payment_id, content)
    select ${channel}, ${id}, p.id, ${tx.json({ event, ...payment })} from payments p
    where p.out_trade_no = ${payment.outTradeNo}
    on conflict (channel, notice_id) do nothing`
  return outcome
}

async function query(channel: PaymentChannel, outTradeNo: string): Promise<ProviderPayment | null> {
  const fact = await channel.query(outTradeNo)
  if (!fact || fact.outTradeNo === outTradeNo) return fact
  throw new ChannelFailure(`Asked about ${outTradeNo}, the channel spoke of ${fact.outTradeNo}`)
}

/**
 * Reconciles one payment with the channel: queries it, and closes at the channel what nobody is to pay any
 * more (`close`: even though it could). Returns what came of it; throws ChannelFailure when there was no answer.
 */
export async function reconcile(
  db: Pool,
  channel: PaymentChannel,
  payment: Payment,
  close: 'close' | 'when over' = 'when over',
): Promise<Outcome> {
  const { outTradeNo, appId } = payment
  const closed = {
    outTradeNo,
    appId,
    transactionId: null,
    state: 'closed',
    amount: 0,
    currency: 'CNY',
  } as const
  let fact = await query(channel, outTradeNo)
  if ((fact === null || fact.state === 'waiting') && (payment.over || close === 'close')) {
    fact = (await channel.close(outTradeNo)) === 'closed' ? closed : await query(channel, outTradeNo)
  }
  return fact ? db.begin((tx) => applyProviderUpdate(tx, channel.name, fact)) : 'nothing'
}
