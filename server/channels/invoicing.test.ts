import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxWithin } from '../../contract/invoicing.ts'
import { faultOf, type InvoiceFault, type NewInvoice } from './invoicing.ts'

const limits = { serialLimit: 20, remarkLimit: 230 }
const nobody = { address: null, phone: null, bank: null, bankAccount: null }
const line = {
  name: '继续教育培训费',
  taxCode: '3070201020000000000',
  quantity: 2,
  amount: 12_100,
  tax: 352,
  rate: 300,
  policy: '01',
} as const
const blue: NewInvoice = {
  serial: 'FP20230601000000001',
  kind: 'ordinary',
  buyer: { ...nobody, name: '王芳', taxNo: null, isNatural: true },
  seller: { ...nobody, name: '某培训学校', taxNo: '91310000MA1K35X019' },
  drawer: '李明',
  lines: [line],
  remark: '',
  callbackUrl: 'https://example.cn/api/invoice/callback',
}

test('the tax in an amount is reckoned to the fen in whole numbers, halves upwards', () => {
  assert.equal(taxWithin(12_100, 300), 352)
  assert.deepEqual([taxWithin(10_300, 300), taxWithin(1, 300), taxWithin(6000, 0)], [300, 0, 0])
  assert.equal(taxWithin(10_600, 600), 600)
  assert.equal(taxWithin(0, 600), 0)
  assert.equal(taxWithin(12_345, 0), 0)
  // 0.495… and 0.504… of a fen, then half of one exactly.
  assert.deepEqual([taxWithin(50, 100), taxWithin(51, 100)], [0, 1])
  assert.equal(taxWithin(1, 10_000), 1)
  assert.equal(taxWithin(999_999_999_999, 1300), 115_044_247_787)
})

test('an invoice that no provider takes is not sent, and its fault is named', () => {
  assert.equal(faultOf(blue, limits), null)
  const unit = { ...blue.buyer, isNatural: false, taxNo: '91310000MA1K35X019' }
  assert.equal(faultOf({ ...blue, kind: 'special', buyer: unit }, limits), null)
  const cases: [InvoiceFault, Partial<NewInvoice>][] = [
    ['serial', { serial: 'F'.repeat(21) }],
    ['serial', { serial: '' }],
    ['serial', { serial: '发票1' }],
    ['remark', { remark: '备'.repeat(231) }],
    ['buyerName', { buyer: { ...blue.buyer, name: ' ' } }],
    ['buyerTaxNo', { buyer: { ...blue.buyer, isNatural: false } }],
    ['specialForPerson', { kind: 'special' }],
    ['noLines', { lines: [] }],
    ['taxCode', { lines: [{ ...line, taxCode: '307020102' }] }],
    ['quantity', { lines: [{ ...line, quantity: 0 }] }],
    ['quantity', { lines: [{ ...line, quantity: 1.5 }] }],
    ['amount', { lines: [line, { ...line, amount: 0 }] }],
    ['tax', { lines: [{ ...line, tax: 354 }] }],
    ['tax', { lines: [{ ...line, rate: -1 }] }],
  ]
  for (const [fault, change] of cases) assert.equal(faultOf({ ...blue, ...change }, limits), fault)
  // Letters beyond the basic plane are one character each.
  assert.equal(faultOf({ ...blue, remark: '\u{20BB7}'.repeat(230) }, limits), null)
})
