import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComplete, isRight, rewindMs } from './rules.ts'

const part = (type: 'single' | 'multiple' | 'essay') => ({ type, partial: 'half' as const })

test('an answer is right when every part is, and half of one is not', () => {
  assert.equal(isRight([part('single')], [{ answer: ['B'] }], [['B']]), true)
  assert.equal(isRight([part('single')], [{ answer: ['B'] }], [['A']]), false)
  assert.equal(isRight([part('multiple')], [{ answer: ['A', 'C'] }], [['A']]), false)
  const both = [part('single'), part('multiple')]
  const keys = [{ answer: ['B'] }, { answer: ['A', 'C'] }]
  assert.equal(isRight(both, keys, [['B'], ['C', 'A']]), true)
  assert.equal(isRight(both, keys, [['B']]), false)
  assert.equal(isRight([part('essay')], [{ answer: ['要点'] }], [['我以为']]), true)
})

test('an answer has something for each part and nothing else', () => {
  assert.equal(isComplete(1, [['A']]), true)
  assert.equal(isComplete(2, [['A']]), false)
  assert.equal(isComplete(1, [['A'], ['B']]), false)
  assert.equal(isComplete(1, [[' ']]), false)
})

test('after a wrong answer the passage takes its time again, at the highest rate', () => {
  assert.equal(rewindMs({ atSecond: 60, rewindTo: 30 }, 100), 30_000)
  assert.equal(rewindMs({ atSecond: 60, rewindTo: 30 }, 150), 20_000)
  assert.equal(rewindMs({ atSecond: 60, rewindTo: null }, 100), 0)
})
