import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { CategoryNode } from './contract.ts'
import { branchOf, heightOf, levelOf, treeOf } from './rules.ts'

const row = (id: string, parentId: string | null) => ({ id, parentId, name: id, sort: 0, members: 0 })
const rows = [row('a', null), row('b', 'a'), row('c', 'b'), row('d', 'a'), row('e', 'gone')]

test('rows become a tree in their order, and one without its parent stands at the top', () => {
  const drawn = (nodes: CategoryNode[]): unknown => nodes.map((node) => [node.id, drawn(node.children)])
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

test('a tree keeps every row once, whatever the rows', () => {
  const parents = fc.array(fc.nat({ max: 30 }), { maxLength: 30 })
  fc.assert(
    fc.property(parents, (given) => {
      // Each row's parent comes before it, so there is no circle.
      const made = given.map((n, i) => row(`r${i}`, i > 0 && n < i ? `r${n}` : null))
      const walk = (nodes: CategoryNode[]): string[] =>
        nodes.flatMap((node) => [node.id, ...walk(node.children)])
      assert.deepEqual(walk(treeOf(made)).toSorted(), made.map((one) => one.id).toSorted())
    }),
  )
})
