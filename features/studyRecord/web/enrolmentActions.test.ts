import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsFor } from './enrolmentActions.ts'

test('only what may follow is offered', () => {
  assert.deepEqual(actionsFor({ status: 'applied', hold: null, source: 'import' }), [
    'approve',
    'reject',
    'remove',
  ])
  assert.deepEqual(actionsFor({ status: 'approved', hold: null, source: 'import' }), ['remove'])
  assert.deepEqual(actionsFor({ status: 'active', hold: null, source: 'import' }), [
    'pass',
    'extend',
    'transfer',
    'remove',
  ])
  assert.deepEqual(actionsFor({ status: 'active', hold: 'barred', source: 'import' }), [
    'pass',
    'liftBar',
    'extend',
    'transfer',
    'remove',
  ])
  assert.deepEqual(actionsFor({ status: 'failed', hold: null, source: 'import' }), [
    'pass',
    'makeUp',
    'extend',
    'remove',
  ])
  assert.deepEqual(actionsFor({ status: 'expired', hold: null, source: 'import' }), ['extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'passed', hold: null, source: 'import' }), [])
  assert.deepEqual(actionsFor({ status: 'passed', hold: null, source: 'order' }), ['refund'])
  const ordered = { status: 'active', source: 'order' } as const
  assert.deepEqual(actionsFor({ ...ordered, hold: null }), ['pass', 'extend', 'transfer', 'refund', 'remove'])
  assert.deepEqual(actionsFor({ ...ordered, hold: 'refunding' }), ['pass', 'extend', 'remove'])
  assert.deepEqual(actionsFor({ status: 'transferred', hold: null, source: 'import' }), [])
})
