import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, causeOf, pushFieldNames, restAfter, retryDelay, sampleFacts, silenceDelay } from './rules.ts'

test('a body has the mapped fields in their order and no other, and hours in their unit', () => {
  const fields = [
    { field: 'hours', key: 'credit' },
    { field: 'cardNumber', key: 'id.card' },
  ] as const
  assert.equal(bodyOf(fields, 'hours', sampleFacts), '{"credit":24,"id.card":"110101199003070000"}')
  assert.equal(bodyOf(fields.slice(0, 1), 'tenths', sampleFacts), '{"credit":240}')
  assert.equal(bodyOf(fields.slice(0, 1), 'hours', { ...sampleFacts, hours: null }), '{"credit":null}')
  assert.equal(bodyOf([], 'hours', sampleFacts), '{}')
  assert.deepEqual(Object.keys(sampleFacts), pushFieldNames)
})

test('tries come later and later up to a day, and a receiver rests five minutes at most', () => {
  const delays = Array.from({ length: 20 }, (_, n) => retryDelay(n + 1))
  assert.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  )
  assert.deepEqual([delays[0], delays.at(-1)], [15, 86_400])
  assert.deepEqual([1, 2, 3, 4, 100].map(silenceDelay), [15, 60, 300, 300, 300])
  const rests = Array.from({ length: 80 }, (_, n) => restAfter(n + 1))
  assert.deepEqual(
    rests,
    rests.toSorted((a, b) => a - b),
  )
  assert.deepEqual([rests[0], rests[3], rests[4], rests[11], rests.at(-1)], [0, 0, 15, 30, 300])
})

test('consent is any status of success; a way elsewhere and an error are none', () => {
  assert.deepEqual([200, 204, 299].map(causeOf), [null, null, null])
  assert.deepEqual([301, 400, 500].map(causeOf), ['redirect', 'status', 'status'])
})
