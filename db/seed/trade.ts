import { randomUUID } from 'node:crypto'
import type { PaymentChannelName } from '../../contract/payment.ts'
import { type ApprovalKind, approveLocked } from '../../features/approval/server/actions.ts'
import { lockProposal } from '../../features/approval/server/proposals.ts'
import { listOffers } from '../../features/order/offer/server/actions.ts'
import { cancelOrder, expireOrder, saveOrder } from '../../features/order/server/actions.ts'
import { waiveOrPropose } from '../../features/order/server/waiver.ts'
import { giveBack } from '../../sandbox/payment/actions.ts'
import { applyNotices } from '../../features/payment/server/notices.ts'
import { receiptKind, recordReceipt } from '../../features/receipt/server/actions.ts'
import { cancelRefund, openRefund, rejectRefund } from '../../features/refund/server/application.ts'
import { refundOrPropose } from '../../features/refund/server/execute.ts'
import { saveUnitClass } from '../../features/unitClass/server/actions.ts'
import { addPeople } from '../../features/unitClass/server/pasted.ts'
import type { AppContext } from '../../server/appContext.ts'
import { hasDemoGateway } from '../../server/channels/openPayment.ts'
import type { ProviderNotice } from '../../server/channels/payment.ts'
import type { Tx } from '../../server/db.ts'
import type { ProjectSession, Session } from '../../server/session.ts'
import { dayAfter } from './content/periods.ts'
import { type PastOrder, placeOrders, type PlacedOrder } from './orders.ts'
import type { SeededPortal } from './portal.ts'
import { dateRefunds } from './refundDates.ts'
import { learnerOf, staffOf } from './staff.ts'

/** The demo while its trade is seeded, and who handles it in the office. */
interface Demo {
  tx: Tx
  app: AppContext
  portal: SeededPortal
  accountIds: readonly string[]
  admin: ProjectSession
  finance: ProjectSession
}

type Placed = PlacedOrder & { session: Session }

const hoursAgo = ({ portal }: Demo, hours: number) =>
  new Date(Date.parse(portal.now) - hours * 3_600_000).toISOString()

/** The day so many days ago, in China. */
const dayAgo = ({ portal }: Demo, days: number) => dayAfter(portal.today, -days)

/** Classes that all of these people may buy now, those of the latest year first; public ones, which visitors try, last. */
async function offersTo(
  { tx, portal: { projectId } }: Demo,
  buyers: readonly Parameters<typeof listOffers>[1][],
) {
  const classes = await tx<{ id: string }[]>`
    select id from train_classes where project_id = ${projectId} and status = 'on_shelf' and price > 0
    order by class_type = 'public', year desc, price, id`
  let ids = classes.map(({ id }) => id)
  let offers: Awaited<ReturnType<typeof listOffers>> = []
  for (const buyer of buyers) {
    const judged = await listOffers(tx, buyer, ids)
    offers = judged.filter(({ obstacle, mismatch, payable }) => !obstacle && !mismatch && payable > 0)
    ids = offers.map(({ classId }) => classId)
  }
  return offers
}

/** An order of one of the demo's learners, placed so many hours ago, for the first classes they may buy. */
async function place(
  demo: Demo,
  n: number,
  hours: number,
  { count = 1, money }: { count?: number; money?: (createdAt: string) => PastOrder['money'] } = {},
): Promise<Placed> {
  const session = await learnerOf(demo.tx, demo.portal, demo.accountIds[n]!)
  const { accountId } = session
  const offers = (await offersTo(demo, [session])).slice(0, count)
  const createdAt = hoursAgo(demo, hours)
  const lines = offers.map(({ classId, price, payable }) => ({ accountId, classId, price, payable }))
  const paid = money?.(createdAt)
  const [order] = await placeOrders(demo.tx, demo.app, demo.portal, [
    { createdAt, lines, ...(paid && { money: paid }) },
  ])
  return { ...order!, session }
}

/** Money that the channel took at a desk so many minutes after the order was placed. */
const moneyAfter = (channel: PaymentChannelName, minutes: number) => (createdAt: string) => {
  const after = (count: number) => new Date(Date.parse(createdAt) + count * 60_000).toISOString()
  const method = channel === 'wechat' ? 'native' : 'precreate'
  return { channel, method, openedAt: after(1), paidAt: after(minutes) } as const
}

