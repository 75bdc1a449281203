import { randomBytes, randomInt } from 'node:crypto'
import { methodAt, type PaymentChannelName, type PaymentMethod } from '../../contract/payment.ts'
import { orderNoOf } from '../../features/order/rules.ts'
import { descriptionOf, outTradeNoOf } from '../../features/payment/rules.ts'
import { type Buying, findBuying } from '../../features/unit/trainType/server/actions.ts'
import { demoAlipay, demoMerchant } from '../../server/channels/demoMerchant.ts'
import { hasDemoGateway, noticePaths } from '../../server/channels/openPayment.ts'
import { chineseTime } from '../../server/channels/wechatPay.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Tx } from '../../server/db.ts'
import type { Environment } from '../../server/environment.ts'
import { seededRandom } from './content/random.ts'
import { idAt } from './idAt.ts'
import type { SeededPortal } from './portal.ts'

/** An order of the past; money in fen. */
export interface PastOrder {
  createdAt: string
  /** True if the unit of its learners pays it; otherwise the one learner does. */
  byUnit?: boolean
  lines: readonly { accountId: string; classId: string; price: number; payable: number }[]
  /** The money that the demo's provider took for it. */
  money?: { channel: PaymentChannelName; method: PaymentMethod; openedAt: string; paidAt: string }
  /** Time it was settled, by that money or offline; without it the order is unpaid. */
  settledAt?: string
}

/** An order that stands in the database. */
export interface PlacedOrder {
  id: string
  orderNo: string
  amount: number
}

const tradeTypes = {
  native: 'NATIVE',
  h5: 'MWEB',
  jsapi: 'JSAPI',
  precreate: 'PRECREATE',
  wap: 'WAP',
} as const satisfies Record<PaymentMethod, string>

const after = (moment: string, seconds: number) => new Date(Date.parse(moment) + seconds * 1000).toISOString()

/** A provider's number of money that came at a moment: 28 digits. */
function transactionIdOf(channel: PaymentChannelName, at: string): string {
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
  return channel === 'wechat' ? `4200${digits(24)}` : at.slice(0, 10).replaceAll('-', '') + digits(20)
}

/** Writes orders as they were placed then, each with its items and with both sides of its payment. */
export async function placeOrders(
  tx: Tx,
  { environment }: AppContext,
  { projectId }: SeededPortal,
  placed: readonly PastOrder[],
): Promise<PlacedOrder[]> {
  const orders = placed.map(({ createdAt, lines, money, settledAt, byUnit = false }) => ({
    id: idAt(createdAt),
    createdAt,
    expiresAt: after(createdAt, 1800),
    byUnit,
    money,
    lines,
    accountId: lines[0]!.accountId,
    settledAt: settledAt ?? null,
    orderNo: orderNoOf(chineseTime(createdAt).slice(0, 10), randomBytes(10)),
    amount: lines.reduce((sum, { payable }) => sum + payable, 0),
    channel: settledAt === undefined ? null : (money?.channel ?? 'offline'),
  }))
  await tx`
    insert into orders (id, project_id, kind, account_id, payer_unit_id, payer_name, payer_tax_no, unit_id, order_no,
      amount, channel, status, expires_at, paid_at, created_at)
    select o.id, ${projectId}, case when o."byUnit" then 'batch' else 'personal' end,
      case when not o."byUnit" then a.id end, case when o."byUnit" then u.id end,
      case when o."byUnit" then u.name else a.user_name end, case when o."byUnit" then u.credit_code end, a.unit_id,
      o."orderNo", o.amount, o.channel, case when o."settledAt" is null then 'unpaid' else 'paid' end, o."expiresAt",
      o."settledAt", o."createdAt"
    from jsonb_to_recordset(${tx.json(orders as never)}) as o(id uuid, "byUnit" boolean, "accountId" uuid, "orderNo" text,
      amount bigint, channel text, "expiresAt" timestamptz, "settledAt" timestamptz, "createdAt" timestamptz)
    join accounts a on a.id = o."accountId" left join units u on u.id = a.unit_id`
  const items = orders.flatMap(({ id, settledAt, lines }) =>
    lines.map((line, sort) => ({ ...line, orderId: id, sort, waiting: settledAt === null })),
  )
  await tx`
    insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, discount,
      payable, waiting)
    select i."orderId", i."accountId", c.id, i.sort, c.name, c.class_type, c.year, c.hours_tenths, i.price,
      i.price - i.payable, i.payable, i.waiting
    from jsonb_to_recordset(${tx.json(items as never)}) as i("orderId" uuid, "accountId" uuid, "classId" uuid, sort int,
      price bigint, payable bigint, waiting boolean)
    join train_classes c on c.id = i."classId"`
  await seedPayments(tx, environment, orders)
  return orders.map(({ id, orderNo, amount }) => ({ id, orderNo, amount }))
}

