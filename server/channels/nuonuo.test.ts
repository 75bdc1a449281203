import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { redReasons, redFormStates } from '../../contract/invoicing.ts'
import type { NewInvoice, NewRedForm } from './invoicing.ts'
import { nuonuo } from './nuonuo.ts'
import {
  fenOf,
  formOf,
  nuonuoReasons,
  orderOf,
  rateText,
  redFormOf,
  redStates,
  unitPrice,
} from './nuonuoShapes.ts'
import { nuonuoSignature } from './nuonuoWire.ts'
import { ChannelFailure } from './payment.ts'

const nobody = { address: null, phone: null, bank: null, bankAccount: null }
const seller = { ...nobody, name: '某培训学校', taxNo: '91310000MA1K35X019' }
const blue: NewInvoice = {
  serial: 'FP20230601000000001',
  kind: 'special',
  buyer: {
    name: '某建筑公司',
    taxNo: '91330106MA2AYNWD8M',
    address: '杭州市某路 1 号',
    phone: '0571-88888888',
    bank: '某银行',
    bankAccount: '1234567890',
    isNatural: false,
  },
  seller,
  drawer: '李明',
  lines: [
    {
      name: '继续教育培训费',
      taxCode: '3070201020000000000',
      quantity: 3,
      amount: 10_000,
      tax: 291,
      rate: 300,
      policy: '01',
    },
  ],
  remark: '2023 年',
  callbackUrl: 'https://example.cn/cb',
}

test('the signature is that of HMAC-SHA1 over path, stamp and body', () => {
  const stamp = {
    appKey: 'SD63236305',
    senid: '0123456789abcdef0123456789abcdef',
    nonce: '12345678',
    timestamp: '1700000000',
  }
  // As openssl reckons it.
  assert.equal(
    nuonuoSignature('SDDED2523BED4643', stamp, '{"order":{"orderNo":"X1"}}'),
    '2H6e70UbkEhirGMTgn7Vj59uhks=',
  )
  assert.notEqual(
    nuonuoSignature('SDDED2523BED4643', stamp, '{"order":{"orderNo":"X2"}}'),
    '2H6e70UbkEhirGMTgn7Vj59uhks=',
  )
})

test('money, prices and rates are written exactly, and read back', () => {
  assert.equal(unitPrice(10_000, 3), '33.33333333')
  assert.equal(unitPrice(20_000, 3), '66.66666667')
  assert.equal(unitPrice(6050, 1), '60.5')
  assert.deepEqual([0, 150, 300, 600, 1300].map(rateText), ['0', '0.015', '0.03', '0.06', '0.13'])
  assert.deepEqual(
    ['60.5', '-60.50', 12, '0.00', '-0', '12.3400'].map(fenOf),
    [6050, -6050, 1200, 0, 0, 1234],
  )
  for (const wrong of ['', null, '1,000', '1.234', 'NaN', undefined])
    assert.throws(() => fenOf(wrong), ChannelFailure)
})

