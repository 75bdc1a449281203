import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenWith, lettersOf } from './choice.ts'
import { actionOf } from './useKeys.ts'

test('letters choose, arrows move, F flags, and nothing else means anything', () => {
  assert.deepEqual(['a', 'D', 'h'].map(actionOf), [{ letter: 'A' }, { letter: 'D' }, { letter: 'H' }])
  assert.deepEqual(['ArrowRight', 'ArrowLeft', 'f', 'F'].map(actionOf), ['next', 'previous', 'flag', 'flag'])
  assert.deepEqual(['i', '1', 'Enter', ' ', 'ArrowUp', 'Tab'].map(actionOf), Array(6).fill(null))
})

test('a single choice is replaced, a multiple one is turned on and off and stays in order', () => {
  assert.deepEqual(chosenWith('single', ['A'], 'C'), ['C'])
  assert.deepEqual(chosenWith('judge', ['A'], 'B'), ['B'])
  assert.deepEqual(chosenWith('multiple', ['C'], 'A'), ['A', 'C'])
  assert.deepEqual(chosenWith('multiple', ['A', 'C'], 'A'), ['C'])
})

test('letters go as far as the options; what is written has none', () => {
  assert.deepEqual(lettersOf({ type: 'single', options: ['x', 'y', 'z'] }), ['A', 'B', 'C'])
  assert.deepEqual(lettersOf({ type: 'judge', options: [] }), ['A', 'B'])
  assert.deepEqual(lettersOf({ type: 'essay', options: [] }), [])
})
