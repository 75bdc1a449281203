import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLeaseClock } from './leaseClock.ts'

test('a lease ages by its own clock, and takes up the hour a device slept', () => {
  let now = 5_000
  const clock = startLeaseClock('2023-11-21T02:00:00.000Z', () => now)
  now += 10_000
  assert.equal(clock.age(), 10)
  // The answer took its time; one that repeats an old response has nothing new.
  clock.adopt('2023-11-21T02:00:12.000Z')
  clock.adopt('2023-11-21T02:00:01.000Z')
  assert.equal(clock.age(), 10)
  now += 5_000
  clock.adopt('2023-11-21T03:00:15.000Z')
  assert.equal(clock.age(), 3615)
})
