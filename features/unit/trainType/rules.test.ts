import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { defaultTerms, payableOf, readTerms, termsObstacle } from './rules.ts'

test('what is paid by a unit’s terms is rounded down to the fen once, and is never more than the class’s own price', () => {
  const sold = { price: 9999, hoursTenths: 85 }
  const pay = (terms: object) => payableOf({ ...defaultTerms, ...terms }, sold)
  assert.equal(pay({}), 9999)
  assert.equal(pay({ priceMode: 'discount', rate: 8500 }), 8499)
  assert.equal(pay({ priceMode: 'discount', rate: 0 }), 0)
  assert.equal(pay({ priceMode: 'hourly', hourPrice: 333 }), 2830)
  assert.equal(pay({ priceMode: 'hourly', hourPrice: 5000 }), 9999)
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.nat(10_000),
      fc.nat(10_000),
      fc.nat(100_000),
      (price, tenths, rate, hour) => {
        for (const terms of [
          { priceMode: 'discount', rate, hourPrice: null },
          { priceMode: 'hourly', rate: null, hourPrice: hour },
        ] as const) {
          const payable = payableOf(terms, { price, hoursTenths: tenths })
          assert.ok(Number.isInteger(payable) && payable >= 0 && payable <= price)
        }
      },
    ),
  )
})

test('terms lose what belongs to another price mode, and report what they lack', () => {
  const read = (change: object) => readTerms({ ...defaultTerms, ...change })
  assert.deepEqual(read({ rate: 8000, hourPrice: 5 }), defaultTerms)
  assert.deepEqual(read({ priceMode: 'discount' }), { missing: 'rate' })
  assert.deepEqual(read({ priceMode: 'hourly', rate: 8000 }), { missing: 'hourPrice' })
  assert.deepEqual(read({ validFrom: '2023-02-01', validTo: '2023-01-31' }), { missing: 'validTo' })
})

test('the terms of a unit prevent its learners from buying what is closed, out of time or paid by the group', () => {
  const at = { today: '2023-06-15', inCategory: true, payable: 100 }
  const judge = (terms: object, more: object = {}) =>
    termsObstacle({ ...defaultTerms, ...terms }, { ...at, ...more })
  assert.equal(judge({}), null)
  assert.equal(judge({ open: false }), 'unit_closed')
  assert.equal(judge({}, { inCategory: false }), 'unit_closed')
  assert.equal(judge({ validFrom: '2023-06-15', validTo: '2023-06-15' }), null)
  assert.equal(judge({ validFrom: '2023-06-16' }), 'unit_not_yet')
  assert.equal(judge({ validTo: '2023-06-14' }), 'unit_over')
  assert.equal(judge({ paymentMode: 'personal' }), null)
  assert.equal(judge({ paymentMode: 'group' }), 'unit_group')
  assert.equal(judge({ paymentMode: 'group' }, { payable: 0 }), null)
})
