import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClock, secondsUntil, urgency, warningBetween } from './timer.ts'

const at = (moment: string) => Date.parse(moment)

test('the server’s time advances with the monotonic clock, and is corrected by each server time', () => {
  let steady = 5000
  const clock = openClock('2023-03-01T10:00:00Z', () => steady)
  steady += 90_000
  assert.equal(clock.now(), at('2023-03-01T10:01:30Z'))
  clock.adopt('2023-03-01T10:05:00Z')
  steady += 1000
  assert.equal(clock.now(), at('2023-03-01T10:05:01Z'))
})

test('seconds are whole, the one begun counts, and never fall below zero', () => {
  const left = (now: string) => secondsUntil('2023-03-01T10:30:00Z', at(now))
  assert.equal(left('2023-03-01T10:00:00Z'), 1800)
  assert.equal(left('2023-03-01T10:29:59.300Z'), 1)
  assert.equal(left('2023-03-01T10:30:00Z'), 0)
  assert.equal(left('2023-03-01T11:00:00Z'), 0)
})

test('warnings at ten, five and one minute, once each, and never at the start of a short exam', () => {
  const reported: number[] = []
  for (let left = 1800; left > 0; left--) {
    const minutes = warningBetween(left, left - 1)
    if (minutes !== null) reported.push(minutes)
  }
  assert.deepEqual(reported, [10, 5, 1])
  assert.equal(warningBetween(300, 299), null)
  assert.equal(warningBetween(1200, 40), 1, 'after a sleep only the most urgent one is shown')
})

test('the last five minutes and the last one stand out', () => {
  assert.deepEqual([301, 300, 61, 60, 0].map(urgency), ['calm', 'soon', 'soon', 'last', 'last'])
})