/** Lets a notice of a channel arrive. */
async function hear(
  tx: Tx,
  channel: PaymentChannelName,
  about: Pick<ProviderNotice, 'payment' | 'refund'>,
): Promise<void> {
  const event = about.payment ? 'TRANSACTION.SUCCESS' : 'REFUND.SUCCESS'
  const { outTradeNo } = (about.payment ?? about.refund)!
  const notice = { id: randomUUID(), event, ...about }
  await applyNotices(tx, [{ through: { channel, merchantId: null }, outTradeNo, notice }])
}

/** Lets the money that the channel took for an order be known. */
export async function settle(tx: Tx, { id }: PlacedOrder): Promise<void> {
  const [row] = await tx<
    {
      channel: PaymentChannelName
      outTradeNo: string
      transactionId: string
      amount: number
      paidAt: string
    }[]
  >`
    select p.channel, p.out_trade_no, g.transaction_id, p.amount, g.paid_at from payments p
    join gateway_payments g using (out_trade_no) where p.order_id = ${id}`
  const { channel, ...paid } = row!
  await hear(tx, channel, {
    payment: { ...paid, currency: 'CNY', app: null, state: 'succeeded' },
    refund: null,
  })
}

/** Has the channel answer the refund that was sent; one that is processed is with the payer's bank for three days. */
export async function answer(
  tx: Tx,
  refundId: string,
  state: 'succeeded' | 'processing' | 'abnormal',
): Promise<void> {
  const [row] = await tx<
    { channel: PaymentChannelName; outTradeNo: string; refundNo: string; amount: number; total: number }[]
  >`
    update refunds r set asked = 1, asked_at = moment() from payments p where r.id = ${refundId} and p.id = r.payment_id
    returning p.channel, p.out_trade_no, r.channel_no as refund_no, r.amount, p.amount as total`
  const { channel, ...money } = row!
  const { outTradeNo, refundNo, amount } = money
  if (state === 'abnormal')
    await tx`update gateway_payments set refund_fault = 'ABNORMAL' where out_trade_no = ${outTradeNo}`
  await giveBack(tx, { ...money, notices: 0 })
  if (state === 'processing') {
    await tx`update gateway_refunds set created_at = moment() + interval '3 days' where refund_no = ${refundNo}`
    return
  }
  const providerNo = channel === 'wechat' ? `5030${refundNo}` : null
  const refund = { outTradeNo, refundNo, providerNo, state, amount, givenBack: null }
  await hear(tx, channel, { payment: null, refund })
}

/** Requests the money of the first classes of an order back, all of them unless it is said how many. */
export async function request(tx: Tx, by: Session, { id: orderId }: PlacedOrder, reason: string, count = 99) {
  const items = await tx<{ itemId: string }[]>`
    select id as item_id from order_items where order_id = ${orderId} order by sort limit ${count}`
  const chosen = items.map(({ itemId }) => ({ itemId }))
  return (await openRefund(tx, by, { orderId, items: chosen, reason })).refundId
}

/**
 * Dates what was done just now to orders of the past: their money came when the channel or the bank says, and one was
 * waived or cancelled soon after it was placed. The seed is one transaction: all that was done now bears one moment.
 */
async function dateSettled(tx: Tx): Promise<void> {
  await tx`
    update payments p set succeeded_at = g.paid_at from gateway_payments g
    where p.succeeded_at = moment() and g.out_trade_no = p.out_trade_no`
  await tx`
    update receipts set created_at = (day + time '10:20') at time zone 'Asia/Shanghai' where created_at = moment()`
  await tx`
    update approvals a set created_at = r.created_at, decided_at = a.decided_at + s.since + interval '5 hours',
      applied_at = a.applied_at + s.since + interval '5 hours'
    from receipts r cross join lateral (select r.created_at - moment() as since) s
    where a.created_at = moment() and r.id = (a.after->'allocations'->0->>'receiptId')::uuid`
  await tx`
    update orders o set paid_at = coalesce(
      (select succeeded_at from payments where order_id = o.id and status = 'succeeded'),
      (select applied_at from approvals where subject_id = o.id and status = 'applied'))
    where o.paid_at = moment()`
  await tx`
    update orders set closed_at = case closed_reason when 'expired' then expires_at
      else created_at + interval '12 minutes' end
    where closed_at = moment()`
  await tx`
    update enrolments e set created_at = coalesce(o.paid_at, o.closed_at)
    from order_items i join orders o on o.id = i.order_id
    where e.created_at = moment() and e.source = 'order' and e.source_id = i.id`
  await tx`
    update messages m set created_at = o.paid_at from orders o
    where m.created_at = moment() and m.key = o.id::text`
}

