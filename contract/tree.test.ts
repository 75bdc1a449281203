import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import { type Branch, branchOf, heightOf, levelOf, liesBelow, placed, treeOf } from './tree.ts'

const row = (id: string, parentId: string | null) => ({ id, parentId })
const rows = [row('a', null), row('b', 'a'), row('c', 'b'), row('d', 'a'), row('e', 'gone')]
type Node = Branch<(typeof rows)[number]>

test('rows become a tree in their order, and a row without its parent is at the top', () => {
  const drawn = (nodes: Node[]): unknown => nodes.map((node) => [node.id, drawn(node.children)])
  assert.deepEqual(drawn(treeOf(rows)), [
    [
      'a',
      [
        ['b', [['c', []]]],
        ['d', []],
      ],
    ],
    ['e', []],
  ])
})

test('levels, heights and branches are counted with the row itself', () => {
  assert.deepEqual(
    [levelOf(rows, null), levelOf(rows, 'a'), levelOf(rows, 'c'), heightOf(rows, 'a'), heightOf(rows, 'd')],
    [0, 1, 3, 3, 1],
  )
  assert.deepEqual(branchOf(rows, 'a'), ['a', 'b', 'c', 'd'])
})

test('a row is below itself and below each ancestor, and below nothing else', () => {
  for (const ancestor of ['a', 'b', 'c']) assert.equal(liesBelow(rows, 'c', ancestor), true)
  assert.equal(liesBelow(rows, 'c', 'd'), false)
  assert.equal(liesBelow(rows, 'a', 'c'), false)
})

test('a tree keeps every row once, whatever the rows', () => {
  const parents = fc.array(fc.nat({ max: 30 }), { maxLength: 30 })
  fc.assert(
    fc.property(parents, (given) => {
      // Each row's parent comes before it, so there is no circle.
      const made = given.map((n, i) => row(`r${i}`, i > 0 && n < i ? `r${n}` : null))
      const walk = (nodes: Node[]): string[] => nodes.flatMap((node) => [node.id, ...walk(node.children)])
      assert.deepEqual(walk(treeOf(made)).toSorted(), made.map((one) => one.id).toSorted())
    }),
  )
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
