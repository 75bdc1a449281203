import type { Static } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import {
  methodAt,
  type PaymentChannelName,
  paymentChannelNames,
  type PaymentMethod,
  type PayPlace,
} from '../../../contract/payment.ts'
import { audit } from '../../../server/audit.ts'
import { hasDemoGateway } from '../../../server/channels/openPayment.ts'
import {
  ChannelFailure,
  type PaymentChannel,
  type ProviderPayment,
  type WechatPayer,
} from '../../../server/channels/payment.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { JobKind } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { lockOrder } from '../../order/server/actions.ts'
import { paymentRefusals, type UnitPayCode } from '../contract.ts'
import {
  askDelays,
  codeMinutes,
  descriptionOf,
  leastCodeSeconds,
  outTradeNoOf,
  paymentLifecycle,
} from '../rules.ts'
import { holdEnabled, listEnabled, openMerchantOf } from '../merchant/server/open.ts'
import {
  claimOpen,
  findOpen,
  findPayment,
  getOrderSummary,
  lockPayment,
  type Payment,
  type Through,
} from './data.ts'
import { applyAnswer, type Outcome, recordEvent, recordOf } from './facts.ts'

export { recordDifference } from './facts.ts'
export type { Outcome, SurplusPayment } from './facts.ts'
export type { HeardPayment } from './notices.ts'

/** The job that brings payments and the channel into agreement; queued when there is news. */
export const reconcileJob = { type: 'payment.reconcile', lane: 'money' } as const satisfies JobKind

type Channelled = Pick<AppContext, 'db' | 'channels' | 'secrets' | 'environment'>

/** The channel of a merchant, in use or not; null where there is none, or no contract of the portal's own any more. */
export const findChannel = async (app: Channelled, { channel, merchantId }: Through) =>
  merchantId === null ? app.channels.payment[channel] : openMerchantOf(app, merchantId)

/** The channel that takes or took a payment, by the merchant it names; throws ChannelFailure where there is none any more. */
export async function channelOf(app: Channelled, payment: Through): Promise<PaymentChannel> {
  const found = await findChannel(app, payment)
  if (!found) throw new ChannelFailure(`there is no contract with ${payment.channel} any more`)
  return found
}

/** The channels for which the portal has a merchant of its own. */
export const ownChannels = ({ channels }: Pick<AppContext, 'channels'>) =>
  paymentChannelNames.filter((name) => channels.payment[name] !== null)

/** The channels through which a project can be paid, the usual one first. */
export async function openChannels(app: Channelled, projectId: string): Promise<PaymentChannelName[]> {
  const open = new Set([...ownChannels(app), ...(await listEnabled(app.db, projectId))])
  return paymentChannelNames.filter((name) => open.has(name))
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
  if (status !== payment.status) await audit(tx, recordOf(payment, status))
}

/** Way in which a payment is opened: through which channel, where, and inside which official account. */
interface Way {
  channel: PaymentChannelName
  place: PayPlace
  method: PaymentMethod
  appId: string | null
}

/**
 * Takes the open payment of an order that the caller pays, or opens one through the project's merchant or else the portal's;
 * `isOther` says that the open one is paid in another way. Refuses what takes no money now.
 */
async function ensurePayment(
  app: Channelled,
  session: Session,
  orderId: string,
  { channel, place, method, appId }: Way,
): Promise<{ payment: Payment; isOther: boolean }> {
  return app.db.begin(async (tx) => {
    const order = (await lockOrder(tx, orderId)) ?? refuse(commonRefusals.notFound)
    const { transferPending } = await getOrderSummary(tx, session, orderId)
    if (order.status !== 'unpaid') refuse(paymentRefusals.notPayable, {}, 'orderId')
    if (order.over) refuse(paymentRefusals.over, {}, 'orderId')
    if (transferPending) refuse(paymentRefusals.transferPending, {}, 'orderId')
    const merchantId = await holdEnabled(tx, order.projectId, channel)
    if (merchantId === null && !app.channels.payment[channel])
      refuse(paymentRefusals.noChannel, {}, 'channel')
    const open = await findOpen(tx, orderId)
    if (open) {
      const isSame = open.method === method && open.appId === appId && open.merchantId === merchantId
      return { payment: open, isOther: !isSame }
    }
    const [known] = await tx`
      select (select count(*)::int from payments where order_id = ${orderId}) as count,
        array(select name from order_items where order_id = ${orderId}
          group by class_id, name order by min(sort)) as names`
    const [row] = await tx`
      insert into payments (project_id, order_id, channel, merchant_id, method, app_id, out_trade_no, description, amount, expires_at, ask_at)
      values (${order.projectId}, ${orderId}, ${channel}, ${merchantId}, ${method}, ${appId},
        ${outTradeNoOf(order.orderNo, (known!.count as number) + 1)},
        ${descriptionOf(known!.names as string[])}, ${order.amount},
        greatest(moment() + make_interval(secs => ${leastCodeSeconds}),
          least(${order.expiresAt}::timestamptz, moment() + make_interval(mins => ${codeMinutes[place]}))),
        moment() + make_interval(secs => ${askDelays[0]!}))
      returning id`
    const opened = { id: row!.id as string, projectId: order.projectId }
    await recordEvent(tx, opened, { kind: 'opened' })
    await audit(tx, {
      by: session,
      action: 'payment.open',
      subjectKind: 'payment',
      subjectId: row!.id as string,
      after: { status: 'waiting', orderId, amount: order.amount, channel, merchantId },
    })
    return { payment: (await findOpen(tx, orderId))!, isOther: false }
  })
}

