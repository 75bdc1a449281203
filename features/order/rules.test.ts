import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Refusal } from '../../contract/refusal.ts'
import { amountOf, orderLifecycle, orderNoOf } from './rules.ts'

test('every state and event: what the table has leads there, all else is refused with 409', () => {
  const events = ['pay', 'cancel', 'free', 'expire', 'refundSome', 'refundAll'] as const
  const wanted: Record<string, string> = {
    'unpaid pay': 'paid',
    'unpaid cancel': 'cancelled',
    'unpaid free': 'free',
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
      assert.match(orderNoOf('2026-11-21', random), /^20261121[2-9A-HJKMNP-TV-Z]{10}$/)
    }),
  )
})
