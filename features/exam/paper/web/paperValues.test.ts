import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSection, isCheckable, sectionsOf, sumsOf } from './paperValues.ts'

const section = { ...freshSection(), questionIds: ['q'], count: 4, bankId: 'b', category: 'c' }

test('a fixed paper draws nothing and a random one names nothing', () => {
  const [fixed] = sectionsOf('fixed', [section])
  assert.deepEqual([fixed!.questionIds, fixed!.count, fixed!.bankId, fixed!.category], [['q'], 0, null, null])
  const [random] = sectionsOf('random', [section])
  assert.deepEqual([random!.questionIds, random!.count, random!.bankId], [[], 4, 'b'])
  assert.deepEqual(sumsOf(sectionsOf('mixed', [section])), { questions: 5, total: 10 })
})

test('the server is queried only with input it can answer', () => {
  assert.equal(isCheckable([]), false)
  assert.equal(isCheckable(sectionsOf('random', [{ ...section, bankId: null }])), false)
  assert.equal(isCheckable(sectionsOf('fixed', [{ ...section, questionIds: [] }])), false)
  assert.equal(isCheckable(sectionsOf('mixed', [section])), true)
})