/** An order that a unit, which buys for its people as a group, pays for three of them. */
async function placeOfUnit(demo: Demo, hours: number): Promise<PlacedOrder> {
  const { tx, app, portal } = demo
  const people = await tx<{ accountId: string }[]>`
    select a.id as account_id from accounts a join roles r on r.id = a.role_id
    where a.unit_id = ${portal.unitIds.get('power')!} and r.role_system = 3 order by a.id limit 3`
  const { projectId } = portal
  const buyers = people.map(({ accountId }) => ({ projectId, accountId, unitId: null }))
  const { classId, price } = (await offersTo(demo, buyers)).find((one) => one.classType === 'professional')!
  const lines = people.map(({ accountId }) => ({ accountId, classId, price, payable: price }))
  const unitId = portal.unitIds.get('power')!
  const unitClassId = await saveUnitClass(tx, demo.admin, {
    unitId,
    classId,
    price,
    requestKey: randomUUID(),
  })
  const accountIdsOf = people.map(({ accountId }) => accountId)
  await addPeople(tx, app.secrets, demo.admin, { unitClassId, accountIds: accountIdsOf })
  const [order] = await placeOrders(tx, app, portal, [
    { createdAt: hoursAgo(demo, hours), byUnit: true, lines },
  ])
  // It was placed days ago, which no action of today can do.
  await tx`update orders set pay_reference = 'K7Q2MX' where id = ${order!.id}`
  const batch = {
    orderId: order!.id,
    projectId,
    unitClassId,
    payMode: 'transfer',
    operatorId: demo.admin.accountId,
  }
  await tx`insert into batch_orders ${tx(batch)}`
  return order!
}

interface Transfer {
  days: number
  payerName: string
  amount: number
  orderId?: string
  memo?: string
}

/** Records a transfer that came so many days ago; gives the proposal that it pays an order. */
async function transfer(demo: Demo, n: number, { days, ...rest }: Transfer) {
  const { tx, finance } = demo
  const day = dayAgo(demo, days)
  return recordReceipt(tx, finance, { ...rest, day, serialNo: `${day.replaceAll('-', '')}00081${n}` })
}

/** Approves that a transfer pays an order, as another than who recorded it. */
async function approve(
  { tx, app, admin }: Demo,
  { approvalId }: { approvalId: string | null },
): Promise<void> {
  const kinds = [receiptKind as ApprovalKind]
  const { row, kind } = await lockProposal(tx, kinds, admin, approvalId!)
  await approveLocked(tx, app.secrets, admin, kind, row, true)
}

/** Gives an unpaid order a week: the demo is looked at for days. */
async function keepOpen(tx: Tx, { id }: Pick<PlacedOrder, 'id'>): Promise<void> {
  await tx`update orders set expires_at = moment() + interval '7 days' where id = ${id}`
}

/**
 * Transfers: one that paid for the people of a unit, one that came to more than its order, which went back outside any
 * channel since, one that nobody has approved yet, and one that no order has.
 */
async function seedTransfers(demo: Demo): Promise<void> {
  const { tx, finance } = demo
  const unitName = '江海供电服务有限公司'
  const ofUnit = await placeOfUnit(demo, 219.2)
  await approve(
    demo,
    await transfer(demo, 0, { days: 8, payerName: unitName, amount: ofUnit.amount, orderId: ofUnit.id }),
  )
  const excess = await place(demo, 44, 218.4)
  const payerName = excess.session.userName
  await approve(
    demo,
    await transfer(demo, 1, { days: 8, payerName, amount: excess.amount + 5000, orderId: excess.id }),
  )
  const memo = '培训费，未注明订单号'
  await transfer(demo, 2, { days: 6, payerName: unitName, amount: 480_000, memo })
  const waiting = await place(demo, 45, 49.7)
  await transfer(demo, 3, {
    days: 1,
    payerName: waiting.session.userName,
    amount: waiting.amount,
    orderId: waiting.id,
  })
  await keepOpen(tx, waiting)
  await dateSettled(tx)
  const back = await request(tx, finance, excess, '培训时间与工作安排冲突，学员来电要求退回')
  const offline = {
    bank: '工商银行江海支行',
    serialNo: `${dayAgo(demo, 7).replaceAll('-', '')}770021`,
    day: dayAgo(demo, 7),
  }
  await refundOrPropose(tx, finance, back, offline)
}

