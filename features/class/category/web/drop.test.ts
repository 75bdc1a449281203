import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CategoryNode } from '../contract.ts'
import { classesIn, dropOf, placesFor, stepOf } from './drop.ts'

const node = (id: string, parentId: string | null, children: CategoryNode[] = []): CategoryNode => ({
  ...{ id, parentId, name: id, classType: 'public', kind: 'base', sort: 0, classes: 0 },
  children,
})
const roots = [
  node('a', null, [node('a1', 'a'), node('a2', 'a')]),
  node('b', null),
  node('c', null),
  { ...node('x', null), classType: 'vocational' },
  { ...node('m', null), kind: 'major' as const },
]
const [a, b, c] = roots as [CategoryNode, CategoryNode, CategoryNode]

test('a drop says parent and the sibling it stands before', () => {
  const drop = (dragged: string, target: string, where: 'inside' | 'before' | 'after') =>
    dropOf(roots, { dragged, target, inside: where === 'inside', after: where === 'after' })
  assert.deepEqual(drop('c', 'a', 'inside'), { id: 'c', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('c', 'a', 'before'), { id: 'c', parentId: null, beforeId: 'a' })
  assert.deepEqual(drop('c', 'a', 'after'), { id: 'c', parentId: null, beforeId: 'b' })
  assert.deepEqual(drop('b', 'a1', 'after'), { id: 'b', parentId: 'a', beforeId: 'a2' })
  assert.deepEqual(drop('a1', 'a2', 'after'), { id: 'a1', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('b', 'type:public', 'inside'), { id: 'b', parentId: null, beforeId: null })
  assert.equal(drop('b', 'b', 'inside'), null)
})

test('a step goes one place among the siblings of the same class type, and no further', () => {
  assert.deepEqual(stepOf(roots, b, -1), { id: 'b', parentId: null, beforeId: 'a' })
  assert.deepEqual(stepOf(roots, a, 1), { id: 'a', parentId: null, beforeId: 'c' })
  assert.deepEqual(stepOf(roots, a.children[0]!, 1), { id: 'a1', parentId: 'a', beforeId: null })
  assert.equal(stepOf(roots, a, -1), null)
  assert.equal(stepOf(roots, a.children[1]!, 1), null)
})

test('a category counts its classes with those below it', () => {
  const below = { ...node('b1', 'b'), classes: 2 }
  assert.equal(classesIn({ ...node('b', null, [below]), classes: 1 }), 3)
})

test('a category may go below those of its class type and kind, never below itself', () => {
  const values = (moved: CategoryNode) => placesFor(roots, moved).map((place) => place.value)
  assert.deepEqual(values(a), ['b', 'c'])
  assert.deepEqual(values(c), ['a', 'b'])
  assert.deepEqual(
    placesFor(roots, a.children[0]!)[0]!.children.map((place) => place.value),
    ['a2'],
  )
})
