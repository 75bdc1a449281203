import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takenFrom } from './rules.ts'

test('an order takes of receipts what it costs, and nothing while they come to less', () => {
  const receipts = [
    { id: 'a', free: 30 },
    { id: 'b', free: 40 },
    { id: 'c', free: 50 },
  ]
  assert.deepEqual(takenFrom(receipts, 60), [
    { receiptId: 'a', amount: 30 },
    { receiptId: 'b', amount: 30 },
  ])
  assert.equal(takenFrom(receipts, 121), null)
  assert.equal(takenFrom([], 1), null)
})
