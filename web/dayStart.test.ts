import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart } from './dayStart.ts'

test('a day begins at midnight in China, and a later one after it', () => {
  assert.equal(dayStart('2023-11-21'), '2023-11-20T16:00:00.000Z')
  assert.equal(dayStart('2023-12-31', 1), '2023-12-31T16:00:00.000Z')
})

test('what is no day has no beginning', () => {
  for (const day of ['', 'today', '2023-13-01', '2023-1-1', '2023-11-21T10:00']) {
    assert.equal(dayStart(day), undefined, day)
  }
})
