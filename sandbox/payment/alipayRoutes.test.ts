import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import { alipay } from '../../server/channels/alipay.ts'
import { type DemoAlipay, demoAlipay } from '../../server/channels/demoMerchant.ts'
import { noticePaths } from '../../server/channels/openPayment.ts'
import { ChannelFailure, ForgedNotice, type PaymentChannel } from '../../server/channels/payment.ts'
import { aShop, type BuiltOrder, type Shop } from '../../test/build/order.ts'
import { until } from '../../test/until.ts'
import { paymentCalls } from '../../features/payment/contract.ts'
import { alipayNotice } from './alipayNotice.ts'
import { findPayment } from './data.ts'

let shop: Shop
let keys: DemoAlipay
let channel: PaymentChannel
before(async () => {
  shop = await aShop()
  keys = await demoAlipay(shop.world.app.environment.dataFolder)
  channel = shop.world.app.channels.payment.alipay!
})

let serial = 0
const aPayment = (changes: object = {}) => ({
  outTradeNo: `20231124ALIPAY${++serial}_1`,
  method: 'precreate' as const,
  amount: 6050,
  description: '数据安全 A/B=C&D',
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  secondsLeft: 1800,
  payerIp: '203.0.113.9',
  payer: null,
  returnUrl: `${shop.world.app.environment.publicUrl}/go-pay?orderId=1`,
  ...changes,
})
const gatewayRow = async (outTradeNo: string) => (await findPayment(shop.world.db, outTradeNo))!
const open = (built: BuiltOrder, place: 'desk' | 'phone') =>
  shop.world.ask(
    paymentCalls.getOrderPayQrcode,
    { orderId: built.order.id, channel: 'alipay', place },
    built.learner.token,
  )

