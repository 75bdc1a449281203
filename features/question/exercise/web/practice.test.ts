import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exercise, ExerciseQuestion } from '../contract.ts'
import { type Checks, firstOpen, joined, outcomeOf, tally } from './practice.ts'

const question = (versionId: string, parts = 1) =>
  ({ versionId, parts: Array.from({ length: parts }, () => ({ type: 'single' })) }) as ExerciseQuestion
const checked = (right: boolean | null) => ({ right, answer: ['A'], analysis: '', book: null })

test('a case is right once every part is, and wrong by one', () => {
  const current = question('v', 2)
  assert.equal(outcomeOf(current, {}), null)
  assert.equal(outcomeOf(current, { 'v.0': checked(true) }), null)
  assert.equal(outcomeOf(current, { 'v.0': checked(true), 'v.1': checked(null) }), 'right')
  assert.equal(outcomeOf(current, { 'v.0': checked(false) }), 'wrong')
})

test('what was checked is counted, and the mistakes are named', () => {
  const all = [question('a'), question('b'), question('c')]
  const checks: Checks = { 'a.0': checked(true), 'b.0': checked(false) }
  assert.deepEqual(tally(all, checks), { done: 2, right: 1, wrong: [all[1]] })
})

test('practice goes on at the first question that was never tried', () => {
  const tried = (id: string, parts: number[]) => ({
    ...question(id, 2),
    tried: parts.map((part) => ({ part, right: true })),
  })
  assert.equal(firstOpen([tried('a', [0, 1]), tried('b', [0]), tried('c', [])]), 1)
  assert.equal(firstOpen([tried('a', [0, 1])]), 0)
})

test('a stretch joins on without repeating a question', () => {
  const stretch = (ids: string[], next: string | null): Exercise => ({
    title: 't',
    total: 3,
    progress: { total: 3, done: 0, right: 0, wrong: 0, favourites: 0 },
    questions: ids.map((id) => question(id)),
    next,
  })
  const all = joined(stretch(['a', 'b'], 'b'), stretch(['b', 'c'], null))
  assert.deepEqual([all.questions.map(({ versionId }) => versionId), all.next], [['a', 'b', 'c'], null])
})
