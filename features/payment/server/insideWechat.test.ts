import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aMerchant, anOffice } from '../../../test/build/merchant.ts'
import { aLearner, type BuiltAccount } from '../../../test/build/portal.ts'
import { aBrowser, aWechatWorld, type Browser, type WechatWorld } from '../../../test/build/wechat.ts'
import { until } from '../../../test/until.ts'
import { type DemoMerchant, demoMerchant } from '../../../server/channels/demoMerchant.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import { bridgeText, verifyText } from '../../../server/channels/wechatSignature.ts'
import { orderCalls } from '../../order/contract.ts'
import { wechatCalls } from '../../wechat/contract.ts'
import { wechatRefusals } from '../../wechat/contract.ts'
import { paymentCalls, paymentRefusals } from '../contract.ts'
import { pay } from '../../../sandbox/payment/actions.ts'
import { noticeOf } from '../../../sandbox/payment/wechatNotice.ts'

let wechat: WechatWorld
before(async () => {
  wechat = await aWechatWorld()
  await wechat.addApp('official')
})

interface Buyer {
  browser: Browser
  learner: BuiltAccount
  orderId: string
}

async function aBuyer(): Promise<Buyer> {
  const { world, portal } = wechat
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 6000 })
  const input = { classIds: [classId], expectedAmount: 6000 }
  const order = await world.ask(orderCalls.saveOrder, input, learner.token)
  return { browser: aBrowser(world), learner, orderId: order.id }
}

/** Has WeChat say whose it is; gives the visit to pay with. */
async function identify({ browser, learner }: Buyer, person = 'jianguo'): Promise<string> {
  const begun = await browser.ask(wechatCalls.getQrCode, { purpose: 'pay', inside: true }, learner.token)
  assert.match(begun.authorizeUrl!, /oauth2\/authorize\?.*scope=snsapi_base.*#wechat_redirect$/)
  const back = await wechat.agree(begun.authorizeUrl!, person)
  const known = await browser.ask(wechatCalls.login, back, learner.token)
  assert.deepEqual([known.state, known.purpose, known.scene], ['payer', 'pay', begun.scene])
  assert.equal(known.data.tokenCode, null)
  return begun.scene
}

const prepare = ({ browser, learner, orderId }: Buyer, scene?: string) =>
  browser.call(
    paymentCalls.getOrderPayQrcode,
    { orderId, place: 'wechat', ...(scene ? { scene } : {}) },
    learner.token,
  )
const statusOf = async ({ orderId }: Buyer) => {
  const [row] = await wechat.world.db`select status from orders where id = ${orderId}`
  return row!.status as string
}

test('inside WeChat its own window is opened by a request of ours, signed, and pays the order', async () => {
  const buyer = await aBuyer()
  const scene = await identify(buyer)
  const { attribute: code } = await prepare(buyer, scene)
  assert.equal(code.codeUrl, '')
  assert.equal(code.request?.appId, wechat.registered('official').appId)
  assert.match(code.request.package, /^prepay_id=wx/)

  const altered = new URL(code.cashierUrl!)
  altered.searchParams.set('nonceStr', 'another')
  assert.equal((await fetch(altered)).status, 403)

  const window = await fetch(code.cashierUrl!)
  assert.match(await window.text(), /¥60\.00/)
  const paid = await fetch(window.url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'pay' }),
    redirect: 'manual',
  })
  assert.match(paid.headers.get('location') ?? '', new RegExp(`/go-pay\\?orderId=${buyer.orderId}$`))
  await until(async () => (await statusOf(buyer)) === 'paid')
})

