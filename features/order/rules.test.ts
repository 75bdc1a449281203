import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { fc } from '../../test/dice.ts'
import { adjustmentsOf, amountOf, orderLifecycle, orderNoOf } from './rules.ts'

test('every state and event: what the table has leads there, all else is refused with 409', () => {
  const events = ['pay', 'cancel', 'free', 'reprice', 'expire', 'refundSome', 'refundAll'] as const
  const wanted: Record<string, string> = {
    'unpaid pay': 'paid',
    'unpaid cancel': 'cancelled',
    'unpaid free': 'free',
    'unpaid reprice': 'unpaid',
    'unpaid expire': 'cancelled',
    'paid refundSome': 'part_refunded',
    'paid refundAll': 'refunded',
    'part_refunded refundSome': 'part_refunded',
    'part_refunded refundAll': 'refunded',
  }
  for (const state of orderLifecycle.states) {
    for (const event of events) {
      const next = wanted[`${state} ${event}`]
      assert.equal(orderLifecycle.can(state, event), next !== undefined)
      if (next) assert.equal(orderLifecycle.next(state, event), next)
      else {
        assert.throws(
          () => orderLifecycle.next(state, event),
          (error) => error instanceof Refusal && error.words.code === 409,
        )
      }
    }
  }
})

test('an amount is the sum of what is payable', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ price: fc.nat(1_000_000), discount: fc.nat(0) })), (items) => {
      assert.equal(
        amountOf(items),
        items.reduce((sum, item) => sum + item.price - item.discount, 0),
      )
      assert.ok(amountOf(items) >= 0)
    }),
  )
})

test('an order number names its day and differs with its random part', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 16 }), (random) => {
      assert.match(orderNoOf('2023-11-21', random), /^20231121[2-9A-HJKMNP-TV-Z]{10}$/)
    }),
  )
})

const fen = fc.integer({ min: 0, max: 1_000_000 })

test('a change of prices names exactly what differs, and never raises an item above what was agreed', () => {
  const items = fc.array(fc.tuple(fen, fen, fen), { minLength: 1, maxLength: 6 }).map((rows) =>
    rows.map(([a, b, c], i) => {
      const price = a + b
      return { id: `i${i}`, price, discount: b, payable: Math.min(a, c) }
    }),
  )
  fc.assert(
    fc.property(items, fc.array(fen, { minLength: 6, maxLength: 6 }), (sold, wanted) => {
      const prices = sold.map(({ id }, i) => ({ itemId: id, payable: wanted[i]! }))
      const change = adjustmentsOf(sold, prices)
      const isAbove = sold.some((item, i) => wanted[i]! > item.price - item.discount)
      assert.equal(change === 'above', isAbove)
      if (typeof change === 'string') return
      const before = sold.reduce((sum, { payable }) => sum + payable, 0)
      assert.equal(change.total, before + change.lines.reduce((sum, { amount }) => sum + amount, 0))
      assert.equal(
        change.total,
        prices.reduce((sum, { payable }) => sum + payable, 0),
      )
      assert.ok(change.total > 0)
      assert.ok(change.lines.length > 0 && change.lines.every(({ amount }) => amount !== 0))
    }),
  )
})

test('unknown items, the same item twice, no change and nothing left to pay are no change of prices', () => {
  const sold = [{ id: 'a', price: 500, discount: 100, payable: 400 }]
  const judged = (...prices: [string, number][]) =>
    adjustmentsOf(
      sold,
      prices.map(([itemId, payable]) => ({ itemId, payable })),
    )
  assert.equal(judged(['b', 1]), 'unknown')
  assert.equal(judged(['a', 1], ['a', 2]), 'unknown')
  assert.equal(judged(['a', 400]), 'same')
  assert.equal(judged(['a', 0]), 'nothing')
  assert.equal(judged(['a', 401]), 'above')
  assert.deepEqual(judged(['a', 1]), { lines: [{ itemId: 'a', amount: -399 }], total: 1 })
})
