import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './rules.ts'

test('differences are named leaf by leaf', () => {
  assert.deepEqual(
    differencesOf({ a: 1, b: { c: 'x', d: [1] } }, { a: 1, b: { c: 'y', d: [1, 2] }, e: null }),
    [
      { path: ['b', 'c'], before: 'x', after: 'y' },
      { path: ['b', 'd'], before: [1], after: [1, 2] },
    ],
  )
  assert.deepEqual(differencesOf(null, { a: 1 }), [{ path: ['a'], before: null, after: 1 }])
  assert.deepEqual(differencesOf({ a: 1 }, null), [{ path: ['a'], before: 1, after: null }])
  assert.deepEqual(differencesOf(null, null), [])
})