test('asked again it is the same prepayment under a new signature; a code for a desk closes it', async () => {
  const buyer = await aBuyer()
  const scene = await identify(buyer)
  const first = (await prepare(buyer, scene)).attribute.request!
  const second = (await prepare(buyer, scene)).attribute.request!
  assert.equal(first.package, second.package)
  assert.notEqual(first.paySign, second.paySign)
  await buyer.browser.ask(paymentCalls.getOrderPayQrcode, { orderId: buyer.orderId }, buyer.learner.token)
  const rows = await wechat.world.db`
    select method, status from payments where order_id = ${buyer.orderId} order by id`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['jsapi', 'closed'],
      ['native', 'waiting'],
    ],
  )
})

test('only the visit of this account, to pay, in this browser and of late, says who pays', async () => {
  const buyer = await aBuyer()
  const scene = await identify(buyer)
  const refused = async (answer: ReturnType<typeof prepare>) => {
    const { respCode, respDesc } = await answer
    assert.deepEqual([respCode, respDesc], [409, wechatRefusals.noPayer.zh])
  }
  await refused(prepare(buyer))
  await refused(prepare(buyer, 'A'.repeat(43)))
  await refused(prepare({ ...buyer, browser: aBrowser(wechat.world) }, scene))
  const other = await aBuyer()
  await refused(prepare({ ...other, browser: buyer.browser }, scene))
  const { browser } = await aBuyer()
  const login = await browser.ask(wechatCalls.getQrCode, { inside: true })
  await browser.ask(wechatCalls.login, await wechat.agree(login.authorizeUrl!, 'jianguo'))
  await refused(prepare({ ...buyer, browser }, login.scene))
  await wechat.world.moveClock('6 minutes')
  await refused(prepare(buyer, scene))
  const rows = await wechat.world.db`select 1 from payments where order_id = ${buyer.orderId}`
  assert.equal(rows.length, 0)
})

test('a stranger begins no visit to pay, nor does anybody outside WeChat; Alipay is not paid inside it', async () => {
  const buyer = await aBuyer()
  const begin = (inside: boolean, token?: string) =>
    buyer.browser.call(wechatCalls.getQrCode, { purpose: 'pay', inside }, token)
  assert.equal((await begin(true)).respCode, 401)
  assert.equal((await begin(true, wechat.admin.token)).respDesc, wechatRefusals.learnersOnly.zh)
  assert.equal((await begin(false, buyer.learner.token)).respDesc, wechatRefusals.notInside.zh)
  const unknown = await buyer.browser.call(
    paymentCalls.getOrderPayQrcode,
    { orderId: buyer.orderId, place: 'wechat', channel: 'alipay' },
    buyer.learner.token,
  )
  assert.deepEqual([unknown.respCode, unknown.field], [422, 'place'])
  const scene = await identify(buyer)
  const alipay = await buyer.browser.call(
    paymentCalls.getOrderPayQrcode,
    { orderId: buyer.orderId, place: 'wechat', channel: 'alipay', scene },
    buyer.learner.token,
  )
  assert.deepEqual([alipay.respCode, alipay.respDesc], [422, paymentRefusals.notHere.zh])
})

test('money asked for inside one account and reported of another app settles nothing', async () => {
  const buyer = await aBuyer()
  await prepare(buyer, await identify(buyer))
  const { world } = wechat
  const keys = await demoMerchant(world.app.environment.dataFolder)
  const [payment] =
    await world.db`select out_trade_no, app_id from payments where order_id = ${buyer.orderId}`
  const notify = async (id: string, appid: string) => {
    const { body, headers } = noticeOf(keys, id, {
      appid,
      mchid: keys.mchId,
      out_trade_no: payment!.outTradeNo,
      transaction_id: `42${buyer.orderId}`,
      trade_state: 'SUCCESS',
      amount: { total: 6000, currency: 'CNY' },
    })
    return world.portal.http.inject({ method: 'POST', url: noticePaths.wechat, payload: body, headers })
  }
  assert.equal((await notify('n-1', keys.appId)).statusCode, 400)
  assert.equal((await notify('n-2', 'wx0000000000000000')).statusCode, 400)
  assert.equal(await statusOf(buyer), 'unpaid')
  assert.equal((await notify('n-3', payment!.appId as string)).statusCode, 204)
  assert.equal(await statusOf(buyer), 'paid')
})

