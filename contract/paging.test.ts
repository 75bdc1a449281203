import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitChoices, windowOf } from './paging.ts'

test('a list is requested by page and limit; the default is the first 20 rows', () => {
  assert.deepEqual(windowOf({}), { limit: 20, offset: 0 })
  assert.deepEqual(windowOf({ page: 3 }), { limit: 20, offset: 40 })
  assert.deepEqual(windowOf({ page: 3, limit: 5 }), { limit: 5, offset: 10 })
  assert.deepEqual(limitChoices, [5, 10, 20, 30, 50])
})
