import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aMerchant, anOffice, type MerchantOffice } from '../../../test/build/merchant.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { type DemoAlipay, demoAlipay } from '../../../server/channels/demoMerchant.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { giveBack, pay } from '../../../sandbox/payment/actions.ts'
import { alipayNotice } from '../../../sandbox/payment/alipayNotice.ts'
import { findPayment, findRefund, type RefundFault } from '../../../sandbox/payment/data.ts'
import { noticeOf, refundNoticeOf } from '../../../sandbox/payment/wechatNotice.ts'
import { applyNotices } from '../../payment/server/notices.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { refundCalls } from '../contract.ts'
import { sendRefund } from './actions.ts'
import { lockRefund } from './data.ts'

let shop: Shop
let alipay: DemoAlipay
let admin: MerchantOffice['admin']
before(async () => {
  shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list', '/project-manage/merchant'])
  alipay = await demoAlipay(shop.world.app.environment.dataFolder)
  admin = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

interface Row {
  id: string
  status: string
  failure: string | null
  amount: number
  channelNo: string
  providerNo: string | null
  askAt: string | null
  refunded: number
  refunding: number
}

const refundOf = async ({ order }: BuiltOrder): Promise<Row> => {
  const [row] = await shop.world.db<Row[]>`
    select r.id, r.status, r.failure, r.amount, r.channel_no, r.provider_no, r.ask_at, p.refunded, p.refunding
    from refunds r join payments p on p.id = r.payment_id where r.order_id = ${order.id} order by r.id desc limit 1`
  return row!
}
const differencesOf = async ({ order }: BuiltOrder) => [
  ...(await shop.world.db`
    select d.kind, d.number from payment_differences d join payments p on p.id = d.payment_id
    where p.order_id = ${order.id}`),
]
const isOpen = async (built: BuiltOrder) => {
  const { status, refunded, refunding } = await refundOf(built)
  assert.deepEqual([status, refunded, refunding], ['processing', 0, 6000])
}
const isBack = async (built: BuiltOrder) => {
  const { status, refunded, refunding, askAt, failure } = await refundOf(built)
  assert.deepEqual([status, refunded, refunding, askAt, failure], ['succeeded', 6000, 0, null, null])
}
/** Counts how often a refund came to an end in the books and in its learner's inbox. */
const ends = async (built: BuiltOrder) => {
  const { id } = await refundOf(built)
  const [row] = await shop.world.db`
    select (select count(*)::int from operation_logs where subject_id = ${id} and action = 'refund.succeeded') as logged,
      (select count(*)::int from messages where kind in ('refund.surplusReturned', 'refund.offline') and key = ${id}) as told`
  return [row!.logged, row!.told]
}

/** Surplus money of a cancelled order that is on its way back; the channel is silent, so that nothing was sent. */
async function aRefund(channel: PaymentChannelName, fault: RefundFault | null = null): Promise<BuiltOrder> {
  shop.silence(false)
  const built = await shop.order()
  const { order, learner } = built
  await shop.world.ask(paymentCalls.getOrderPayQrcode, { orderId: order.id, channel }, learner.token)
  shop.silence(true)
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, learner.token)
  await shop.world.db.begin((tx) => pay(tx, `${order.orderNo}_1`, { refundFault: fault }))
  await until(async () => (await refundOf(built)) !== undefined)
  // The next test's order lets the channel speak again: nothing is asked about this one then.
  await shop.world.db`
    update refunds set ask_at = moment() + interval '1 day' where id = ${(await refundOf(built)).id}`
  return built
}

let passed = 0

/** Has the platform give the money back, with as many notices of its own as are asked for. */
async function giveOut(built: BuiltOrder, notices = 0): Promise<void> {
  const { channelNo, amount } = await refundOf(built)
  const outTradeNo = `${built.order.orderNo}_1`
  await shop.world.db.begin((tx) =>
    giveBack(tx, { outTradeNo, refundNo: channelNo, amount, total: 6000, notices }),
  )
  await shop.world.moveClock(`${(passed += 2)} seconds`)
}

const url = (channel: PaymentChannelName) => noticePaths[channel]
type Notice = { body: string; headers: Record<string, string> }
const send = async (channel: PaymentChannelName, { body, headers }: Notice, path = url(channel)) =>
  (await shop.world.portal.http.inject({ method: 'POST', url: path, payload: body, headers })).statusCode

/** Notice of WeChat Pay about a refund as it is, with changes. */
async function wechatNotice(built: BuiltOrder, id: string, changes: object = {}, keys = shop.keys) {
  const { channelNo } = await refundOf(built)
  const payment = (await findPayment(shop.world.db, `${built.order.orderNo}_1`))!
  const refund = (await findRefund(shop.world.db, channelNo))!
  return refundNoticeOf(keys, id, payment, refund, changes)
}
async function alipaySays(built: BuiltOrder, id: string, changes: object = {}, keys = alipay) {
  const { channelNo } = await refundOf(built)
  const payment = (await findPayment(shop.world.db, `${built.order.orderNo}_1`))!
  return alipayNotice(keys, id, { ...payment, ...changes }, { refundNo: channelNo })
}

test('a notice of the platform ends a refund that no answer told of, once, however often it comes', async () => {
  for (const channel of ['wechat', 'alipay'] as const) {
    const built = await aRefund(channel)
    await isOpen(built)
    await giveOut(built, 3)
    await until(async () => (await refundOf(built)).status === 'succeeded')
    await isBack(built)
    const again = channel === 'wechat' ? await wechatNotice(built, 'again') : await alipaySays(built, 'again')
    for (let i = 0; i < 3; i++) assert.ok((await send(channel, again)) < 300)
    await isBack(built)
    assert.deepEqual(await ends(built), [1, 1])
  }
})

test('a refund that the platform closed, or that the bank returned, has failed; its money stays promised', async () => {
  for (const [fault, failure] of [
    ['CLOSED', 'closed'],
    ['ABNORMAL', 'abnormal'],
  ] as const) {
    const built = await aRefund('wechat', fault)
    await giveOut(built, 1)
    await until(async () => (await refundOf(built)).status === 'failed')
    const row = await refundOf(built)
    assert.deepEqual([row.failure, row.askAt, row.refunded, row.refunding], [failure, null, 0, 6000])
  }
})

test('what came back abnormal and arrived at last is refunded, and nothing of before is heard again', async () => {
  const built = await aRefund('wechat', 'ABNORMAL')
  await giveOut(built)
  const abnormal = await wechatNotice(built, 'abnormal')
  const done = await wechatNotice(built, 'done', { refund_status: 'SUCCESS' })
  assert.equal(await send('wechat', abnormal), 204)
  assert.equal((await refundOf(built)).status, 'failed')
  assert.equal(await send('wechat', done), 204)
  await isBack(built)
  for (const late of [abnormal, await wechatNotice(built, 'shuffled'), done])
    assert.equal(await send('wechat', late), 204)
  await isBack(built)
  assert.deepEqual(await ends(built), [1, 1])
})

test('sent again after it was abnormal, a refund does not fail by the late repeat of the notice that said so', async () => {
  const built = await aRefund('wechat', 'ABNORMAL')
  await giveOut(built)
  const abnormal = await wechatNotice(built, 'repeated')
  assert.equal(await send('wechat', abnormal), 204)
  await shop.world.ask(refundCalls.do, { refundId: (await refundOf(built)).id }, admin.token)
  assert.equal(await send('wechat', abnormal), 204)
  await isOpen(built)
})

test('under a new number the notice of the old one counts for nothing', async () => {
  const built = await aRefund('wechat', 'CLOSED')
  await giveOut(built)
  const closed = await wechatNotice(built, 'closed')
  const late = await wechatNotice(built, 'late')
  const contrary = await wechatNotice(built, 'contrary', { refund_status: 'SUCCESS' })
  assert.equal(await send('wechat', closed), 204)
  await shop.world.ask(refundCalls.do, { refundId: (await refundOf(built)).id }, admin.token)
  assert.match((await refundOf(built)).channelNo, /_R1_2$/)
  assert.equal(await send('wechat', late), 204)
  for (let i = 0; i < 2; i++) assert.equal(await send('wechat', contrary), 204)
  await isOpen(built)
  assert.deepEqual(await differencesOf(built), [{ kind: 'wentBack', number: `${built.order.orderNo}_1_R1` }])
  await giveOut(built)
  assert.equal(await send('wechat', await wechatNotice(built, 'second')), 204)
  await isBack(built)
})

test('money that the channel gave back beside an offline refund is a difference until a person settles it', async () => {
  for (const channel of ['wechat', 'alipay'] as const) {
    const built = await aRefund(channel, channel === 'wechat' ? 'ABNORMAL' : null)
    if (channel === 'wechat') {
      await giveOut(built)
      assert.equal(await send(channel, await wechatNotice(built, 'w-1')), 204)
    } else
      await shop.world.db`
        update refunds set status = 'failed', failure = 'refused', failure_code = 'X', ask_at = null
        where id = ${(await refundOf(built)).id}`
    const [today] = await shop.world.db`
      select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
    const offline = { bank: '工商银行', serialNo: `TWICE-${channel}`, day: today!.day as string }
    await shop.world.ask(refundCalls.do, { refundId: (await refundOf(built)).id, offline }, admin.token)
    if (channel === 'alipay') await giveOut(built)
    const late =
      channel === 'wechat'
        ? await wechatNotice(built, 'w-2', { refund_status: 'SUCCESS' })
        : await alipaySays(built, 'a-0')
    for (let i = 0; i < 2; i++) assert.ok((await send(channel, late)) < 300)
    await isBack(built)
    assert.deepEqual(await ends(built), [1, 1])
    const { channelNo } = await refundOf(built)
    assert.deepEqual(await differencesOf(built), [{ kind: 'wentBack', number: channelNo }])
    const twice = async () =>
      (await shop.world.ask(workQueueCalls.findMine, {}, admin.token)).find(
        ({ code }) => code === 'payment.twice',
      )?.count
    const before = (await twice())!
    const orderId = built.order.id
    const { differences } = await shop.world.ask(paymentCalls.findUnsettled, { orderId }, admin.token)
    const settle = { differenceId: differences[0]!.id, reason: '已联系学员退回' }
    await shop.world.ask(paymentCalls.settleDifference, settle, admin.token)
    assert.equal((await twice()) ?? 0, before - 1)
    assert.equal((await shop.world.call(paymentCalls.settleDifference, settle, admin.token)).respCode, 409)
    assert.ok((await send(channel, late)) < 300)
    assert.equal((await twice()) ?? 0, before - 1, 'what was settled is not found again')
  }
})

test('a notice of WeChat Pay that is forged, altered, of another sum, refund, payment or merchant changes nothing', async () => {
  const built = await aRefund('wechat')
  await giveOut(built)
  const other = await aRefund('wechat')
  const office = await anOffice(shop.world)
  const foreign = await aMerchant(shop.world, office, 'wechat')
  const truth = await wechatNotice(built, 'n-1')
  const no = (await refundOf(other)).channelNo
  const cases: [string, Notice, number][] = [
    ['without a signature', { ...truth, headers: { 'content-type': 'application/json' } }, 401],
    ['altered on the way', { ...truth, body: truth.body.replace('REFUND.SUCCESS', 'REFUND.CLOSED') }, 401],
    ['signed by another merchant’s platform', await wechatNotice(built, 'n-2', {}, foreign.wechat!), 401],
    [
      'sealed with another key',
      await wechatNotice(built, 'n-3', {}, { ...shop.keys, apiV3Key: 'x'.repeat(32) }),
      401,
    ],
    ['of another merchant', await wechatNotice(built, 'n-4', { mchid: '1900000001' }), 401],
    ['of an unknown state', await wechatNotice(built, 'n-5', { refund_status: 'NEW' }), 401],
    ['without its number', await wechatNotice(built, 'n-6', { refund_id: '' }), 401],
    ['of another sum', await wechatNotice(built, 'n-7', { amount: { total: 6000, refund: 5999 } }), 400],
    ['of an unknown refund', await wechatNotice(built, 'n-8', { out_refund_no: 'R9' }), 400],
    ['of an unknown payment', await wechatNotice(built, 'n-9', { out_trade_no: 'P9' }), 400],
    ['of another payment’s refund', await wechatNotice(built, 'n-10', { out_refund_no: no }), 400],
  ]
  for (const [name, notice, status] of cases) assert.equal(await send('wechat', notice), status, name)
  const theirs = await wechatNotice(built, 'n-11', { mchid: foreign.wechat!.mchId }, foreign.wechat!)
  assert.equal(await send('wechat', theirs, foreign.path), 400)
  await isOpen(built)
  await isOpen(other)
  const named = noticeOf(shop.keys, 'n-12', {}, { event: 'REFUND.SOMETHING', kind: 'refund', summary: '' })
  assert.equal(await send('wechat', named), 204)
  await isOpen(built)
  assert.equal(await send('wechat', truth), 204)
  await isBack(built)
})

test('a notice of Alipay that is forged, altered, of another sum, refund or merchant changes nothing', async () => {
  const built = await aRefund('alipay')
  await giveOut(built)
  const office = await anOffice(shop.world)
  const foreign = await aMerchant(shop.world, office, 'alipay')
  const truth = await alipaySays(built, 'a-1')
  const changed = (change: (fields: URLSearchParams) => void): Notice => {
    const fields = new URLSearchParams(truth.body)
    change(fields)
    return { ...truth, body: fields.toString() }
  }
  const row = (await findPayment(shop.world.db, `${built.order.orderNo}_1`))!
  const cases: [string, Notice, number][] = [
    ['without a signature', changed((fields) => fields.delete('sign')), 401],
    ['altered on the way', changed((fields) => fields.set('refund_fee', '0.01')), 401],
    ['signed by another merchant’s platform', await alipaySays(built, 'a-2', {}, foreign.alipay!), 401],
    ['of another app', await alipaySays(built, 'a-3', { appid: foreign.alipay!.appId }), 401],
    ['of another seller', await alipaySays(built, 'a-4', { mchid: foreign.alipay!.sellerId }), 401],
    ['of less than the refund', await alipaySays(built, 'a-5', { givenBack: 5999 }), 400],
    ['of more than was paid', await alipaySays(built, 'a-6', { givenBack: 6001 }), 400],
    ['of an unknown refund', alipayNotice(alipay, 'a-7', row, { refundNo: 'R9' }), 400],
    ['of another transaction', await alipaySays(built, 'a-8', { transactionId: '2023' }), 400],
  ]
  for (const [name, notice, status] of cases) assert.equal(await send('alipay', notice), status, name)
  await isOpen(built)
  assert.equal(await send('alipay', truth), 200)
  await isBack(built)
})

test('notice and answer at the same moment count a refund once', async () => {
  for (let round = 0; round < 4; round++) {
    const built = await aRefund('wechat')
    await giveOut(built)
    const { id } = await refundOf(built)
    const refund = (await shop.world.db.begin((tx) => lockRefund(tx, id)))!
    shop.silence(false)
    const notices = await Promise.all(['x', 'y', 'z'].map((name) => wechatNotice(built, `${name}${round}`)))
    await Promise.all([
      ...notices.map((notice) => send('wechat', notice)),
      sendRefund(shop.world.db, shop.channel, refund),
      sendRefund(shop.world.db, shop.channel, refund),
    ])
    await isBack(built)
    assert.deepEqual(await ends(built), [1, 1])
  }
})

test('parts of a payment go back each by its own notice, in any order', async () => {
  shop.silence(false)
  const built = await shop.order({ price: 4000 }, [2000])
  const { order, learner } = built
  const { codeUrl } = await shop.world.ask(
    paymentCalls.getOrderPayQrcode,
    { orderId: order.id, channel: 'alipay' },
    learner.token,
  )
  await shop.payAt(codeUrl)
  await until(async () => (await shop.rows(order.id)).status === 'paid')
  shop.silence(true)
  const items = await shop.world
    .db`select id, payable from order_items where order_id = ${order.id} order by sort`
  const numbers: string[] = []
  for (const item of items) {
    const given = { orderId: order.id, items: [{ itemId: item.id as string }], reason: '退一部分' }
    await shop.world.ask(refundCalls.submit, given, admin.token)
    const { channelNo } = await refundOf(built)
    await shop.world
      .db`update refunds set ask_at = moment() + interval '1 day' where channel_no = ${channelNo}`
    numbers.push(channelNo)
    await shop.world.db.begin((tx) =>
      giveBack(tx, {
        outTradeNo: `${order.orderNo}_1`,
        refundNo: channelNo,
        amount: item.payable as number,
        total: 6000,
        notices: 0,
      }),
    )
  }
  const row = (await findPayment(shop.world.db, `${order.orderNo}_1`))!
  const later = alipayNotice(alipay, 'p-2', row, { refundNo: numbers[1]! })
  const sooner = alipayNotice(alipay, 'p-1', { ...row, givenBack: 4000 }, { refundNo: numbers[0]! })
  assert.equal(await send('alipay', later), 200)
  assert.equal(await send('alipay', sooner), 200)
  const [sum] = await shop.world.db`select refunded, refunding from payments where order_id = ${order.id}`
  assert.deepEqual({ ...sum }, { refunded: 6000, refunding: 0 })
  assert.equal((await shop.rows(order.id)).status, 'refunded')
})

test('a notice that could not be written down whole changes nothing', async () => {
  const built = await aRefund('wechat')
  await giveOut(built)
  const { channelNo, amount } = await refundOf(built)
  const refund = {
    outTradeNo: `${built.order.orderNo}_1`,
    refundNo: channelNo,
    providerNo: '5',
    amount,
    givenBack: null,
  }
  const broken = shop.world.db.begin(async (tx) => {
    const { outTradeNo } = refund
    const notice = { id: 'broken', event: 'REFUND.SUCCESS', payment: null }
    await applyNotices(tx, [
      {
        through: { channel: 'wechat', merchantId: null },
        outTradeNo,
        notice: { ...notice, refund: { ...refund, state: 'succeeded' } },
      },
    ])
    throw new Error('the power went')
  })
  await assert.rejects(broken, /power/)
  await isOpen(built)
})