test('through a merchant of the project, the app is the account’s, the signature the merchant’s, and so is the notice', async () => {
  const { world } = wechat
  const other = await aMerchant(world, await anOffice(world), 'wechat')
  const merchant = await aMerchant(world, wechat, 'wechat')
  const buyer = await aBuyer()
  const { attribute: code } = await prepare(buyer, await identify(buyer))
  const [payment] = await world.db`
    select out_trade_no, app_id, merchant_id from payments where order_id = ${buyer.orderId}`
  const { appId } = wechat.registered('official')
  assert.deepEqual([payment!.appId, payment!.merchantId, code.request!.appId], [appId, merchant.id, appId])
  const { wechat: keys } = merchant
  assert.ok(
    verifyText(createPublicKey(keys!.merchantPublicKey), bridgeText(code.request!), code.request!.paySign),
  )
  assert.match(await (await fetch(code.cashierUrl!)).text(), /¥60\.00/)
  const say = (id: string, signer: DemoMerchant, path: string, changes: object) => {
    const { body, headers } = noticeOf(signer, id, {
      appid: appId,
      mchid: keys!.mchId,
      out_trade_no: payment!.outTradeNo,
      transaction_id: `42${buyer.orderId}`,
      trade_state: 'SUCCESS',
      amount: { total: 6000, currency: 'CNY' },
      ...changes,
    })
    return world.portal.http.inject({ method: 'POST', url: path, payload: body, headers })
  }
  const status = async (...given: Parameters<typeof say>) => (await say(...given)).statusCode
  assert.equal(await status('m-1', keys!, merchant.path, { appid: keys!.appId }), 400)
  assert.equal(await status('m-2', other.wechat!, merchant.path, {}), 401)
  assert.equal(await status('m-3', other.wechat!, other.path, { mchid: other.wechat!.mchId }), 400)
  assert.equal(await status('m-4', keys!, noticePaths.wechat, {}), 401)
  assert.equal(await statusOf(buyer), 'unpaid')
  assert.equal(await status('m-5', keys!, merchant.path, {}), 204)
  assert.equal(await statusOf(buyer), 'paid')
})

test('where the AppID of the merchant is that of the account, money counts by a notice and by asking', async () => {
  const { world } = wechat
  const merchant = await aMerchant(world, wechat, 'wechat')
  const { appId } = wechat.registered('official')
  await world.db`update merchants set app_id = ${appId} where id = ${merchant.id}`
  const buyer = await aBuyer()
  await prepare(buyer, await identify(buyer))
  const [payment] = await world.db`select out_trade_no from payments where order_id = ${buyer.orderId}`
  const keys = merchant.wechat!
  const { body, headers } = noticeOf(keys, 'own-app', {
    appid: appId,
    mchid: keys.mchId,
    out_trade_no: payment!.outTradeNo,
    transaction_id: `42${buyer.orderId}`,
    trade_state: 'SUCCESS',
    amount: { total: 6000, currency: 'CNY' },
  })
  const heard = await world.portal.http.inject({ method: 'POST', url: merchant.path, payload: body, headers })
  assert.deepEqual([heard.statusCode, await statusOf(buyer)], [204, 'paid'])

  const other = await aBuyer()
  const { attribute: code } = await prepare(other, await identify(other))
  await fetch(code.cashierUrl!)
  const [open] = await world.db`select out_trade_no from payments where order_id = ${other.orderId}`
  await world.db.begin((tx) => pay(tx, open!.outTradeNo as string, { notices: 0 }))
  await world.moveClock('7 minutes')
  const asked = await other.browser.call(
    paymentCalls.isOrderPay,
    { orderId: other.orderId },
    other.learner.token,
  )
  assert.equal(asked.attribute?.status, 'paid')
})
