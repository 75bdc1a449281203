import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { giveBack, pay } from '../../../sandbox/payment/actions.ts'
import { aJob } from '../../../test/build/job.ts'
import { aMerchant, anOffice, type BuiltMerchant } from '../../../test/build/merchant.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { until } from '../../../test/until.ts'
import { refundCalls } from '../../refund/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { type BillDifference, reconciliationCalls, reconciliationRefusals } from '../contract.ts'
import { readBills } from './jobs.ts'

const menus = ['/order-manage/list', '/order-manage/list#reconcile', '/invoice-manage/refund-list']
let shop: Shop
before(async () => {
  shop = await aShop(menus)
})

/** A project with merchants of its own, whose days nobody else's payments are in, and someone who reconciles them. */
interface Books {
  portal: BuiltPortal
  clerk: BuiltAccount
  wechat: BuiltMerchant
  alipay: BuiltMerchant
}

async function someBooks(): Promise<Books> {
  const { world } = shop
  const { portal, admin } = await anOffice(world, menus)
  const office = { portal, admin }
  return {
    portal,
    clerk: admin,
    wechat: await aMerchant(world, office, 'wechat'),
    alipay: await aMerchant(world, office, 'alipay'),
  }
}

const bills = async ({ clerk }: Pick<Books, 'clerk'>) =>
  (await shop.world.ask(reconciliationCalls.findPageList, {}, clerk.token)).list
const differences = async (
  { clerk }: Pick<Books, 'clerk'>,
  input: { open?: boolean; keyword?: string } = {},
) => (await shop.world.ask(reconciliationCalls.findDifferences, input, clerk.token)).list
const short = ({ item, kind, billed, booked }: BillDifference) => [item, kind, billed, booked]

/** Reads the bills that can be had two days from now, when every day of the test is over. */
async function twoDaysOn(): Promise<void> {
  await shop.world.moveClock('2 days')
  await readBills.run(aJob(), shop.world.app)
  await shop.world.moveClock('0')
}

const outTradeNoOf = async ({ order }: Pick<BuiltOrder, 'order'>) => {
  const [row] = await shop.world
    .db`select out_trade_no from payments where order_id = ${order.id} order by id desc limit 1`
  return row!.outTradeNo as string
}

/** Pays an order at the gateway, by a channel, of which the merchant hears nothing. */
async function payUnheard(built: BuiltOrder, channel: 'wechat' | 'alipay'): Promise<string> {
  await shop.world.ask(
    paymentCalls.getOrderPayQrcode,
    { orderId: built.order.id, channel },
    built.learner.token,
  )
  const outTradeNo = await outTradeNoOf(built)
  await shop.world.db.begin((tx) => pay(tx, outTradeNo, { notices: 0 }))
  return outTradeNo
}

test('bills of both channels are read day by day; what agrees is a line with its fee and no difference', async () => {
  const books = await someBooks()
  const { portal } = books
  const paid = await shop.paid({ portal, price: 10000 })
  const other = await shop.order({ portal, price: 5000 })
  await payUnheard(other, 'alipay')
  await shop.poll()
  await shop.world
    .db`update payments set ask_at = moment() where order_id = ${other.order.id} and ask_at is not null`
  await shop.poll()
  assert.equal((await shop.rows(other.order.id)).status, 'paid')
  await twoDaysOn()
  const seen = (await bills(books)).filter(({ payments }) => payments > 0)
  assert.deepEqual(
    seen.map(({ channel, received, refunded, fees, net, differences: d, merchantName }) => [
      channel,
      received,
      refunded,
      fees,
      net,
      d,
      merchantName,
    ]),
    [
      ['alipay', 5000, 0, 30, 4970, 0, '商户 alipay'],
      ['wechat', 10000, 0, 60, 9940, 0, '商户 wechat'],
    ],
  )
  assert.ok(seen.every(({ readAt, failure }) => readAt && failure === null))
  assert.deepEqual(await differences(books), [])
  const before = await shop.world.db`select count(*)::int as count from bill_lines`
  await twoDaysOn()
  assert.deepEqual(await shop.world.db`select count(*)::int as count from bill_lines`, before)
  assert.equal((await shop.rows(paid.order.id)).status, 'paid')
})