/** Both sides of the payments: ours, and what the demo's own providers know of them. */
export async function seedPayments(
  tx: Tx,
  { dataFolder, publicUrl }: Environment,
  orders: readonly (PlacedOrder &
    Pick<PastOrder, 'money'> & { expiresAt: string; settledAt: string | null })[],
): Promise<void> {
  const paid = orders.filter(({ money }) => money !== undefined)
  if (paid.length === 0) return
  const { appId: wechatApp, mchId } = await demoMerchant(dataFolder)
  const { appId: alipayApp, sellerId } = await demoAlipay(dataFolder)
  const taker = {
    wechat: { appid: wechatApp, mchid: mchId },
    alipay: { appid: alipayApp, mchid: sellerId },
  }
  const names = await tx<{ orderId: string; names: string[] }[]>`
    select order_id, array_agg(name order by sort) as names from order_items
    where order_id = any(${paid.map(({ id }) => id)}) group by order_id`
  const namesOf = new Map(names.map((row) => [row.orderId, row.names]))
  const rows = paid.map(({ id, orderNo, amount, expiresAt, settledAt, money }) => ({
    ...money!,
    orderId: id,
    amount,
    expiresAt,
    settledAt,
    ...taker[money!.channel],
    outTradeNo: outTradeNoOf(orderNo, 1),
    description: descriptionOf(namesOf.get(id)!),
    transactionId: transactionIdOf(money!.channel, money!.paidAt),
    tradeType: tradeTypes[money!.method],
    notifyUrl: publicUrl + noticePaths[money!.channel],
    timeExpire: money!.channel === 'wechat' ? chineseTime(expiresAt) : null,
  }))
  await tx`
    with money as (
      select * from jsonb_to_recordset(${tx.json(rows as never)}) as m("orderId" uuid, channel text, method text,
        "outTradeNo" text, description text, amount bigint, "settledAt" timestamptz, "transactionId" text,
        "expiresAt" timestamptz, "openedAt" timestamptz, "paidAt" timestamptz, appid text, mchid text, "notifyUrl" text,
        "timeExpire" text, "tradeType" text)),
    made as (
      insert into payments (project_id, order_id, channel, method, out_trade_no, description, amount, status,
        transaction_id, expires_at, paid_at, succeeded_at, ask_at, created_at)
      select o.project_id, o.id, m.channel, m.method, m."outTradeNo", m.description, m.amount,
        case when m."settledAt" is null then 'waiting' else 'succeeded' end,
        case when m."settledAt" is not null then m."transactionId" end, m."expiresAt",
        case when m."settledAt" is not null then m."paidAt" end, m."settledAt",
        case when m."settledAt" is null then moment() end, m."openedAt"
      from money m join orders o on o.id = m."orderId"
      returning id, project_id, amount, transaction_id, succeeded_at, created_at),
    opened as (
      insert into payment_events (project_id, payment_id, kind, created_at)
      select project_id, id, 'opened', created_at from made),
    told as (
      insert into operation_logs (project_id, action, subject_kind, subject_id, before, after, created_at)
      select project_id, 'payment.succeeded', 'payment', id::text, '{"status": "waiting"}',
        jsonb_build_object('status', 'succeeded', 'amount', amount, 'transactionId', transaction_id), succeeded_at
      from made where succeeded_at is not null)
    insert into gateway_payments (out_trade_no, token, appid, mchid, description, amount, notify_url, time_expire,
      expires_at, state, transaction_id, paid_at, created_at, trade_type, scanned_at)
    select "outTradeNo", replace(gen_random_uuid()::text, '-', ''), appid, mchid, description, amount, "notifyUrl",
      "timeExpire", "expiresAt", 'SUCCESS', "transactionId", "paidAt", "openedAt", "tradeType", "openedAt"
    from money`
}

