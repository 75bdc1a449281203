import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aMerchant,
  anOffice,
  type BuiltMerchant,
  enableMerchant,
  type MerchantOffice,
} from '../../../test/build/merchant.ts'
import { type BuiltOrder, aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import { anAccount, aLearner } from '../../../test/build/portal.ts'
import { aClass } from '../../../test/build/class.ts'
import { until } from '../../../test/until.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls, paymentRefusals } from '../contract.ts'
import { alipayNotice } from '../../../sandbox/payment/alipayNotice.ts'
import { pay } from '../../../sandbox/payment/actions.ts'
import { findPayment } from '../../../sandbox/payment/data.ts'
import { noticeOf } from '../../../sandbox/payment/wechatNotice.ts'
import { merchantCalls } from '../merchant/contract.ts'
import { outTradeNoOf } from '../rules.ts'
import { channelOf } from './actions.ts'

let shop: Shop
/** The offices of the shop's project and of another one. */
let mine: MerchantOffice
let theirs: MerchantOffice
before(async () => {
  shop = await aShop(['/order-manage/list', '/project-manage/merchant'])
  mine = { portal: shop.portal, admin: await anAccount(shop.world, shop.portal, { role: 'admin' }) }
  theirs = await anOffice(shop.world)
})

const setDisabled = ({ admin }: MerchantOffice, { id }: BuiltMerchant, disabled: boolean) =>
  shop.world.ask(merchantCalls.disabled, { id, disabled }, admin.token)

/** An order of a learner of an office's project. */
async function anOrder({ portal }: MerchantOffice): Promise<BuiltOrder> {
  const { world } = shop
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 6000 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 6000 },
    learner.token,
  )
  return { order, learner, classId }
}

const open = ({ order, learner }: BuiltOrder, channel: PaymentChannelName, more: object = {}) =>
  shop.world.ask(paymentCalls.getOrderPayQrcode, { orderId: order.id, channel, ...more }, learner.token)
const numberOf = ({ order }: BuiltOrder, n = 1) => outTradeNoOf(order.orderNo, n)
const paymentsOf = async ({ order }: BuiltOrder) => [
  ...(await shop.world.db`
    select status, merchant_id, out_trade_no from payments where order_id = ${order.id} order by id`),
]
const isPaid = async ({ order }: BuiltOrder) => (await shop.rows(order.id)).status === 'paid'

/** Sends a notice to an address; returns the HTTP status. */
const send = async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
  (await shop.world.portal.http.inject({ method: 'POST', url: path, payload: body, headers })).statusCode

/** Notice of a merchant's WeChat Pay about a payment of its own, or as somebody else's. */
const success = (merchant: BuiltMerchant, outTradeNo: string, changes: object = {}) =>
  transactionFor(shop, outTradeNo, 6000, {
    appid: merchant.wechat!.appId,
    mchid: merchant.wechat!.mchId,
    ...changes,
  })

test('a payment goes through the project’s own merchant, and its money comes by the notice to that merchant’s address', async () => {
  for (const channel of ['wechat', 'alipay'] as const) {
    const merchant = await aMerchant(shop.world, mine, channel)
    const built = await anOrder(mine)
    const { codeUrl } = await open(built, channel)
    const [payment] = await paymentsOf(built)
    assert.equal(payment!.merchantId, merchant.id)
    const asked = (await findPayment(shop.world.db, numberOf(built)))!
    const number = merchant.wechat?.mchId ?? merchant.alipay!.sellerId
    assert.deepEqual([asked.mchid, new URL(asked.notifyUrl).pathname], [number, merchant.path])
    await shop.payAt(codeUrl)
    await until(() => isPaid(built))
    await setDisabled(mine, merchant, true)
  }
})

test('without a merchant of its own a project is paid through the portal’s, and without either it is refused', async () => {
  const built = await anOrder(theirs)
  await open(built, 'wechat')
  assert.equal((await paymentsOf(built))[0]!.merchantId, null)
  assert.equal(
    new URL((await findPayment(shop.world.db, numberOf(built)))!.notifyUrl).pathname,
    noticePaths.wechat,
  )
  const { payment } = shop.world.app.channels
  const channels = shop.world.app.channels as { payment: object }
  channels.payment = { wechat: null, alipay: null }
  try {
    const other = await anOrder(theirs)
    const ask = () =>
      shop.world.call(paymentCalls.getOrderPayQrcode, { orderId: other.order.id }, other.learner.token)
    assert.equal((await ask()).respDesc, paymentRefusals.noChannel.zh)
    const merchant = await aMerchant(shop.world, theirs, 'alipay')
    const { attribute } = await ask()
    assert.deepEqual([attribute.channel, attribute.channels], ['alipay', ['alipay']])
    await setDisabled(theirs, merchant, true)
  } finally {
    channels.payment = payment
  }
})

