import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedsFor } from './deeds.ts'

test('only what may follow is offered', () => {
  assert.deepEqual(deedsFor('applied'), ['approve', 'reject', 'remove'])
  assert.deepEqual(deedsFor('active'), ['pass', 'extend', 'remove'])
  assert.deepEqual(deedsFor('expired'), ['extend', 'remove'])
  assert.deepEqual(deedsFor('passed'), [])
  assert.deepEqual(deedsFor('transferred'), [])
})
