import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { liesBelow, placed, treeOf } from './rules.ts'

const row = (id: string, parentId: string | null) => ({
  id,
  parentId,
  name: id,
  classType: 'public',
  kind: 'base' as const,
  sort: 0,
  classes: 0,
})

test('rows become a tree in their order, and one without its parent stands at the top', () => {
  const tree = treeOf([row('a', null), row('b', 'a'), row('c', 'b'), row('d', 'a'), row('e', 'gone')])
  assert.deepEqual(
    tree.map((node) => node.id),
    ['a', 'e'],
  )
  assert.deepEqual(
    tree[0]!.children.map((node) => [node.id, node.children.map((child) => child.id)]),
    [
      ['b', ['c']],
      ['d', []],
    ],
  )
})

test('a row lies below itself and below each ancestor, and below nothing else', () => {
  const rows = [row('a', null), row('b', 'a'), row('c', 'b'), row('d', null)]
  for (const ancestor of ['a', 'b', 'c']) assert.equal(liesBelow(rows, 'c', ancestor), true)
  assert.equal(liesBelow(rows, 'c', 'd'), false)
  assert.equal(liesBelow(rows, 'a', 'c'), false)
})

test('placing keeps every sibling once and puts the moved one where it was dropped', () => {
  const siblings = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2 })
  fc.assert(
    fc.property(siblings, fc.nat(), fc.nat(), (ids, from, to) => {
      const id = ids[from % ids.length]!
      const before = ids[to % ids.length]!
      const after = placed(ids, id, before)
      assert.deepEqual([...after].sort(), [...ids].sort())
      if (id !== before) assert.equal(after.indexOf(id), after.indexOf(before) - 1)
      assert.equal(placed(ids, id, null).at(-1), id)
    }),
  )
})