test('money that only one side has, or with another sum, is a difference that a person settles; the books stay', async () => {
  const books = await someBooks()
  const { portal, clerk } = books
  const refundedAtConsole = await shop.paid({ portal, price: 3000 })
  const forgotten = await shop.paid({ portal, price: 4000 })
  const changed = await shop.paid({ portal, price: 7000 })
  const atConsole = await outTradeNoOf(refundedAtConsole)
  await shop.world.db.begin((tx) =>
    giveBack(tx, {
      outTradeNo: atConsole,
      refundNo: `CONSOLE${atConsole}`,
      amount: 1000,
      total: 3000,
      notices: 0,
    }),
  )
  const [gone, other] = [await outTradeNoOf(forgotten), await outTradeNoOf(changed)]
  await shop.world.db`update gateway_payments set mchid = 'another' where out_trade_no = ${gone}`
  await shop.world.db`update gateway_payments set amount = 6900 where out_trade_no = ${other}`
  await twoDaysOn()
  const found = await differences(books, { open: true })
  assert.deepEqual(
    found.map(short).toSorted((a, b) => String(a).localeCompare(String(b))),
    [
      ['payment', 'amount', 6900, 7000],
      ['payment', 'unbilled', null, 4000],
      ['refund', 'unbooked', 1000, null],
    ],
  )
  assert.ok(found.every(({ orderNo, canBook }) => orderNo && !canBook))
  const [byNumber] = await differences(books, { keyword: `CONSOLE${atConsole}` })
  assert.equal(byNumber!.orderId, refundedAtConsole.order.id)
  const waiting = await shop.world.ask(workQueueCalls.findMine, {}, clerk.token)
  assert.equal(waiting.find(({ code }) => code === 'reconciliation.difference')!.count, 3)

  const moneyNow = async () => shop.world.db`
    select p.status, p.amount, p.refunded, o.status as order_status from payments p join orders o on o.id = p.order_id
    where o.project_id = ${portal.projectId} order by p.id`
  const before = await moneyNow()
  for (const { id } of found) {
    await shop.world.ask(reconciliationCalls.settle, { id, reason: '商户后台已核对' }, clerk.token)
    const again = await shop.world.call(reconciliationCalls.settle, { id, reason: '再来一次' }, clerk.token)
    assert.equal(again.respCode, 409)
  }
  assert.deepEqual(await moneyNow(), before)
  const settled = await differences(books, { open: false })
  assert.deepEqual(
    settled.map(({ reason, settledBy }) => [reason, settledBy !== null]),
    Array.from({ length: 3 }, () => ['商户后台已核对', true]),
  )
})

test('a payment of the portal’s own merchant whose notice was lost is taken over once the channel confirms it', async () => {
  const { world } = shop
  // A day of its own: the bills of those before may have been read.
  await world.moveClock('10 days')
  const portal = await aPortal(world, { menus })
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const lost = await shop.order({ portal, price: 8800 })
  await payUnheard(lost, 'wechat')
  await world.moveClock('12 days')
  await readBills.run(aJob(), world.app)
  await world.moveClock('10 days')
  const [difference] = await differences({ clerk }, { open: true })
  assert.deepEqual(short(difference!), ['payment', 'unbooked', 8800, null])
  assert.deepEqual([difference!.canBook, difference!.merchantName], [true, null])
  const ask = () =>
    world.call(reconciliationCalls.takeOver, { id: difference!.id, reason: '补记' }, clerk.token)
  shop.silence(true)
  assert.equal((await ask()).respCode, 503)
  shop.silence(false)
  const outcomes = await Promise.all([ask(), ask(), ask()])
  assert.deepEqual(
    outcomes.map(({ respCode }) => respCode).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  assert.deepEqual(await differences({ clerk }, { open: true }), [])
  const rows = await shop.rows(lost.order.id)
  assert.deepEqual([rows.status, rows.enrolments], ['paid', 1])
  await world.moveClock('0')
})

test('what the bill has of a number that is no payment of ours is not asked about at the channel', async () => {
  const books = await someBooks()
  const outTradeNo = await outTradeNoOf(await shop.paid({ portal: books.portal, price: 1900 }))
  const foreign = `X${outTradeNo}`
  await shop.world
    .db`update gateway_payments set out_trade_no = ${foreign} where out_trade_no = ${outTradeNo}`
  await twoDaysOn()
  const unbooked = (await differences(books)).find((row) => row.outTradeNo === foreign)!
  const input = { id: unbooked.id, reason: '补记' }
  const refused = await shop.world.call(reconciliationCalls.takeOver, input, books.clerk.token)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, reconciliationRefusals.notOurs.zh])
})