test('an order has the fields of 诺诺, and its sums are the lines’', () => {
  const { order } = orderOf(blue) as { order: Record<string, unknown> & { invoiceDetail: object[] } }
  const { invoiceDate, invoiceDetail, ...fields } = order
  assert.match(String(invoiceDate), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(fields, {
    orderNo: 'FP20230601000000001',
    invoiceType: '1',
    invoiceLine: 'bs',
    buyerName: '某建筑公司',
    buyerTaxNum: '91330106MA2AYNWD8M',
    buyerTel: '0571-88888888',
    buyerAddress: '杭州市某路 1 号',
    buyerAccount: '某银行 1234567890',
    naturalPersonFlag: '0',
    salerTaxNum: '91310000MA1K35X019',
    salerTel: '',
    salerAddress: '',
    salerAccount: '',
    clerk: '李明',
    remark: '2023 年',
    pushMode: '-1',
    callBackUrl: 'https://example.cn/cb',
  })
  assert.deepEqual(invoiceDetail, [
    {
      goodsName: '继续教育培训费',
      goodsCode: '3070201020000000000',
      num: '3',
      price: '33.33333333',
      withTaxFlag: '1',
      taxRate: '0.03',
      tax: '2.91',
      taxExcludedAmount: '97.09',
      taxIncludedAmount: '100.00',
      invoiceLineProperty: '0',
      favouredPolicyFlag: '01',
      zeroRateFlag: '',
    },
  ])
})

test('reasons of red invoices have 诺诺’s numbers, which are not the tax bureau’s', () => {
  assert.deepEqual(
    redReasons.map((reason) => nuonuoReasons[reason]),
    ['2', '1', '3', '4'],
  )
})

test('every state of a form has a word, and every word is a state’s', () => {
  const numbers = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '15', '16']
  assert.deepEqual(Object.keys(redStates).toSorted(), numbers)
  assert.deepEqual(
    ['01', '02', '03', '04', '07'].map((number) => redStates[number]),
    ['noneNeeded', 'waitsForBuyer', 'waitsForSeller', 'confirmed', 'lapsed'],
  )
  assert.deepEqual([...new Set(Object.values(redStates))].toSorted(), redFormStates.toSorted())
})

test('a form names the lines that turn red, with minus signs; a whole one names none', () => {
  const form: NewRedForm = {
    serial: 'HZ1',
    redSerial: 'FH1',
    blue: { number: '2'.repeat(20), kind: 'ordinary', buyer: blue.buyer, seller },
    reason: 'serviceEnded',
    lines: null,
    callbackUrl: 'https://example.cn/cb',
  }
  assert.equal('detail' in formOf(form), false)
  const part = { ...blue.lines[0]!, index: 2, amount: 5000, tax: 146 }
  const { detail } = formOf({
    ...form,
    lines: [
      { ...part, quantity: 1 },
      { ...part, index: 3, quantity: null },
    ],
  }) as {
    detail: Record<string, string>[]
  }
  assert.deepEqual(detail[0], {
    blueDetailIndex: '2',
    goodsName: '继续教育培训费',
    goodsCode: '3070201020000000000',
    taxExcludedAmount: '-48.54',
    taxAmount: '-1.46',
    taxRate: '0.03',
    favouredPolicyFlag: '01',
    num: '-1',
    taxExcludedPrice: '48.54',
  })
  assert.deepEqual([detail[1]!.blueDetailIndex, 'num' in detail[1]!], ['3', false])
})

test('a form that is answered is read with its sums above 0, and an unknown state is no answer', () => {
  const found = {
    billId: 'HZ1',
    billNo: '990000007566113377',
    billStatus: '03',
    applySource: 1,
    blueElecInvoiceNumber: '2'.repeat(20),
    taxExcludedAmount: '-97.09',
    taxAmount: '-2.91',
    redReason: '2',
    orderNo: null,
    redInvoiceNumber: null,
    detail: [{ blueDetailIndex: '1', taxExcludedAmount: '-97.09', taxAmount: '-2.91' }],
  }
  assert.deepEqual(redFormOf(found), {
    serial: 'HZ1',
    number: '990000007566113377',
    state: 'waitsForSeller',
    requester: 'buyer',
    blueNumber: '2'.repeat(20),
    reason: 'error',
    amount: 10_000,
    tax: 291,
    lines: [{ index: 1, amount: 10_000, tax: 291 }],
    redSerial: null,
    redNumber: null,
    message: null,
  })
  assert.throws(() => redFormOf({ ...found, billStatus: '77' }), ChannelFailure)
})