test('what was asked for through one merchant stays with it: queried, closed, refunded and heard after another took its place', async () => {
  for (const channel of ['wechat', 'alipay'] as const) {
    const first = await aMerchant(shop.world, mine, channel)
    const [left, late, gone] = [await anOrder(mine), await anOrder(mine), await anOrder(mine)]
    for (const built of [left, late, gone]) await open(built, channel)
    const codes = await shop.world.db`select out_trade_no, code_url from payments
      where order_id = any(${[left, late, gone].map(({ order }) => order.id)})`
    const codeOf = (built: BuiltOrder) =>
      codes.find(({ outTradeNo }) => outTradeNo === numberOf(built))!.codeUrl as string
    // Alipay knows what somebody has scanned.
    await fetch(codeOf(left))
    const second = await aMerchant(shop.world, mine, channel)

    await open(left, channel)
    assert.deepEqual(
      (await paymentsOf(left)).map(({ status, merchantId }) => [status, merchantId]),
      [
        ['closed', first.id],
        ['waiting', second.id],
      ],
    )
    assert.equal((await findPayment(shop.world.db, numberOf(left)))!.state, 'CLOSED')
    await setDisabled(mine, second, true)

    await shop.payAt(codeOf(late))
    await until(() => isPaid(late))
    const { order, learner } = gone
    await shop.world.db.begin((tx) => pay(tx, numberOf(gone), { notices: 0 }))
    await shop.world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, learner.token)
    await until(async () => {
      await shop.poll()
      const { payments } = await shop.rows(order.id)
      return payments.some(({ status }) => status === 'refunded')
    })
    const [given] = await shop.world.db`
      select sum(amount)::int as amount from gateway_refunds where out_trade_no = ${numberOf(gone)}`
    assert.equal(given!.amount, 6000)
  }
})

test('a notice counts at the address of its merchant alone, with that merchant’s keys alone, for its payments alone', async () => {
  const own = await aMerchant(shop.world, mine, 'wechat')
  const foreign = await aMerchant(shop.world, theirs, 'wechat')
  const built = await anOrder(mine)
  await open(built, 'wechat')
  const number = numberOf(built)
  const truth = success(own, number)
  const ofForeign = success(foreign, number)
  const cases: [string, string, { body: string; headers: Record<string, string> }, number][] = [
    ['signed by the other’s key at the own address', own.path, noticeOf(foreign.wechat!, 'n-1', truth), 401],
    ['of the other merchant at the own address', own.path, noticeOf(own.wechat!, 'n-2', ofForeign), 401],
    ['the other’s own at its address', foreign.path, noticeOf(foreign.wechat!, 'n-3', ofForeign), 400],
    ['the own at the other’s address', foreign.path, noticeOf(own.wechat!, 'n-4', truth), 401],
    ['the own at the portal’s address', noticePaths.wechat, noticeOf(own.wechat!, 'n-5', truth), 401],
    ['the portal’s own', noticePaths.wechat, shop.notice('n-6', transactionFor(shop, number, 6000)), 400],
    ['the portal’s key at the own address', own.path, noticeOf(shop.keys, 'n-7', truth), 401],
    ['at the address of Alipay', `${noticePaths.alipay}/${own.id}`, noticeOf(own.wechat!, 'n-8', truth), 404],
    [
      'at an address of nobody',
      `${noticePaths.wechat}/${built.order.id}`,
      noticeOf(own.wechat!, 'n', truth),
      404,
    ],
    ['at no address', `${noticePaths.wechat}/x`, noticeOf(own.wechat!, 'n', truth), 404],
    [
      'sealed with the other’s key',
      own.path,
      noticeOf({ ...own.wechat!, apiV3Key: foreign.wechat!.apiV3Key }, 'n', truth),
      401,
    ],
  ]
  for (const [name, path, notice, status] of cases) assert.equal(await send(path, notice), status, name)
  assert.deepEqual(await shop.rows(built.order.id), {
    status: 'unpaid',
    closedReason: null,
    enrolments: 0,
    payments: [{ status: 'waiting', refunded: 0 }],
  })
  await setDisabled(mine, own, true)
  assert.equal(await send(own.path, noticeOf(own.wechat!, 'n-9', truth)), 204)
  assert.equal(await isPaid(built), true)
  await setDisabled(theirs, foreign, true)
})

