import assert from 'node:assert/strict'
import { createHash, createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { signatureOf } from '../../sandbox/payment/alipayNotice.ts'
import { alipayBill, wechatBill } from '../../sandbox/payment/bill.ts'
import { alipay } from './alipay.ts'
import { billedFen } from './bill.ts'
import { type DemoAlipay, type DemoMerchant, demoAlipay, demoMerchant } from './demoMerchant.ts'
import { ChannelFailure, type PaymentChannel } from './payment.ts'
import { wechatPay } from './wechatPay.ts'
import { signedHeaders } from './wechatSignature.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-bill-'))
let wechatKeys: DemoMerchant
let alipayKeys: DemoAlipay
let wechat: PaymentChannel
let ali: PaymentChannel
let address: string
/** Answer of the platforms about a bill, and the file they give. */
let said: object
let file: Uint8Array

const platform = createServer((request, response) => {
  request.resume()
  if (request.url!.includes('/file')) return void response.end(file)
  const text = JSON.stringify(said)
  if (request.url!.startsWith('/v3/')) {
    const key = createPrivateKey(wechatKeys.platformPrivateKey)
    return void response
      .writeHead('code' in said ? 400 : 200, signedHeaders(key, wechatKeys.publicKeyId, text, Date.now()))
      .end(text)
  }
  const method = 'alipay_data_dataservice_bill_downloadurl_query_response'
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(`{"${method}":${text},"sign":${JSON.stringify(signatureOf(alipayKeys, text))}}`)
})
before(async () => {
  wechatKeys = await demoMerchant(folder)
  alipayKeys = await demoAlipay(folder)
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  wechat = wechatPay({ ...wechatKeys, baseUrl: address }, 'https://portal.example/notice')
  const gateway = `${address}/gateway.do`
  ali = alipay({ ...alipayKeys, gateway, pageGateway: gateway }, 'https://portal.example/notice')
})
after(() => {
  platform.close()
  rmSync(folder, { recursive: true })
})

const line = {
  appid: 'wx1',
  mchid: '1900000001',
  tradeType: 'NATIVE',
  outTradeNo: '20231127A_1',
  transactionId: '4200000001',
  description: '安全生产, 第 2 期“新”',
  at: '2023-11-27T15:59:59.000Z',
}
const lines = [
  { ...line, item: 'payment' as const, refundNo: null, fault: null, amount: 123456 },
  { ...line, item: 'refund' as const, refundNo: 'R20231127', fault: null, amount: 10001 },
]
const read = [
  {
    item: 'payment',
    outTradeNo: line.outTradeNo,
    refundNo: null,
    transactionId: line.transactionId,
    amount: 123456,
    fee: 741,
    at: line.at,
  },
  {
    item: 'refund',
    outTradeNo: line.outTradeNo,
    refundNo: 'R20231127',
    transactionId: line.transactionId,
    amount: 10001,
    fee: -60,
    at: line.at,
  },
]

const giveWechat = (text: string, changes: object = {}) => {
  file = gzipSync(text)
  const hash_value = createHash('sha1').update(text).digest('hex')
  said = { hash_type: 'SHA1', hash_value, download_url: `${address}/v3/file?token=1`, ...changes }
}
const giveAlipay = (archive: Uint8Array, changes: object = {}) => {
  file = archive
  said = { code: '10000', msg: 'Success', bill_download_url: `${address}/file`, ...changes }
}

test('a bill of WeChat Pay is read with its refunds, fees and words that have commas', async () => {
  giveWechat(wechatBill(lines).text)
  assert.deepEqual(await wechat.readBill('2023-11-27'), read)
  const failed = [lines[0]!, { ...lines[1]!, fault: 'CLOSED' }]
  giveWechat(wechatBill(failed).text)
  assert.deepEqual(
    await wechat.readBill('2023-11-27'),
    read.slice(0, 1),
    'a refund that failed moved nothing',
  )
  said = { code: 'NO_STATEMENT_EXIST' }
  assert.deepEqual(await wechat.readBill('2023-11-27'), [])
})

test('a bill of WeChat Pay is believed only whole, with its digest and sums, and from the platform’s address', async () => {
  const { text } = wechatBill(lines)
  const lies: Record<string, () => void> = {
    'of another digest': () => giveWechat(text, { hash_value: 'a'.repeat(40) }),
    'without its sums': () => giveWechat(text.slice(0, text.indexOf('总交易单数'))),
    'with another sum': () => giveWechat(text.replace('`0.60%,`1234.56', '`0.60%,`1234.57')),
    'with a line less': () => giveWechat(text.replace(/\r\n`[^\r]*\r\n/, '\r\n')),
    'with a line cut off': () => giveWechat(text.replace(/,`0.60%[^\r]*/, '')),
    'of other columns': () => giveWechat(text.replace('申请退款金额', '退款')),
    'at another address': () => giveWechat(text, { download_url: 'https://elsewhere.example/file' }),
    'not made yet': () => (said = { code: 'STATEMENT_CREATING' }),
    'that is no archive': () => {
      giveWechat(text)
      file = Buffer.from(text)
    },
  }
  for (const [name, lie] of Object.entries(lies)) {
    lie()
    await assert.rejects(wechat.readBill('2023-11-27'), ChannelFailure, name)
  }
})

test('a bill of Alipay is read from its archive in GBK; one that is damaged, cut off or elsewhere is not believed', async () => {
  const archive = alipayBill(lines, alipayKeys.sellerId, '2023-11-27')
  giveAlipay(archive)
  assert.deepEqual(await ali.readBill('2023-11-27'), read)
  giveAlipay(archive, { code: '40004', sub_code: 'isp.bill_not_exist' })
  assert.deepEqual(await ali.readBill('2023-11-27'), [])
  /** Without the second byte of a character in the words of ours, which nobody reads. */
  function damaged(): Uint8Array {
    const parts = Object.entries(unzipSync(archive)).map(([name, part]) => {
      const at = Buffer.from(part).indexOf(Buffer.from('b0b2c8ab', 'hex'))
      return [name, at < 0 ? part : part.fill(0x20, at + 1, at + 2)] as const
    })
    return zipSync(Object.fromEntries(parts))
  }
  const lies: Record<string, () => void> = {
    'with damaged bytes': () => giveAlipay(damaged()),
    'cut off': () => giveAlipay(archive.subarray(0, archive.length - 30)),
    'without its end': () => giveAlipay(zipSync({ 'a.csv': Buffer.from('#', 'latin1') })),
    'at another address': () => giveAlipay(archive, { bill_download_url: 'https://alipay.com.example/file' }),
    refused: () => giveAlipay(archive, { code: '40004', sub_code: 'isv.invalid-signature' }),
  }
  for (const [name, lie] of Object.entries(lies)) {
    lie()
    await assert.rejects(ali.readBill('2023-11-27'), ChannelFailure, name)
  }
})

test('sums of bills are read to the fen', () => {
  assert.deepEqual(
    ['0.00', '12', '12.3', '-0.01', '+1234.56', '0.06000', ''].map(billedFen),
    [0, 1200, 1230, -1, 123456, 6, 0],
  )
  for (const wrong of ['1.234', 'x', '1,234.00', '--1']) assert.throws(() => billedFen(wrong), ChannelFailure)
})
