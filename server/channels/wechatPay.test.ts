import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type DemoMerchant, demoMerchant } from './demoMerchant.ts'
import { ChannelFailure, ForgedNotice, type PaymentChannel } from './payment.ts'
import { chineseTime, wechatPay } from './wechatPay.ts'
import {
  freshSeconds,
  readAuthorization,
  requestText,
  sealResource,
  signedHeaders,
  verifyText,
} from './wechatSignature.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-wechat-'))
let merchant: DemoMerchant
let channel: PaymentChannel
/** Answer of the platform, to questions about a refund where that differs, and the request it received. */
let answer: { status: number; body: string; headers?: (body: string) => Record<string, string> }
let toQuestion: typeof answer | null = null
let received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }

const signed = (body: string, at = Date.now()) =>
  signedHeaders(createPrivateKey(merchant.platformPrivateKey), merchant.publicKeyId, body, at)

const platform = createServer((request: IncomingMessage, response: ServerResponse) => {
  void (async () => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received = { method: request.method!, url: request.url!, headers: request.headers, body }
    const isQuestion = request.method === 'GET' && request.url!.startsWith('/v3/refund/')
    const { status, body: text, headers = signed } = (isQuestion ? toQuestion : null) ?? answer
    response.writeHead(status, headers(text)).end(text)
  })()
})

before(async () => {
  merchant = await demoMerchant(folder)
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  const { port } = platform.address() as AddressInfo
  channel = wechatPay({ ...merchant, baseUrl: `http://127.0.0.1:${port}` }, 'https://portal.example/notice')
})
after(() => {
  platform.close()
  rmSync(folder, { recursive: true })
})

const payment = {
  outTradeNo: '20231121ABCDEFGHJK-1',
  method: 'native' as const,
  amount: 6000,
  description: '数据安全 等2个班级',
  expiresAt: '2023-11-21T08:30:00.000Z',
  secondsLeft: 1800,
  payerIp: '203.0.113.9',
  payer: null,
  returnUrl: 'https://portal.example/go-pay?orderId=1',
}
const transaction = (changes: object = {}) => ({
  appid: merchant.appId,
  mchid: merchant.mchId,
  out_trade_no: payment.outTradeNo,
  transaction_id: '4200001',
  trade_state: 'SUCCESS',
  amount: { total: 6000, currency: 'CNY' },
  ...changes,
})
const reply = (status: number, body: unknown) => {
  answer = { status, body: body === null ? '' : JSON.stringify(body) }
}

test('a payment is opened in the platform’s words, signed by the merchant over method, path, time and body', async () => {
  reply(200, { code_url: 'weixin://wxpay/bizpayurl?pr=abc' })
  assert.equal(await channel.create(payment), 'weixin://wxpay/bizpayurl?pr=abc')
  assert.deepEqual(JSON.parse(received.body), {
    appid: merchant.appId,
    mchid: merchant.mchId,
    description: payment.description,
    out_trade_no: payment.outTradeNo,
    time_expire: '2023-11-21T16:30:00+08:00',
    notify_url: 'https://portal.example/notice',
    amount: { total: 6000, currency: 'CNY' },
  })
  const given = readAuthorization(received.headers.authorization)!
  assert.deepEqual([given.mchid, given.serial], [merchant.mchId, merchant.serial])
  const text = requestText('POST', '/v3/pay/transactions/native', given, received.body)
  assert.ok(verifyText(createPublicKey(merchant.merchantPublicKey), text, given.signature))
})

test('on a phone the page of the platform is opened, with the way back, for the address of the payer', async () => {
  reply(200, { h5_url: 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx1&package=2' })
  const address = new URL(await channel.create({ ...payment, method: 'h5' }))
  assert.equal(address.origin, 'https://wx.tenpay.com')
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    prepay_id: 'wx1',
    package: '2',
    redirect_url: payment.returnUrl,
  })
  const sent = JSON.parse(received.body)
  assert.deepEqual(sent.scene_info, { payer_client_ip: '203.0.113.9', h5_info: { type: 'Wap' } })
  assert.equal(sent.out_trade_no, payment.outTradeNo)
  for (const h5_url of ['', 'weixin://wap/pay', 'javascript:alert(1)']) {
    reply(200, { h5_url })
    await assert.rejects(channel.create({ ...payment, method: 'h5' }), ChannelFailure, h5_url)
  }
})