/** A class that one learner has bought. */
interface Sale {
  accountId: string
  classId: string
  createdAt: string
}

/** Ways in which learners of the demo pay, with their shares in percent. */
const ways = {
  'wechat desk': 45,
  'wechat phone': 25,
  'alipay desk': 15,
  'alipay phone': 15,
} as const

/** Returns whether learners may buy classes by the terms of their unit, and the price. */
export async function listSold(
  tx: Tx,
  accountIds: readonly string[],
): Promise<(accountId: string, classId: string) => { price: number; payable: number; isSold: boolean }> {
  const people = await tx<{ id: string; unitId: string | null }[]>`
    select id, unit_id from accounts where id = any(${accountIds as string[]})`
  const sold = await tx<
    { id: string; classType: string; categoryId: string; price: number; hoursTenths: number }[]
  >`select id, class_type, category_id, price, hours_tenths from train_classes`
  const unitOf = new Map(people.map(({ id, unitId }) => [id, unitId]))
  const byId = new Map(sold.map((one) => [one.id, one]))
  const buying = new Map<string | null, Buying>()
  for (const unitId of new Set(unitOf.values())) buying.set(unitId, await findBuying(tx, unitId))
  return (accountId, classId) => {
    const terms = buying.get(unitOf.get(accountId)!)!
    const one = byId.get(classId)!
    return { price: one.price, payable: terms.payable(one), isSold: terms.obstacle(one) === null }
  }
}

/** Orders of these sales, each paid by money that came: through the demo's own gateway, or else by bank transfer. */
export async function seedOrders(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  sales: readonly Sale[],
  priceOf: Awaited<ReturnType<typeof listSold>>,
): Promise<void> {
  const random = seededRandom(11)
  const hasGateway = hasDemoGateway(app.environment)
  const placed = await placeOrders(
    tx,
    app,
    portal,
    sales.map(({ accountId, classId, createdAt }): PastOrder => {
      const [channel, place] = random.weighted(ways).split(' ') as [PaymentChannelName, 'desk' | 'phone']
      const openedAt = after(createdAt, random.int(15, 90))
      const paidAt = after(openedAt, random.int(10, 150))
      const money = { channel, method: methodAt[channel][place], openedAt, paidAt }
      const { price, payable } = priceOf(accountId, classId)
      const lines = [{ accountId, classId, price, payable }]
      return { createdAt, lines, settledAt: paidAt, ...(hasGateway && { money }) }
    }),
  )
  await tx`
    update enrolments e set source_id = i.id from order_items i
    where e.source = 'order' and i.account_id = e.account_id and i.class_id = e.class_id`
  if (!hasGateway) await seedReceipts(tx, placed)
}

/** Transfers that were taken over with the orders they paid: a portal with a real contract has no money of the demo's. */
async function seedReceipts(tx: Tx, placed: readonly PlacedOrder[]): Promise<void> {
  await tx`
    with came as (
      insert into receipts (project_id, serial_no, payer_name, day, amount, created_at)
      select project_id, order_no, payer_name, (paid_at at time zone 'Asia/Shanghai')::date, amount, paid_at
      from orders where id = any(${placed.map(({ id }) => id)})
      returning id, project_id, serial_no, amount, created_at)
    insert into allocations (project_id, receipt_id, order_id, amount, created_at)
    select came.project_id, came.id, o.id, came.amount, came.created_at
    from came join orders o on o.order_no = came.serial_no`
}
