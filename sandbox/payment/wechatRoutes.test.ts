import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import { aShop, type Shop } from '../../test/build/order.ts'
import { gatewayPaths } from '../../server/channels/openPayment.ts'
import {
  freshSeconds,
  newNonce,
  replyText,
  requestText,
  signText,
  verifyText,
  writeAuthorization,
} from '../../server/channels/wechatSignature.ts'

let shop: Shop
before(async () => {
  shop = await aShop()
})

/** Differences of a forged request from the merchant's own. */
interface Lie {
  mchid?: string
  serial?: string
  /** Signed as if so many seconds from now. */
  later?: number
  /** Sent instead of what was signed. */
  body?: object
  privateKey?: string
}

/** A request to the platform, signed as the merchant's or with a lie; gives status and code. */
async function ask(method: 'GET' | 'POST', path: string, input: object | null, lie: Lie = {}) {
  const { keys } = shop
  const url = `${gatewayPaths.wechat}/v3${path}`
  const body = input ? JSON.stringify(input) : ''
  const sent = { timestamp: String(Math.floor(Date.now() / 1000) + (lie.later ?? 0)), nonce: newNonce() }
  const key = createPrivateKey(lie.privateKey ?? keys.privateKey)
  const response = await shop.world.portal.http.inject({
    method,
    url,
    headers: {
      authorization: writeAuthorization({
        mchid: lie.mchid ?? keys.mchId,
        serial: lie.serial ?? keys.serial,
        ...sent,
        signature: signText(key, requestText(method, url, sent, body)),
      }),
      ...(input ? { 'content-type': 'application/json' } : {}),
    },
    ...(input ? { payload: lie.body ? JSON.stringify(lie.body) : body } : {}),
  })
  const timestamp = String(response.headers['wechatpay-timestamp'])
  const nonce = String(response.headers['wechatpay-nonce'])
  const signature = String(response.headers['wechatpay-signature'])
  const text = replyText({ timestamp, nonce }, response.body)
  const isSigned = verifyText(createPublicKey(keys.publicKey), text, signature)
  assert.equal(isSigned, lie.mchid === undefined, 'every answer to a merchant is signed')
  const answer = response.body ? (response.json() as Record<string, unknown>) : {}
  return { status: response.statusCode, answer, code: answer.code }
}

let serial = 0
const anOrder = (changes: object = {}) => ({
  appid: shop.keys.appId,
  mchid: shop.keys.mchId,
  description: '数据安全',
  out_trade_no: `20231121TEST${++serial}-1`,
  time_expire: '2099-01-01T00:00:00+08:00',
  notify_url: 'http://127.0.0.1/api/pay/wechat-notice',
  amount: { total: 6000, currency: 'CNY' },
  ...changes,
})
const open = (order: object, lie?: Lie) => ask('POST', '/pay/transactions/native', order, lie)
const openOnPhone = (order: object) => ask('POST', '/pay/transactions/h5', order)

test('only the merchant’s own, fresh signature over these very bytes opens a payment', async () => {
  const order = anOrder()
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string
  const lies: Lie[] = [
    { mchid: '1900000001' },
    { serial: 'ABCDEF' },
    { later: freshSeconds + 3 },
    { later: -(freshSeconds + 3) },
    { privateKey: stranger },
    { body: { ...order, amount: { total: 1, currency: 'CNY' } } },
  ]
  for (const lie of lies) {
    const refused = await open(order, lie)
    assert.deepEqual([refused.status, refused.code], [401, 'SIGN_ERROR'], JSON.stringify(Object.keys(lie)))
  }
  const rows = await shop.world.db`select 1 from gateway_payments where out_trade_no = ${order.out_trade_no}`
  assert.equal(rows.length, 0)
  const opened = await open(order)
  assert.equal(opened.status, 200)
  assert.match(String(opened.answer.code_url), /\/dev\/wechatpay\/cashier\//)
})

test('another app or merchant inside the order, and orders that make no sense, are refused', async () => {
  for (const change of [{ appid: 'wx0' }, { mchid: '1' }]) {
    assert.equal((await open(anOrder(change))).code, 'APPID_MCHID_NOT_MATCH')
  }
  for (const change of [
    { amount: { total: 0, currency: 'CNY' } },
    { amount: { total: 1.5, currency: 'CNY' } },
    { amount: { total: 100, currency: 'USD' } },
    { out_trade_no: 'a b' },
    { time_expire: 'tomorrow' },
    { description: '' },
  ]) {
    const refused = await open(anOrder(change))
    assert.deepEqual([refused.status, refused.code], [400, 'PARAM_ERROR'], JSON.stringify(change))
  }
})

test('the same number with the same words is the same payment, with other words it is used', async () => {
  const order = anOrder()
  const first = await open(order)
  assert.deepEqual((await open(order)).answer, first.answer)
  const dearer = { ...order, amount: { total: 6001, currency: 'CNY' } }
  assert.equal((await open(dearer)).code, 'OUT_TRADE_NO_USED')
  const path = `/pay/transactions/out-trade-no/${order.out_trade_no}`
  assert.equal((await ask('GET', path, null)).answer.trade_state, 'NOTPAY')
  assert.equal((await ask('POST', `${path}/close`, { mchid: shop.keys.mchId })).status, 204)
  assert.equal((await open(order)).code, 'ORDER_CLOSED')
  assert.equal((await ask('GET', path, null)).answer.trade_state, 'CLOSED')
  assert.equal((await ask('GET', '/pay/transactions/out-trade-no/20231121NONE-1', null)).status, 404)
})

test('no more goes back than was paid, and one number goes back once', async () => {
  const order = anOrder()
  const refund = (no: string, amount: number, total = 6000) =>
    ask('POST', '/refund/domestic/refunds', {
      out_trade_no: order.out_trade_no,
      out_refund_no: no,
      amount: { refund: amount, total, currency: 'CNY' },
    })
  const opened = await open(order)
  assert.equal((await refund('R1', 6000)).code, 'NOT_ENOUGH')
  await shop.payAt(String(opened.answer.code_url))
  assert.equal((await refund('R1', 6001)).code, 'NOT_ENOUGH')
  assert.equal((await refund('R1', 6000, 9000)).code, 'NOT_ENOUGH')
  assert.equal((await refund('R1', 4000)).status, 200)
  assert.equal((await refund('R1', 4000)).status, 200)
  assert.equal((await refund('R1', 3000)).code, 'INVALID_REQUEST')
  assert.equal((await refund('R2', 2001)).code, 'NOT_ENOUGH')
  assert.equal((await refund('R2', 2000)).status, 200)
  const [row] = await shop.world.db`
    select sum(amount) as amount, count(*)::int as count from gateway_refunds where out_trade_no = ${order.out_trade_no}`
  assert.deepEqual({ ...row }, { amount: 6000, count: 2 })
})

test('a payment of a phone names the phone, and has a number that no code has', async () => {
  const order = anOrder()
  const scene = { payer_client_ip: '203.0.113.9', h5_info: { type: 'Wap' } }
  assert.equal((await openOnPhone(order)).code, 'PARAM_ERROR')
  const first = await openOnPhone({ ...order, scene_info: scene })
  assert.equal(first.status, 200)
  assert.deepEqual((await openOnPhone({ ...order, scene_info: scene })).answer, first.answer)
  assert.equal((await open(order)).code, 'OUT_TRADE_NO_USED')
})