/** Saves the code of a payment that is still open; returns whether it is. */
async function saveCode(db: Pool, payment: Payment, codeUrl: string): Promise<boolean> {
  const rows = await db`
    update payments set code_url = coalesce(code_url, ${codeUrl}) where id = ${payment.id} and status = 'waiting'
    returning id`
  return rows.length > 0
}

/** True if another window closed a payment while this one was opening it: the channel opens no such one. */
async function wasClosed(app: Channelled, opening: Payment): Promise<boolean> {
  try {
    await reconcile(app.db, await channelOf(app, opening), opening)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
  }
  return (await findOpen(app.db, opening.orderId))?.id !== opening.id
}

/**
 * The QR code of an unpaid order that the caller pays, the address of the channel's page on the phone that pays, or the
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
  const open = await openChannels(app, session.projectId)
  const wanted = input.channel ?? open[0] ?? refuse(paymentRefusals.noChannel)
  const place = input.place ?? 'desk'
  const method = methodAt[wanted][place] ?? refuse(paymentRefusals.notHere, {}, 'place')
  const way: Way = { channel: wanted, place, method, appId: payer.payer?.appId ?? null }
  let asked = wanted
  let opening: Payment | null = null
  try {
    let { payment, isOther } = await ensurePayment(app, session, input.orderId, way)
    if (payment.over || isOther || (input.renew && payment.codeUrl !== null)) {
      asked = payment.channel
      await reconcile(db, await channelOf(app, payment), payment, 'close')
      asked = wanted
      ;({ payment, isOther } = await ensurePayment(app, session, input.orderId, way))
      // Opened by another window meanwhile, in the way this one has just left.
      if (isOther) refuse(paymentRefusals.otherChannel)
    }
    const channel = await channelOf(app, payment)
    // Called twice concurrently, the channel returns the same payment.
    opening = payment.codeUrl === null ? payment : null
    const codeUrl = payment.codeUrl ?? (await channel.create({ ...payment, ...payer }))
    if (payment.codeUrl === null && !(await saveCode(db, payment, codeUrl))) {
      // The order ended while the channel was opening what we had closed.
      await channel.close(payment.outTradeNo)
      refuse(paymentRefusals.notPayable, {}, 'orderId')
    }
    return { ...payment, codeUrl }
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    if (opening !== null && (await wasClosed(app, opening))) refuse(paymentRefusals.otherChannel)
    return refuse(asked === 'wechat' ? paymentRefusals.channelSilent : paymentRefusals.alipaySilent)
  }
}

/** The status of an order that the caller pays; queries the channel when no notice arrived for a while. Refuses 404. */
export async function checkOrder(
  app: Channelled & Pick<AppContext, 'log'>,
  session: Session,
  orderId: string,
) {
  const { db, log } = app
  const order = await getOrderSummary(db, session, orderId)
  const payment = order.status === 'unpaid' ? await claimOpen(db, orderId) : null
  if (!payment) return order
  try {
    await reconcile(db, await channelOf(app, payment), payment)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, payment: payment.id }, 'the payment channel gave no answer')
  }
  return getOrderSummary(db, session, orderId)
}

/**
 * Closes at its channel the open code of an order whose price was changed. True if it may still be paid: the channel gave
 * no answer, or it is one of Alipay's, which cannot be closed before it is scanned.
 */
export async function closeOutdated(app: AppContext, orderId: string): Promise<boolean> {
  const { db, log } = app
  const payment = await findOpen(db, orderId)
  if (!payment?.over) return false
  try {
    const outcome = await reconcile(db, await channelOf(app, payment), payment)
    return outcome === 'closed' && payment.channel === 'alipay'
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, payment: payment.id }, 'the payment channel gave no answer')
    return true
  }
}

async function query(channel: PaymentChannel, outTradeNo: string): Promise<ProviderPayment | null> {
  const fact = await channel.query(outTradeNo)
  if (!fact || fact.outTradeNo === outTradeNo) return fact
  throw new ChannelFailure(`Asked about ${outTradeNo}, the channel spoke of ${fact.outTradeNo}`)
}

/** Asks the channel about a payment of whatever status and applies what it says. Throws ChannelFailure without an answer. */
export async function queryPayment(app: Channelled, paymentId: string): Promise<Outcome> {
  const payment = await findPayment(app.db, paymentId)
  return payment ? reconcile(app.db, await channelOf(app, payment), payment) : 'unknown'
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
    app: appId === null ? null : { id: appId, isOwn: false },
    transactionId: null,
    state: 'closed',
    amount: 0,
    currency: 'CNY',
    paidAt: null,
  } as const
  let fact = await query(channel, outTradeNo)
  if ((fact === null || fact.state === 'waiting') && (payment.over || close === 'close')) {
    fact = (await channel.close(outTradeNo)) === 'closed' ? closed : await query(channel, outTradeNo)
  }
  return fact ? db.begin((tx) => applyAnswer(tx, { through: payment, outTradeNo }, fact)) : 'nothing'
}

/** Opens the code by which a unit pays an order, at a desk, as `openCode` does. */
export async function openUnitCode(
  ctx: Channelled & { ip: string; session: Session },
  input: { orderId: string; channel?: PaymentChannelName; renew?: boolean },
  returnPath: string,
): Promise<Static<typeof UnitPayCode>> {
  const { environment, session, ip } = ctx
  const returnUrl = environment.publicUrl + returnPath
  const code = await openCode(ctx, session, input, { payerIp: ip, payer: null, returnUrl })
  const { id: paymentId, codeUrl, channel, amount, endsAt: expiresAt, secondsLeft } = code
  return {
    paymentId,
    codeUrl,
    channel,
    channels: await openChannels(ctx, session.projectId),
    amount,
    expiresAt,
    secondsLeft,
    cashierUrl: hasDemoGateway(environment) ? codeUrl : null,
  }
}
