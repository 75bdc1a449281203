import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { fc } from '../../test/dice.ts'
import { orderNoOf } from '../order/rules.ts'
import { askDelays, descriptionOf, outTradeNoOf, paymentLifecycle } from './rules.ts'

test('every state and event: what the table has leads there, all else is refused with 409', () => {
  const events = ['succeed', 'close', 'late', 'refunded'] as const
  const wanted: Record<string, string> = {
    'waiting succeed': 'succeeded',
    'waiting close': 'closed',
    'waiting late': 'surplus',
    'closed late': 'surplus',
    'surplus refunded': 'refunded',
  }
  for (const state of paymentLifecycle.states) {
    for (const event of events) {
      const next = wanted[`${state} ${event}`]
      assert.equal(paymentLifecycle.can(state, event), next !== undefined)
      if (next) assert.equal(paymentLifecycle.next(state, event), next)
      else {
        assert.throws(
          () => paymentLifecycle.next(state, event),
          (error) => error instanceof Refusal && error.words.code === 409,
        )
      }
    }
  }
})

test('the channel is polled after 15 s at first, then less and less often, and finally after a day', () => {
  assert.deepEqual(askDelays.slice(0, 4), [15, 30, 60, 120])
  assert.equal(askDelays.at(-1), 86_400)
  assert.deepEqual(
    askDelays.toSorted((a, b) => a - b),
    askDelays,
  )
})

test('numbers and descriptions are of the form WeChat Pay takes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 50 }),
      (random, n, names) => {
        const outTradeNo = outTradeNoOf(orderNoOf('2023-11-21', random), n)
        assert.match(outTradeNo, /^[0-9A-Za-z_-]{6,32}$/)
        const description = descriptionOf(names)
        assert.ok(Buffer.byteLength(description) <= 127 && description.length > 0)
      },
    ),
  )
  assert.equal(descriptionOf(['数据安全']), '数据安全')
  assert.equal(descriptionOf(['数据安全', '心理健康']), '数据安全 等2个班级')
})