test('an answer is believed only with the platform’s own, fresh signature over these very bytes', async () => {
  const body = JSON.stringify({ code_url: 'weixin://x' })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const lies: Record<string, (text: string) => Record<string, string>> = {
    unsigned: () => ({}),
    'signed by another': (text) => signedHeaders(stranger, merchant.publicKeyId, text, Date.now()),
    'of another serial': (text) => ({ ...signed(text), 'wechatpay-serial': 'PUB_KEY_ID_0' }),
    'of other bytes': () => signed(body.replace('x', 'y')),
    old: (text) => signed(text, Date.now() - (freshSeconds + 5) * 1000),
    early: (text) => signed(text, Date.now() + (freshSeconds + 5) * 1000),
  }
  for (const [name, headers] of Object.entries(lies)) {
    answer = { status: 200, body, headers }
    await assert.rejects(channel.create(payment), ChannelFailure, name)
  }
})

test('inside WeChat a payment names account and payer, and its window is opened by a signature over these words', async () => {
  reply(200, { prepay_id: 'wx201410272009395522657a690389285100' })
  const payer = { appId: 'wx0123456789abcdef', openId: 'o-payer' }
  const prepayId = await channel.create({ ...payment, method: 'jsapi', payer })
  assert.equal(received.url, '/v3/pay/transactions/jsapi')
  const sent = JSON.parse(received.body) as { appid: string; payer: object }
  assert.deepEqual([sent.appid, sent.payer], [payer.appId, { openid: 'o-payer' }])
  const request = await channel.bridge!({ appId: payer.appId, prepayId })
  const { timeStamp, nonceStr, signType } = request
  assert.deepEqual([request.package, signType], [`prepay_id=${prepayId}`, 'RSA'])
  const text = `${payer.appId}\n${timeStamp}\n${nonceStr}\nprepay_id=${prepayId}\n`
  assert.ok(verifyText(createPublicKey(merchant.merchantPublicKey), text, request.paySign))
  reply(200, {})
  await assert.rejects(channel.create({ ...payment, method: 'jsapi', payer }), ChannelFailure)
})

