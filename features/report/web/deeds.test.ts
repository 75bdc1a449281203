import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedsFor } from './deeds.ts'

test('only what may follow is offered', () => {
  assert.deepEqual(deedsFor({ status: 'applied', hold: null }), ['approve', 'reject', 'remove'])
  assert.deepEqual(deedsFor({ status: 'approved', hold: null }), ['remove'])
  assert.deepEqual(deedsFor({ status: 'active', hold: null }), ['pass', 'extend', 'remove'])
  assert.deepEqual(deedsFor({ status: 'active', hold: 'barred' }), ['pass', 'liftBar', 'extend', 'remove'])
  assert.deepEqual(deedsFor({ status: 'failed', hold: null }), ['pass', 'makeUp', 'extend', 'remove'])
  assert.deepEqual(deedsFor({ status: 'expired', hold: null }), ['extend', 'remove'])
  assert.deepEqual(deedsFor({ status: 'passed', hold: null }), [])
  assert.deepEqual(deedsFor({ status: 'transferred', hold: null }), [])
})
