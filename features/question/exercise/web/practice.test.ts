import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exercise, ExerciseQuestion } from '../contract.ts'
import { type Checks, firstOpen, joined, outcomeOf, tally, withCheck } from './practice.ts'

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
    tried: parts.map((part) => ({ part, right: true, wrong: false })),
  })
  assert.equal(firstOpen([tried('a', [0, 1]), tried('b', [0]), tried('c', [])]), 1)
  assert.equal(firstOpen([tried('a', [0, 1])]), 0)
})

const stretch = (ids: string[], next: string | null): Exercise => ({
  title: 't',
  total: 3,
  progress: { total: 3, done: 0, right: 0, wrong: 0, favourites: 0 },
  questions: ids.map((id) => ({ ...question(id, 2), tried: [], wrong: false, favourite: false })),
  next,
})

test('a stretch joins on without repeating a question', () => {
  const all = joined(stretch(['a', 'b'], 'b'), { ...stretch(['b', 'c'], null), total: 1 })
  assert.deepEqual([all.questions.map(({ versionId }) => versionId), all.next], [['a', 'b', 'c'], null])
  assert.equal(all.total, 3, 'what has left its part since is counted still')
})

test('a question is done with its last part, and leaves the book of wrong ones with the last part that kept it there', () => {
  const after = (before: Exercise, part: number, right: boolean, book: 'in' | 'stays' | 'out' | null) =>
    withCheck(before, 'a', part, { right, book, answer: [], analysis: '' })
  const one = after(stretch(['a'], null), 0, false, 'in')
  assert.deepEqual(one.progress, { total: 3, done: 0, right: 0, wrong: 1, favourites: 0 })
  const both = after(one, 1, false, 'in')
  assert.deepEqual(both.progress, { total: 3, done: 1, right: 0, wrong: 1, favourites: 0 })
  const half = after(both, 0, true, 'out')
  assert.deepEqual(half.progress, { total: 3, done: 1, right: 0, wrong: 1, favourites: 0 })
  assert.deepEqual(after(half, 1, true, 'out').progress, {
    total: 3,
    done: 1,
    right: 1,
    wrong: 0,
    favourites: 0,
  })
})
