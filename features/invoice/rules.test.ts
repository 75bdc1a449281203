import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anInvoiceConfig } from '../../test/build/invoice.ts'
import { blockOf, linesOf, type OrderFacts, stepsOf, titleFault } from './rules.ts'

const config = anInvoiceConfig()
const day = '2023-05-01'
const order: OrderFacts = {
  orderNo: 'R1',
  status: 'paid',
  amount: 6000,
  refunded: 0,
  refunding: 0,
  invoiced: 0,
  daysSincePaid: 3,
  classes: [{ name: '药事管理', classType: 'public' }],
}

test('an order is invoiced unless one reason forbids it, and the first is given', () => {
  const rule = (changes: Partial<OrderFacts>, settings = config, at = day) =>
    blockOf(settings, at, { ...order, ...changes })?.rule ?? null
  assert.equal(rule({}), null)
  assert.equal(rule({ status: 'part_refunded', refunded: 1000 }), null)
  assert.equal(rule({ status: 'unpaid' }), 'notPaid')
  assert.equal(rule({ status: 'cancelled' }), 'notPaid')
  assert.equal(rule({ status: 'free' }), 'waived')
  assert.equal(rule({ amount: 0 }), 'waived')
  assert.equal(rule({ status: 'refunded', refunded: 6000 }), 'refunded')
  assert.equal(rule({ refunding: 1 }), 'refunding')
  assert.equal(rule({ invoiced: 6000 }), 'invoiced')
  assert.equal(rule({ invoiced: 5999 }), null)
  assert.equal(rule({ daysSincePaid: 180 }), null)
  assert.equal(rule({ daysSincePaid: 181 }), 'tooLate')
  assert.equal(rule({}, { ...config, open: false }), 'notOpen')
  assert.equal(rule({}, config, '2009-12-31'), 'noSeller')
  assert.equal(rule({}, { ...config, taxLines: [] }), 'noTaxLine')
})

test('the tax within an amount is rounded half upwards, line by line, and lines of nothing are left out', () => {
  const part = {
    orderId: 'o',
    orderNo: 'R1',
    classId: 'c',
    name: '药事管理',
    classType: 'public',
    quantity: 2,
  }
  const lines = linesOf(config, day, [
    { ...part, amount: 0 },
    { ...part, amount: 6000 },
  ])
  assert.deepEqual(
    lines.map(({ lineNo, name, amount, tax }) => [lineNo, name, amount, tax]),
    [[1, '*非学历教育服务*药事管理', 6000, 175]],
  )
  const item = { ...config, taxLines: config.taxLines.map((line) => ({ ...line, item: '培训费' })) }
  assert.equal(linesOf(item, day, [{ ...part, amount: 1 }])[0]!.name, '*非学历教育服务*培训费')
})

test('what a unit paid is invoiced to an enterprise', () => {
  const person = {
    kind: 'personal',
    name: '李兰',
    taxNo: null,
    address: '',
    phone: '',
    bank: '',
    bankAccount: '',
  } as const
  assert.equal(titleFault(['ordinary'], 'ordinary', person, true)?.rule, 'titleOfUnit')
  assert.equal(titleFault(['ordinary'], 'ordinary', person, false), null)
  assert.equal(titleFault(['ordinary'], 'special', person, false)?.rule, 'kindNotOffered')
})

test('steps follow the state, the colour and who asks', () => {
  const blue = {
    colour: 'blue',
    status: 'requested',
    formats: [],
    left: 6000,
    formBy: null,
    refundId: null,
    waitsForRed: false,
    isReplaced: false,
    isSpent: false,
  } as const
  const payer = { isPayer: true, open: false, mark: false, red: false }
  const office = { isPayer: false, open: true, mark: true, red: true }
  assert.deepEqual(stepsOf(blue, payer), ['reSave', 'withdraw'])
  assert.deepEqual(stepsOf(blue, office), ['reSave', 'open', 'reject', 'mark'])
  assert.deepEqual(stepsOf({ ...blue, waitsForRed: true }, payer), ['reSave'])
  assert.deepEqual(stepsOf({ ...blue, status: 'rejected' }, payer), ['reSave'])
  assert.deepEqual(stepsOf({ ...blue, status: 'rejected', isSpent: true }, payer), [])
  assert.deepEqual(stepsOf({ ...blue, status: 'opening' }, payer), [])
  assert.deepEqual(stepsOf({ ...blue, status: 'opening' }, office), ['refresh'])
  const opened = { ...blue, status: 'opened', formats: ['pdf'] }
  assert.deepEqual(stepsOf(opened, payer), ['download', 'mail', 'reOpen'])
  assert.deepEqual(stepsOf(opened, office), ['download', 'mail', 'reOpen', 'red'])
  assert.deepEqual(stepsOf({ ...opened, isReplaced: true }, payer), ['download', 'mail'])
  const red = { ...blue, colour: 'red', status: 'confirming', left: 0 } as const
  assert.deepEqual(stepsOf({ ...red, formBy: 'seller' }, office), ['refresh', 'confirmRed', 'cancelRed'])
  assert.deepEqual(stepsOf({ ...red, formBy: 'buyer', refundId: 'r' }, office), ['refresh'])
  assert.deepEqual(stepsOf({ ...red, status: 'lapsed' }, office), ['cancelRed', 'retryRed'])
  assert.deepEqual(stepsOf(red, payer), [])
})
