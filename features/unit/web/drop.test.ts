import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOf, stepOf } from './drop.ts'

const rows = [
  { id: 'top', parentId: null },
  { id: 'a', parentId: 'top' },
  { id: 'b', parentId: 'top' },
  { id: 'c', parentId: 'top' },
]
const [top, a, b, c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]

test('a drop asks for a parent and a place', () => {
  const drop = (dragged: string, target: string, how: { inside?: boolean; after?: boolean }) =>
    dropOf(rows, { dragged, target, inside: false, after: false, ...how })
  assert.deepEqual(drop('c', 'a', { inside: true }), { unitId: 'c', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('c', 'a', {}), { unitId: 'c', parentId: 'top', beforeId: 'a' })
  assert.deepEqual(drop('a', 'b', { after: true }), { unitId: 'a', parentId: 'top', beforeId: 'c' })
  assert.deepEqual(drop('a', 'c', { after: true }), { unitId: 'a', parentId: 'top', beforeId: null })
  assert.deepEqual(drop('a', 'top', { after: true }), { unitId: 'a', parentId: null, beforeId: null })
  assert.equal(drop('a', 'a', { inside: true }), null)
  assert.equal(drop('a', 'gone', { inside: true }), null)
})

test('a step moves a unit past its neighbour and stops at the ends', () => {
  assert.equal(stepOf(rows, a, -1), null)
  assert.equal(stepOf(rows, c, 1), null)
  assert.equal(stepOf(rows, top, 1), null)
  assert.deepEqual(stepOf(rows, b, -1), { unitId: 'b', parentId: 'top', beforeId: 'a' })
  assert.deepEqual(stepOf(rows, a, 1), { unitId: 'a', parentId: 'top', beforeId: 'c' })
  assert.deepEqual(stepOf(rows, b, 1), { unitId: 'b', parentId: 'top', beforeId: null })
})