/** A server that answers as it is told to, and what it was asked. */
async function aServer(answer: (path: string, request: IncomingMessage, reply: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url!.split('?')[0]!)
    answer(request.url!.split('?')[0]!, request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as { port: number }
  const base = `http://127.0.0.1:${port}`
  return { asked, addresses: { services: `${base}/services`, tokens: `${base}/token` } }
}

let app = 0
const contract = () => ({ appKey: `A${++app}`, appSecret: 's', token: null, taxNo: seller.taxNo })
const token = JSON.stringify({ access_token: 'T', expires_in: 86_400 })

test('a token is asked for once, by all who open the contract, and one that was given never', async () => {
  const { asked, addresses } = await aServer((path, _request, reply) =>
    reply.end(path === '/token' ? token : '{"code":"E9500","describe":"none"}'),
  )
  const keys = contract()
  const [one, other] = [nuonuo(keys, addresses), nuonuo(keys, addresses)]
  assert.deepEqual(await Promise.all([one.query('A1'), other.query('A2')]), [
    { state: 'unknown' },
    { state: 'unknown' },
  ])
  assert.equal(asked.filter((path) => path === '/token').length, 1)
  await nuonuo({ ...contract(), token: 'forever' }, addresses).query('A3')
  assert.equal(asked.filter((path) => path === '/token').length, 1)
})

test('no answer, half of one, one too long, and a refusal before 诺诺 are silence: what was sent may have happened', async () => {
  const replies: ((request: IncomingMessage, reply: ServerResponse) => void)[] = [
    (request) => request.destroy(),
    (_request, reply) => reply.end('{"code":'),
    (_request, reply) => reply.end('[]'),
    (_request, reply) => reply.end(JSON.stringify({ code: 'E0000', describe: 'x'.repeat(5_000_000) })),
    (_request, reply) => reply.writeHead(502).end('{"code":"E9500"}'),
    (_request, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ]
  let at = 0
  const { addresses } = await aServer((path, request, reply) =>
    path === '/token' ? reply.end(token) : replies[at]!(request, reply),
  )
  const provider = nuonuo(contract(), addresses)
  for (; at < replies.length; at++) {
    assert.deepEqual(await provider.issue(blue), { state: 'silent', code: null }, `reply ${at}`)
  }
  replies.push((_request, reply) => reply.end('{"code":"070304","describe":"token"}'))
  assert.deepEqual(await provider.issue(blue), { state: 'silent', code: '070304' })
  assert.deepEqual(await provider.check(), { result: 'refused', code: '070304' })
})

test('what is wrong is not sent', async () => {
  const { asked, addresses } = await aServer((_path, _request, reply) => reply.end(token))
  const provider = nuonuo(contract(), addresses)
  assert.deepEqual(await provider.issue({ ...blue, lines: [] }), {
    state: 'failed',
    code: 'noLines',
    message: '',
  })
  assert.deepEqual(asked, [])
})

test('a file comes from the hosts of 诺诺 only, and is of a limited size', async () => {
  const { addresses } = await aServer((path, _request, reply) =>
    reply.end(path === '/big' ? Buffer.alloc(9 * 1024 * 1024) : 'pdf'),
  )
  const provider = nuonuo(contract(), addresses)
  const base = new URL(addresses.services).origin
  assert.equal((await provider.download(`${base}/small`)).toString(), 'pdf')
  for (const address of [
    `${base}/big`,
    'http://127.0.0.1:1/x',
    'https://nuonuo.com.evil.cn/x',
    'file:///etc/passwd',
    'x',
  ])
    await assert.rejects(provider.download(address), ChannelFailure, address)
})

test('a callback names a serial and nothing else', () => {
  const { readCallback } = nuonuo(contract(), {
    services: 'http://127.0.0.1:1/',
    tokens: 'http://127.0.0.1:1/',
  })
  const read = (text: string) => readCallback(Buffer.from(text))
  assert.equal(read('operater=callback&orderno=FP1&content=%7B%22c_status%22%3A%221%22%7D'), 'FP1')
  assert.equal(read('operater=callback&orderno=' + 'F'.repeat(21)), null)
  assert.equal(read("operater=callback&orderno=F'1"), null)
  assert.equal(read('{"orderno":"FP1"}'), null)
})