test('a query returns every state, and null for what the platform does not know', async () => {
  const states = {
    SUCCESS: 'succeeded',
    REFUND: 'refunded',
    NOTPAY: 'waiting',
    USERPAYING: 'waiting',
    CLOSED: 'closed',
  }
  for (const [theirs, ours] of Object.entries(states)) {
    reply(200, transaction({ trade_state: theirs }))
    const found = await channel.query(payment.outTradeNo)
    assert.deepEqual(found, {
      outTradeNo: payment.outTradeNo,
      transactionId: '4200001',
      state: ours,
      amount: 6000,
      currency: 'CNY',
      app: { id: merchant.appId, isOwn: true },
      paidAt: null,
    })
  }
  assert.equal(
    received.url,
    `/v3/pay/transactions/out-trade-no/${payment.outTradeNo}?mchid=${merchant.mchId}`,
  )
  reply(404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' })
  assert.equal(await channel.query(payment.outTradeNo), null)
  reply(404, { code: 'MCH_NOT_EXISTS', message: '商户号不存在' })
  await assert.rejects(channel.query(payment.outTradeNo), ChannelFailure)
  answer = { status: 404, body: '<html>no such page</html>', headers: () => ({}) }
  await assert.rejects(channel.query(payment.outTradeNo), ChannelFailure)
})

test('a payment of another merchant is none of ours; one of another app says of which', async () => {
  reply(200, transaction({ appid: 'wx0' }))
  assert.deepEqual((await channel.query(payment.outTradeNo))?.app, { id: 'wx0', isOwn: false })
  for (const change of [{ mchid: '1' }, { trade_state: 'NEW' }, { transaction_id: '' }]) {
    reply(200, transaction(change))
    await assert.rejects(channel.query(payment.outTradeNo), ChannelFailure)
  }
})

test('closing returns closed, paid before, or nothing', async () => {
  reply(204, null)
  assert.equal(await channel.close(payment.outTradeNo), 'closed')
  reply(400, { code: 'ORDER_CLOSED' })
  assert.equal(await channel.close(payment.outTradeNo), 'closed')
  reply(400, { code: 'ORDERPAID' })
  assert.equal(await channel.close(payment.outTradeNo), 'paid')
  reply(500, { code: 'SYSTEM_ERROR' })
  await assert.rejects(channel.close(payment.outTradeNo), ChannelFailure)
})

const refund = {
  outTradeNo: payment.outTradeNo,
  refundNo: 'R1',
  amount: 6000,
  total: 6000,
  reason: '重复付款',
}

test('a refund reports its status', async () => {
  for (const [theirs, ours] of [
    ['PROCESSING', 'processing'],
    ['SUCCESS', 'succeeded'],
    ['ABNORMAL', 'abnormal'],
    ['CLOSED', 'closed'],
  ]) {
    reply(200, { out_refund_no: 'R1', status: theirs, amount: { refund: 6000, total: 6000 } })
    assert.deepEqual(await channel.refund(refund), {
      refundNo: 'R1',
      providerNo: null,
      state: ours,
      code: null,
      amount: 6000,
    })
  }
  assert.equal(JSON.parse(received.body).notify_url, 'https://portal.example/notice')
})

test('a refund that the platform signs to refuse is refused with its word, unless it was done before', async () => {
  const unknown = { code: 'RESOURCE_NOT_EXISTS' }
  const refused = { refundNo: 'R1', providerNo: null, state: 'refused', amount: 6000 }
  for (const [status, code] of [
    [403, 'NOT_ENOUGH'],
    [403, 'USER_ACCOUNT_ABNORMAL'],
    [400, 'INVALID_REQUEST'],
    [404, 'RESOURCE_NOT_EXISTS'],
  ] as const) {
    reply(status, { code })
    toQuestion = { status: 404, body: JSON.stringify(unknown) }
    assert.deepEqual(await channel.refund(refund), { ...refused, code })
    assert.equal(received.url, '/v3/refund/domestic/refunds/R1')
  }
  reply(403, { code: 'NO_AUTH' })
  toQuestion = null
  assert.deepEqual(await channel.refund(refund), { ...refused, code: 'NO_AUTH' }, 'it says nothing at all')
  reply(400, { code: 'INVALID_REQUEST' })
  const done = { out_refund_no: 'R1', refund_id: '5030', status: 'SUCCESS', amount: { refund: 6000 } }
  toQuestion = { status: 200, body: JSON.stringify(done) }
  assert.deepEqual(await channel.refund(refund), {
    refundNo: 'R1',
    providerNo: '5030',
    state: 'succeeded',
    code: null,
    amount: 6000,
  })
  toQuestion = null
})

test('an error that is unsigned or passes by refuses no refund, and keeps its word', async () => {
  for (const [status, code] of [
    [500, 'SYSTEM_ERROR'],
    [429, 'FREQUENCY_LIMITED'],
    [401, 'SIGN_ERROR'],
  ] as const) {
    reply(status, { code })
    await assert.rejects(channel.refund(refund), { name: 'Error', code })
  }
  answer = { status: 403, body: JSON.stringify({ code: 'NOT_ENOUGH' }), headers: () => ({}) }
  await assert.rejects(channel.refund(refund), ChannelFailure)
  reply(403, { code: 'NOT_ENOUGH' })
  toQuestion = { status: 502, body: 'bad gateway', headers: () => ({}) }
  await assert.rejects(channel.refund(refund), ChannelFailure, 'whether it was done is not known')
  toQuestion = null
})

test('a platform that is not there is a failure, never an answer', async () => {
  const nobody = wechatPay({ ...merchant, baseUrl: 'http://127.0.0.1:1' }, 'https://portal.example/notice')
  await assert.rejects(nobody.query(payment.outTradeNo), ChannelFailure)
})

function aNotice(content: object, key = merchant.apiV3Key) {
  return JSON.stringify({
    id: 'EV-1',
    create_time: chineseTime(new Date().toISOString()),
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    resource: sealResource(key, 'transaction', JSON.stringify(content)),
  })
}

test('a notice is read when signature, seal and merchant are right, and forged in every other case', async () => {
  const good = aNotice(transaction())
  const read = await channel.readNotice(signed(good), Buffer.from(good))
  assert.equal(read.id, 'EV-1')
  assert.equal(read.payment?.amount, 6000)
  const forged: [string, string, Record<string, string>][] = [
    ['no signature', good, {}],
    ['another body', good.replace('EV-1', 'EV-2'), signed(good)],
    ['one byte more', `${good} `, signed(good)],
    ['old', good, signed(good, Date.now() - (freshSeconds + 5) * 1000)],
    ['a probe of the platform', good, { ...signed(good), 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' }],
    ['no JSON', 'x', signed('x')],
    ['another shape', '{}', signed('{}')],
  ]
  for (const content of [transaction({ mchid: '2' }), {}]) {
    const body = aNotice(content)
    forged.push(['not ours', body, signed(body)])
  }
  const sealed = aNotice(transaction(), 'x'.repeat(32))
  forged.push(['another seal', sealed, signed(sealed)])
  for (const [name, body, headers] of forged) {
    await assert.rejects(channel.readNotice(headers, Buffer.from(body)), ForgedNotice, name)
  }
})

test('notices of other things are known as such', async () => {
  const body = aNotice({}).replace('TRANSACTION.SUCCESS', 'MCHTRANSFER.BILL.FINISHED')
  const read = await channel.readNotice(signed(body), Buffer.from(body))
  assert.deepEqual(read, { id: 'EV-1', event: 'MCHTRANSFER.BILL.FINISHED', payment: null, refund: null })
})

test('a notice of a refund says what became of it, and is forged when it is not ours', async () => {
  const content = (changes: object = {}) => ({
    mchid: merchant.mchId,
    out_trade_no: 'P1',
    transaction_id: '42',
    out_refund_no: 'P1_R1',
    refund_id: '5030',
    refund_status: 'SUCCESS',
    amount: { total: 6000, refund: 2000 },
    ...changes,
  })
  const read = (given: object, event: string) => {
    const body = aNotice(given).replace('TRANSACTION.SUCCESS', event)
    return channel.readNotice(signed(body), Buffer.from(body))
  }
  for (const [theirs, ours] of [
    ['SUCCESS', 'succeeded'],
    ['ABNORMAL', 'abnormal'],
    ['CLOSED', 'closed'],
  ] as const) {
    const notice = await read(content({ refund_status: theirs }), `REFUND.${theirs}`)
    assert.deepEqual([notice.payment, notice.event], [null, `REFUND.${theirs}`])
    assert.deepEqual(notice.refund, {
      outTradeNo: 'P1',
      refundNo: 'P1_R1',
      providerNo: '5030',
      state: ours,
      amount: 2000,
      givenBack: null,
    })
  }
  for (const given of [content({ mchid: '2' }), content({ refund_status: 'NEW' }), transaction(), {}]) {
    await assert.rejects(read(given, 'REFUND.SUCCESS'), ForgedNotice)
  }
  await assert.rejects(read(content(), 'TRANSACTION.SUCCESS'), ForgedNotice)
})

test('keys are right when the platform knows who asks and signs that it knows no such payment', async () => {
  const said = async (status: number, code: string, headers?: (body: string) => Record<string, string>) => {
    answer = { status, body: JSON.stringify({ code }), ...(headers ? { headers } : {}) }
    return channel.check()
  }
  assert.deepEqual(await said(404, 'ORDER_NOT_EXIST'), { result: 'right', code: null })
  assert.match(received.url, /^\/v3\/pay\/transactions\/out-trade-no\/check\w+\?mchid=1900000109$/)
  assert.deepEqual(await said(404, 'ORDER_NOT_EXIST', () => ({})), { result: 'unsigned', code: null })
  assert.deepEqual(await said(401, 'SIGN_ERROR', () => ({})), { result: 'refused', code: 'SIGN_ERROR' })
  assert.deepEqual(await said(502, '', () => ({})), { result: 'refused', code: '' })
  const nobody = wechatPay({ ...merchant, baseUrl: 'http://127.0.0.1:1' }, 'https://portal.example/notice')
  assert.deepEqual(await nobody.check(), { result: 'silent', code: null })
})

test('the demo’s keys are created once and are readable only by their owner', async () => {
  assert.equal(await demoMerchant(folder), merchant)
  assert.equal(statSync(join(folder, 'demo-wechatpay.json')).mode & 0o777, 0o600)
})