test('the same holds of Alipay', async () => {
  const own = await aMerchant(shop.world, mine, 'alipay')
  const foreign = await aMerchant(shop.world, theirs, 'alipay')
  const built = await anOrder(mine)
  await fetch((await open(built, 'alipay')).codeUrl)
  const row = (await findPayment(shop.world.db, numberOf(built)))!
  const paid = {
    ...row,
    state: 'SUCCESS' as const,
    transactionId: `2023${'7'.repeat(24)}`,
    paidAt: '2023-11-25T08:00:00Z',
  }
  const ofForeign = { ...paid, appid: foreign.alipay!.appId, mchid: foreign.alipay!.sellerId }
  const cases: [string, { body: string; headers: Record<string, string> }, number][] = [
    [own.path, alipayNotice(foreign.alipay!, 'a-1', paid), 401],
    [own.path, alipayNotice(own.alipay!, 'a-2', ofForeign), 401],
    [foreign.path, alipayNotice(foreign.alipay!, 'a-3', ofForeign), 400],
    [foreign.path, alipayNotice(own.alipay!, 'a-4', paid), 401],
    [noticePaths.alipay, alipayNotice(own.alipay!, 'a-5', paid), 401],
  ]
  for (const [n, [path, notice, status]] of cases.entries())
    assert.equal(await send(path, notice), status, `${n}`)
  assert.equal(await isPaid(built), false)
  assert.equal(await send(own.path, alipayNotice(own.alipay!, 'a-6', paid)), 200)
  assert.equal(await isPaid(built), true)
  for (const [office, merchant] of [
    [mine, own],
    [theirs, foreign],
  ] as const)
    await setDisabled(office, merchant, true)
})

test('the database takes no method of another channel, and no moment of payment without money', async () => {
  const built = await anOrder(mine)
  await open(built, 'wechat')
  const alter = (change: string) =>
    shop.world.db.unsafe(`update payments set ${change} where order_id = '${built.order.id}'`)
  await assert.rejects(alter("method = 'wap'"), /payments_method/)
  await assert.rejects(alter('paid_at = moment()'), /check constraint/)
})

test('a platform tells a merchant nothing of another’s payment, and a payment names none of another project or channel', async () => {
  const own = await aMerchant(shop.world, mine, 'wechat')
  const foreign = await aMerchant(shop.world, theirs, 'wechat')
  const built = await anOrder(mine)
  await open(built, 'wechat')
  await assert.rejects(
    shop.world.db`update payments set merchant_id = ${foreign.id} where order_id = ${built.order.id}`,
    /payments_merchant/,
  )
  const channel = await channelOf(shop.world.app, { channel: 'wechat', merchantId: foreign.id })
  assert.equal(await channel.query(numberOf(built)), null)
  assert.equal(await channel.close(numberOf(built)), 'closed')
  const back = { outTradeNo: numberOf(built), refundNo: 'R1', amount: 6000, total: 6000, reason: '退款' }
  const { state, code } = await channel.refund(back)
  assert.deepEqual([state, code], ['refused', 'RESOURCE_NOT_EXISTS'])
  assert.equal((await findPayment(shop.world.db, numberOf(built)))!.state, 'NOTPAY')
  const other = await aMerchant(shop.world, mine, 'alipay', { enabled: false })
  await assert.rejects(
    shop.world.db`update payments set merchant_id = ${other.id} where order_id = ${built.order.id}`,
    /payments_merchant/,
  )
  for (const [office, merchant] of [
    [mine, own],
    [theirs, foreign],
  ] as const)
    await setDisabled(office, merchant, true)
})

test('one transaction of a platform pays one payment, through whichever merchant it is said', async () => {
  const [own, foreign] = [
    await aMerchant(shop.world, mine, 'wechat'),
    await aMerchant(shop.world, theirs, 'wechat'),
  ]
  const [first, second] = [await anOrder(mine), await anOrder(theirs)]
  await open(first, 'wechat')
  await open(second, 'wechat')
  const same = { transaction_id: `42${'5'.repeat(26)}` }
  const say = (merchant: BuiltMerchant, built: BuiltOrder) =>
    send(merchant.path, noticeOf(merchant.wechat!, 'same-id', success(merchant, numberOf(built), same)))
  assert.equal(await say(own, first), 204)
  assert.equal(await say(foreign, second), 400)
  assert.deepEqual([await isPaid(first), await isPaid(second)], [true, false])
  const fresh = success(foreign, numberOf(second))
  assert.equal(await send(foreign.path, noticeOf(foreign.wechat!, 'same-id', fresh)), 204)
  assert.equal(await isPaid(second), true)
  for (const [office, merchant] of [
    [mine, own],
    [theirs, foreign],
  ] as const)
    await setDisabled(office, merchant, true)
})

test('while merchants change places, no code is opened through one that is disabled', async () => {
  const [first, second] = [
    await aMerchant(shop.world, mine, 'wechat'),
    await aMerchant(shop.world, mine, 'wechat'),
  ]
  const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder(mine)))
  await Promise.all([
    ...orders.map((built) => open(built, 'wechat')),
    enableMerchant(shop.world, mine, first.id).then(() => setDisabled(mine, second, true)),
  ])
  await enableMerchant(shop.world, mine, second.id)
  for (const built of orders) {
    await open(built, 'wechat')
    const waiting = (await paymentsOf(built)).filter(({ status }) => status === 'waiting')
    assert.deepEqual(
      waiting.map(({ merchantId }) => merchantId),
      [second.id],
    )
  }
  await setDisabled(mine, second, true)
})
