import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsFor } from './enrolmentActions.ts'

test('only what may follow is offered', () => {
  assert.deepEqual(actionsFor({ status: 'applied', hold: null }), ['approve', 'reject', 'remove'])
  assert.deepEqual(actionsFor({ status: 'approved', hold: null }), ['remove'])
  assert.deepEqual(actionsFor({ status: 'active', hold: null }), ['pass', 'extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'active', hold: 'barred' }), ['pass', 'liftBar', 'extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'failed', hold: null }), ['pass', 'makeUp', 'extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'expired', hold: null }), ['extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'passed', hold: null }), [])
  assert.deepEqual(actionsFor({ status: 'transferred', hold: null }), [])
})
