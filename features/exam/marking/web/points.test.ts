import assert from 'node:assert/strict'
import { test } from 'node:test'
import { halves, pointsOf } from './points.ts'

test('points are halves', () => {
  assert.deepEqual([3.26, 3.24, 0, null].map(halves), [3.5, 3, 0, null])
})

test('only essays are given points; points just given override those saved', () => {
  const items = [
    { no: 1, type: 'single', mark: 2 },
    { no: 2, type: 'essay', mark: 4 },
    { no: 3, type: 'essay', mark: null },
    { no: 4, type: 'essay', mark: 5 },
  ] as const
  assert.deepEqual(pointsOf(items, { 2: 6, 4: null }), [
    { no: 2, score: 6 },
    { no: 3, score: null },
    { no: 4, score: null },
  ])
})
