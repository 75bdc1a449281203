import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart } from './dayStart.ts'

test('a day begins at midnight in China, and a later one after it', () => {
  assert.equal(dayStart('2026-11-21'), '2026-11-20T16:00:00.000Z')
  assert.equal(dayStart('2026-12-31', 1), '2026-12-31T16:00:00.000Z')
})

test('what is no day has no beginning', () => {
  for (const day of ['', 'today', '2026-13-01', '2026-1-1', '2026-11-21T10:00']) {
    assert.equal(dayStart(day), undefined, day)
  }
})