test('a code is unknown until it is scanned, then waits, is paid, and says which money it was', async () => {
  const payment = aPayment()
  const code = await channel.create(payment)
  assert.match(code, /\/dev\/alipay\/cashier\//)
  assert.equal(await channel.create(payment), code)
  assert.equal(await channel.query(payment.outTradeNo), null)
  assert.match(await (await fetch(code)).text(), /¥60\.50/)
  assert.equal((await channel.query(payment.outTradeNo))?.state, 'waiting')
  await shop.payAt(code)
  const { transactionId, paidAt } = await gatewayRow(payment.outTradeNo)
  assert.deepEqual(await channel.query(payment.outTradeNo), {
    outTradeNo: payment.outTradeNo,
    transactionId,
    state: 'succeeded',
    amount: 6050,
    currency: 'CNY',
    app: null,
    paidAt: `${new Date(paidAt as string).toISOString().slice(0, 19)}.000Z`,
  })
  assert.equal(await channel.close(payment.outTradeNo), 'paid')
  await assert.rejects(channel.create({ ...payment, amount: 1 }), ChannelFailure)
})

test('what was scanned is closed; a code nobody has scanned stays good until its own time', async () => {
  const scanned = aPayment()
  const code = await channel.create(scanned)
  await fetch(code)
  assert.equal(await channel.close(scanned.outTradeNo), 'closed')
  assert.equal((await channel.query(scanned.outTradeNo))?.state, 'closed')
  assert.equal(await channel.close(scanned.outTradeNo), 'closed')
  assert.match(await shop.payAt(code), /已关闭/)

  const never = aPayment({ secondsLeft: 75 })
  const open = await channel.create(never)
  assert.equal(await channel.close(never.outTradeNo), 'closed')
  await shop.world.moveClock('61 seconds')
  assert.match(await shop.payAt(open), /已关闭/)
})

test('parts go back by numbers of their own, each reported as itself, and never more than came', async () => {
  const payment = aPayment()
  await shop.payAt(await channel.create(payment))
  const refund = (refundNo: string, amount: number) =>
    channel.refund({ outTradeNo: payment.outTradeNo, refundNo, amount, total: 6050, reason: '学员申请退款' })
  const done = { providerNo: null, state: 'succeeded', code: null }
  assert.deepEqual(await refund('R1', 4000), { ...done, refundNo: 'R1', amount: 4000 })
  assert.deepEqual(await refund('R1', 4000), { ...done, refundNo: 'R1', amount: 4000 })
  assert.deepEqual(
    await refund('R1', 3000),
    { ...done, refundNo: 'R1', amount: 4000 },
    'what was done counts',
  )
  const refused = { providerNo: null, state: 'refused', code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' }
  assert.deepEqual(await refund('R2', 2051), { ...refused, refundNo: 'R2', amount: 2051 })
  assert.deepEqual(await refund('R2', 2050), { ...done, refundNo: 'R2', amount: 2050 })
  // Given back whole, it is closed and was paid all the same.
  assert.equal((await channel.query(payment.outTradeNo))?.state, 'refunded')
})

test('an answer or a request signed by another is none', async () => {
  const stranger = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { host, port } = shop.world.app.environment
  const gateway = `http://${host}:${port}/dev/alipay/gateway.do`
  const merchant = { ...keys, gateway, pageGateway: gateway }
  const notify = `http://${host}:${port}${noticePaths.alipay}`
  const payment = aPayment()
  for (const wrong of [
    { privateKey: stranger.privateKey },
    { publicKey: stranger.publicKey },
    { appId: '2021000000000001' },
    { sellerId: '2088000000000001' },
    { gateway: 'http://127.0.0.1:1/gateway.do' },
  ]) {
    const another = alipay({ ...merchant, ...wrong }, notify)
    await assert.rejects(another.create(payment), ChannelFailure, Object.keys(wrong)[0])
  }
  const page = await alipay({ ...merchant, privateKey: stranger.privateKey }, notify).create({
    ...payment,
    method: 'wap',
  })
  assert.equal((await fetch(page)).status, 403)
})

test('a notice is read when signature, app and seller are right, and forged in every other case', async () => {
  const payment = aPayment()
  await shop.payAt(await channel.create(payment))
  const row = await gatewayRow(payment.outTradeNo)
  const read = (body: string) => channel.readNotice({}, Buffer.from(body))
  const { body } = alipayNotice(keys, 'n-1', row)
  assert.deepEqual(await read(body), {
    id: 'n-1',
    event: 'TRADE_SUCCESS',
    payment: { ...(await channel.query(payment.outTradeNo)) },
    refund: null,
  })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged = {
    'another sum': body.replace('60.50', '0.01'),
    'another signer': alipayNotice(
      { ...keys, platformPrivateKey: stranger.export({ type: 'pkcs8', format: 'pem' }) as string },
      'n-1',
      row,
    ).body,
    'no signature': body.replace(/&sign=[^&]*/, ''),
    'an old kind of signature': body.replace('RSA2', 'RSA'),
    'another app': alipayNotice(keys, 'n-1', { ...row, appid: '2021000000000001' }).body,
    'another seller': alipayNotice(keys, 'n-1', { ...row, mchid: '2088000000000001' }).body,
    'no form': '{}',
    empty: '',
  }
  for (const [name, text] of Object.entries(forged)) {
    await assert.rejects(read(text), ForgedNotice, name)
    const response = await shop.world.portal.http.inject({
      method: 'POST',
      url: noticePaths.alipay,
      payload: text,
    })
    assert.equal(response.statusCode, 401, name)
  }
})

test('scanned and paid, the notice opens the class and is answered with the word that ends it', async () => {
  const built = await shop.order()
  await shop.payAt((await open(built, 'desk')).codeUrl)
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const row = await gatewayRow(`${built.order.orderNo}_1`)
  const again = alipayNotice(keys, 'again', row)
  const response = await shop.world.portal.http.inject({
    method: 'POST',
    url: noticePaths.alipay,
    payload: again.body,
    headers: again.headers,
  })
  assert.deepEqual([response.statusCode, response.body], [200, 'success'])
  assert.equal((await shop.rows(built.order.id)).enrolments, 1)
})

test('on a phone Alipay’s page is opened by an address of ours, and leads back to the order', async () => {
  const built = await shop.order()
  const { codeUrl } = await open(built, 'phone')
  assert.equal((await open(built, 'phone')).codeUrl, codeUrl)
  const arrived = await fetch(codeUrl)
  assert.match(new URL(arrived.url).pathname, /^\/dev\/alipay\/cashier\//)
  const paid = await fetch(arrived.url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'pay' }),
    redirect: 'manual',
  })
  assert.match(paid.headers.get('location') ?? '', new RegExp(`/go-pay\\?orderId=${built.order.id}`))
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
})

test('a code left for another channel unscanned, paid all the same, comes back as surplus', async () => {
  const built = await shop.order()
  const left = await open(built, 'desk')
  await shop.payAt(await shop.code(built))
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  await shop.payAt(left.codeUrl)
  await until(async () => {
    await shop.poll()
    const { payments } = await shop.rows(built.order.id)
    return payments.some(({ status, refunded }) => status === 'refunded' && refunded === 6000)
  })
  assert.equal((await shop.rows(built.order.id)).status, 'paid')
})