/** Money on its way back, that arrived, that did not, and that does not go back at all; the oldest first. */
async function seedRefunds(demo: Demo): Promise<void> {
  const { tx, finance } = demo
  async function paid(n: number, hours: number, channel: PaymentChannelName, count = 1): Promise<Placed> {
    const order = await place(demo, n, hours, { count, money: moneyAfter(channel, 3) })
    await settle(tx, order)
    return order
  }
  /** Makes an order whose money came when its time to pay was over: it is surplus. */
  async function late(n: number, hours: number, outcome: Parameters<typeof answer>[2]): Promise<void> {
    const order = await place(demo, n, hours, { money: moneyAfter('wechat', 33) })
    await expireOrder(tx, order.id)
    await settle(tx, order)
    await dateSettled(tx)
    const [surplus] = await tx<{ id: string }[]>`
      select id from refunds where order_id = ${order.id} and kind = 'surplus'`
    await answer(tx, surplus!.id, outcome)
  }
  const part = await paid(50, 99.2, 'wechat', 2)
  const whole = await paid(51, 94.5, 'alipay')
  const abnormal = await paid(52, 77.9, 'wechat')
  const rejected = await paid(53, 70.1, 'alipay')
  const kept = await paid(54, 52.6, 'wechat')
  const slow = await paid(57, 26.3, 'wechat')
  const own = await paid(0, 25.4, 'wechat')
  await dateSettled(tx)
  /** Asked for by its learner, and sent by the office. */
  async function sent(order: Placed, reason: string, count?: number): Promise<string> {
    const id = await request(tx, order.session, order, reason, count)
    await refundOrPropose(tx, finance, id, undefined)
    return id
  }
  await answer(tx, await sent(part, '报错了班级，想改报别的', 1), 'succeeded')
  await answer(tx, await sent(whole, '报错了班级，想改报别的'), 'succeeded')
  await answer(tx, await sent(abnormal, '时间安排不开'), 'abnormal')
  const refused = await request(tx, rejected.session, rejected, '想改用单位的集体报名')
  const reason = '单位今年没有为本班集体报名，请继续学习'
  await rejectRefund(tx, finance, { refundId: refused, reason })
  await late(55, 47.8, 'succeeded')
  await cancelRefund(tx, kept.session, await request(tx, kept.session, kept, '时间安排不开'))
  await answer(tx, await sent(slow, '工作调动，不再需要这个班级'), 'processing')
  await request(tx, own.session, own, '与单位组织的培训重复')
  await late(56, 4.7, 'processing')
}

/** A refund that somebody made in the merchant's own console two days ago: the bill of that day shows it. */
async function refundAtConsole(tx: Tx): Promise<void> {
  const [row] = await tx<{ outTradeNo: string; total: number }[]>`
    select p.out_trade_no, p.amount as total from payments p
    where p.channel = 'wechat' and p.status = 'succeeded' and p.refunded + p.refunding = 0 and p.amount > 1000
      and p.paid_at < moment() - interval '20 days'
    order by p.paid_at desc limit 1`
  const refundNo = `MCH${row!.outTradeNo}`
  await giveBack(tx, { ...row!, refundNo, amount: 1000, notices: 0 })
  await tx`update gateway_refunds set created_at = moment() - interval '2 days' where refund_no = ${refundNo}`
}

/** Orders and refunds in every state that money goes through. */
export async function seedTrade(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  const [admin, finance] = [await staffOf(tx, portal, 'admin'), await staffOf(tx, portal, 'finance')]
  const demo: Demo = { tx, app, portal, accountIds, admin, finance }
  await seedTransfers(demo)
  const waived = await place(demo, 40, 145.3)
  await waiveOrPropose(tx, finance, {
    orderId: waived.id,
    reason: '援助地区的学员，按主管部门的通知免收培训费',
  })
  const regretted = await place(demo, 41, 121.8)
  await cancelOrder(tx, regretted.session, regretted.id)
  const forgotten = await place(demo, 42, 96.6)
  await expireOrder(tx, forgotten.id)
  await dateSettled(tx)
  if (hasDemoGateway(app.environment)) {
    await seedRefunds(demo)
    await refundAtConsole(tx)
  }
  await dateRefunds(tx)
  const learner = await learnerOf(tx, portal, accountIds[0]!)
  const [offer] = await offersTo(demo, [learner])
  const { classId, payable } = offer!
  await keepOpen(tx, await saveOrder(tx, learner, { classIds: [classId], expectedAmount: payable }))
}
