import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureLifecycle, intervalOf, stopOf } from './rules.ts'

test('a check is drawn between both bounds of the project, whichever is larger, unless the class has its own', () => {
  const project = { captureEveryFrom: 25, captureEveryTo: 15 }
  const drawn = (own: { captureEveryFrom?: number; captureEveryTo?: number }) => {
    const { captureEveryFrom, captureEveryTo } = intervalOf(project, own)
    return [captureEveryFrom, captureEveryTo]
  }
  assert.deepEqual(drawn({}), [15, 25])
  assert.deepEqual(drawn({ captureEveryFrom: 20 }), [20, 25])
  assert.deepEqual(drawn({ captureEveryFrom: 60 }), [60, 60])
  assert.deepEqual(drawn({ captureEveryTo: 5 }), [5, 5])
  assert.deepEqual(drawn({ captureEveryFrom: 30, captureEveryTo: 40 }), [30, 40])
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
