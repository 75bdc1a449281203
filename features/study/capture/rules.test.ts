import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureLifecycle, drawBounds, stopOf } from './rules.ts'

test('a check is drawn between both ends, whichever is larger', () => {
  assert.deepEqual(drawBounds({ captureEveryFrom: 15, captureEveryTo: 25 }), [900_000, 1_500_000])
  assert.deepEqual(drawBounds({ captureEveryFrom: 25, captureEveryTo: 15 }), [900_000, 1_500_000])
})

test('study stops with as many misses as allowed, and is made up within its days', () => {
  const rule = { captureMisses: 9, captureMakeUpDays: 3 }
  assert.equal(stopOf(rule, { misses: 8, sinceDays: 30 }), 'none')
  assert.equal(stopOf(rule, { misses: 9, sinceDays: 3 }), 'makeUp')
  assert.equal(stopOf(rule, { misses: 9, sinceDays: 3.1 }), 'over')
})

test('what is answered cannot be answered again, and an appeal is made once', () => {
  for (const state of ['passed', 'taken', 'missed', 'made_up'] as const) {
    assert.equal(captureLifecycle.can(state, 'confirm') || captureLifecycle.can(state, 'take'), false)
  }
  for (const state of ['appealed', 'rejected', 'accepted', 'passed'] as const) {
    assert.equal(captureLifecycle.can(state, 'appeal'), false)
  }
})
