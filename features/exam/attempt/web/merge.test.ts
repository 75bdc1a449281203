import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../../test/dice.ts'
import { batchOf, later, mergeTheirs, withUnsaved, without } from './merge.ts'

const given = (value: string, at = 1) => ({ value: [value], at })

test('answers given here override those of the server', () => {
  assert.deepEqual(withUnsaved({ 1: ['A'], 2: ['B'] }, { 2: given('C') }), { 1: ['A'], 2: ['C'] })
})

test('of two windows the later answer counts', () => {
  assert.deepEqual(later({ 1: given('A', 5), 2: given('B', 9) }, { 1: given('C', 7), 2: given('D', 8) }), {
    1: given('C', 7),
    2: given('B', 9),
  })
})

test('an answer changed while its save was on the way stays unsaved', () => {
  const sent = { 1: given('A', 5), 2: given('B', 5) }
  assert.deepEqual(without({ 1: given('A', 5), 2: given('C', 6) }, sent), { 2: given('C', 6) })
})

test('answers of another device are taken over, and those given here stay', () => {
  const base = { 1: ['A'], 2: ['A'], 3: ['A'] }
  const theirs = { 1: ['A'], 2: ['B'], 3: ['B'], 4: ['B'], 5: ['E'] }
  const merged = mergeTheirs(base, theirs, { 3: given('C'), 5: given('E'), 6: given('F') })
  assert.deepEqual(merged, {
    unsaved: { 3: given('C'), 6: given('F') },
    taken: [2, 4],
    ours: [3],
  })
})

const answers = fc.dictionary(
  fc.integer({ min: 1, max: 9 }).map(String),
  fc.array(fc.constantFrom('A', 'B'), { maxLength: 2 }),
)
const unsavedOf = answers.map((all) =>
  Object.fromEntries(Object.entries(all).map(([no, value], i) => [no, { value, at: i }])),
)

test('merging loses nothing given here, and leaves every other item as the server has it', () => {
  fc.assert(
    fc.property(answers, answers, unsavedOf, (base, theirs, unsaved) => {
      const merged = mergeTheirs(base, theirs, unsaved)
      const seen = withUnsaved(theirs, merged.unsaved)
      for (const no of new Set([...Object.keys(theirs), ...Object.keys(unsaved)])) {
        assert.deepEqual(seen[no] ?? [], unsaved[no]?.value ?? theirs[no] ?? [])
      }
    }),
  )
})

test('a batch holds the oldest that fit, and one that is too long by itself', () => {
  const unsaved = { 1: given('aaaa', 3), 2: given('bbbb', 1), 3: given('cccc', 2) }
  assert.deepEqual(Object.keys(batchOf(unsaved, 8)), ['2', '3'])
  assert.deepEqual(Object.keys(batchOf({ 7: given('x'.repeat(50)) }, 8)), ['7'])
  assert.deepEqual(batchOf({}, 8), {})
})
