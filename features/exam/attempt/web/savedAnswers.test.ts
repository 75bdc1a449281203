import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSaved } from './savedAnswers.ts'

const holding = (text: string | null) => ({ getItem: () => text }) as unknown as Storage

test('flags and the place come back; what does not fit the paper is left out', () => {
  assert.deepEqual(readSaved(holding('{"flags":[2,9,0,"x"],"at":3}'), 'a', 8), { flags: [2], at: 3 })
  assert.deepEqual(readSaved(holding('{"flags":[],"at":9}'), 'a', 8), { flags: [], at: 1 })
})

test('nothing stored, or not by us, is the first question', () => {
  for (const text of [null, '', '{', '"x"', '{"at":2}']) {
    assert.deepEqual(readSaved(holding(text), 'a', 8), { flags: [], at: 1 })
  }
})