test('a refund of ours is found in the bill of its day; one that went nowhere is a difference a day later', async () => {
  const books = await someBooks()
  const { portal, clerk } = books
  const [sent, lost] = [await shop.paid({ portal, price: 2000 }), await shop.paid({ portal, price: 2500 })]
  for (const { order } of [sent, lost]) {
    const items = order.items.map(({ id }) => ({ itemId: id }))
    await shop.world.ask(refundCalls.submit, { orderId: order.id, items, reason: '课程取消' }, clerk.token)
  }
  const back = async () => shop.world.db`
    select order_id, channel_no from refunds where project_id = ${portal.projectId} and status = 'succeeded'`
  await until(async () => {
    await shop.world.db`update refunds set ask_at = moment() where ask_at is not null`
    await shop.poll()
    return (await back()).length === 2
  })
  const number = (await back()).find(({ orderId }) => orderId === lost.order.id)!.channelNo as string
  await shop.world.db`delete from gateway_refunds where refund_no = ${number}`
  await shop.world.moveClock('3 days')
  await readBills.run(aJob(), shop.world.app)
  // One day of a merchant's is read at a time.
  for (let days = 0; days < 3; days++) await readBills.run(aJob(), shop.world.app)
  await shop.world.moveClock('0')
  const found = await differences(books)
  assert.deepEqual(found.map(short), [['refund', 'unbilled', null, 2500]])
  assert.equal(found[0]!.refundNo, number)
})

/** Moves the clock to noon of tomorrow in China: today's bills are there, and nobody has waited for them for a day. */
async function tomorrowAtNoon(): Promise<void> {
  const [left] = await shop.world.db<{ shift: string }[]>`
    select (interval '36 hours' - (moment() at time zone 'Asia/Shanghai')::time)::text as shift`
  await shop.world.moveClock(left!.shift)
}

test('a channel that gives no bill is asked again, and its day is late work until then', async () => {
  const { world } = shop
  const books = await someBooks()
  const { mchId } = books.wechat.wechat!
  await shop.paid({ portal: books.portal, price: 1200 })
  // The gateway knows nothing of that day any more, though the books have money of it.
  await world.db`update gateway_payments set mchid = 'x' || mchid where mchid = ${mchId}`
  await tomorrowAtNoon()
  await readBills.run(aJob(), world.app)
  const clerk = {
    ...books.clerk,
    token: await signedIn(world, books.clerk.loginName, undefined, books.portal.unitId),
  }
  const late = async () =>
    (await world.ask(workQueueCalls.findMine, {}, clerk.token)).find(
      ({ code }) => code === 'reconciliation.late',
    )?.count
  const first = (await bills({ clerk })).findLast(({ channel }) => channel === 'wechat')!
  assert.match(first.failure!, /no bill of this day yet/)
  assert.deepEqual([first.readAt, await late()], [null, undefined])
  await world.db`update bills set day = day - 2 where id = ${first.id}`
  assert.equal(await late(), 1)
  await world.db`update bills set day = day + 2 where id = ${first.id}`
  await world.db`update gateway_payments set mchid = ${mchId} where mchid = ${`x${mchId}`}`
  await world.ask(reconciliationCalls.readAgain, { id: first.id }, clerk.token)
  await readBills.run(aJob(), world.app)
  const again = () => bills({ clerk }).then((list) => list.find(({ id }) => id === first.id)!)
  // The job that was queued may be reading it.
  await until(async () => (await again()).readAt !== null)
  const read = await again()
  assert.deepEqual([read.received, read.differences, read.failure], [1200, 0, null])
  assert.equal((await world.call(reconciliationCalls.readAgain, { id: first.id }, clerk.token)).respCode, 409)
  await world.moveClock('0')
})

test('other projects see neither the days nor the differences of a merchant, and settle none', async () => {
  const books = await someBooks()
  const foreign = await someBooks()
  await payUnheard(await shop.order({ portal: books.portal, price: 900 }), 'wechat')
  await twoDaysOn()
  const [own] = await differences(books)
  assert.ok(own)
  assert.deepEqual(await differences(foreign), [])
  assert.ok(
    (await bills(foreign)).every(({ received, openDifferences }) => received === 0 && openDifferences === 0),
  )
  const { token } = foreign.clerk
  const input = { id: own.id, reason: '别人的' }
  assert.equal((await shop.world.call(reconciliationCalls.settle, input, token)).respCode, 404)
  assert.equal((await shop.world.call(reconciliationCalls.takeOver, input, token)).respCode, 404)
  const learner = await aLearner(shop.world, books.portal)
  assert.equal((await shop.world.call(reconciliationCalls.findPageList, {}, learner.token)).respCode, 403)
})
