import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatten, liesBelow, placed, treeOf } from '../../../contract/tree.ts'
import { fc } from '../../../test/dice.ts'
import { type Drop, dropOf, type MayHold, placesFor, stepOf, type TreeRow } from './drop.ts'

const row = (id: string, parentId: string | null = null): TreeRow => ({ id, parentId, name: id })
const rows = [row('a'), row('a1', 'a'), row('a2', 'a'), row('a3', 'a'), row('b'), row('c')]
const anywhere: MayHold<TreeRow> = () => true
const notOnTop: MayHold<TreeRow> = (_, parent) => parent !== null

const drop = (dragged: string, target: string, at: Drop['at'], mayHold = anywhere) =>
  dropOf(rows, { dragged, target, at }, mayHold)

test('a drop gives a parent and the sibling to come before', () => {
  assert.deepEqual(drop('c', 'a', 'last'), { id: 'c', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('c', 'a', 'first'), { id: 'c', parentId: 'a', beforeId: 'a1' })
  assert.deepEqual(drop('a1', 'a', 'first'), { id: 'a1', parentId: 'a', beforeId: 'a2' })
  assert.deepEqual(drop('c', 'b', 'first'), { id: 'c', parentId: 'b', beforeId: null })
  assert.deepEqual(drop('c', 'a', 'before'), { id: 'c', parentId: null, beforeId: 'a' })
  assert.deepEqual(drop('c', 'a', 'after'), { id: 'c', parentId: null, beforeId: 'b' })
  assert.deepEqual(drop('b', 'a2', 'before'), { id: 'b', parentId: 'a', beforeId: 'a2' })
  assert.deepEqual(drop('b', 'a3', 'after'), { id: 'b', parentId: 'a', beforeId: null })
  assert.deepEqual(drop('a1', 'a2', 'after'), { id: 'a1', parentId: 'a', beforeId: 'a3' })
  assert.deepEqual(drop('a2', 'a1', 'after'), { id: 'a2', parentId: 'a', beforeId: 'a3' })
})

test('a drop gives nothing on itself, below itself, on what is gone, and where the row may not be', () => {
  assert.equal(drop('a', 'a', 'last'), null)
  assert.equal(drop('a', 'a2', 'last'), null)
  assert.equal(drop('a', 'a2', 'before'), null)
  assert.equal(drop('a', 'gone', 'last'), null)
  assert.equal(drop('a1', 'b', 'before', notOnTop), null)
  assert.deepEqual(drop('a1', 'b', 'last', notOnTop), { id: 'a1', parentId: 'b', beforeId: null })
})

test('a step moves a row past its neighbour and stops at the ends', () => {
  const step = (id: string, way: -1 | 1) => stepOf(rows, rows.find((one) => one.id === id)!, way)
  assert.deepEqual(step('a2', -1), { id: 'a2', parentId: 'a', beforeId: 'a1' })
  assert.deepEqual(step('a1', 1), { id: 'a1', parentId: 'a', beforeId: 'a3' })
  assert.deepEqual(step('a2', 1), { id: 'a2', parentId: 'a', beforeId: null })
  assert.equal(step('a1', -1), null)
  assert.equal(step('a3', 1), null)
  assert.equal(step('c', 1), null)
})

test('a row may be moved to where it may be, never to itself or below', () => {
  const top = 'Top'
  const [chosen] = placesFor(rows, rows[0]!, anywhere, top)
  assert.deepEqual([chosen!.value, chosen!.children.map(({ value }) => value)], ['', ['b', 'c']])
  assert.deepEqual(
    placesFor(rows, rows[1]!, notOnTop, top).map(({ value, children }) => [value, children.length]),
    [
      ['a', 2],
      ['b', 0],
      ['c', 0],
    ],
  )
})

test('no drop makes a circle, and each leaves the order it shows', () => {
  const parentsOf = fc.array(fc.nat(), { minLength: 2, maxLength: 12 })
  const places = fc.constantFrom('first', 'last', 'before', 'after')
  fc.assert(
    fc.property(parentsOf, fc.nat(), fc.nat(), places, (parents, from, to, at) => {
      const made = parents.map((n, i) => row(`r${i}`, n % (i + 1) < i ? `r${n % (i + 1)}` : null))
      const [dragged, target] = [made[from % made.length]!, made[to % made.length]!]
      const move = dropOf(made, { dragged: dragged.id, target: target.id, at }, anywhere)
      if (liesBelow(made, target.id, dragged.id)) return assert.equal(move, null)
      const moved = made.map((one) => (one === dragged ? { ...one, parentId: move!.parentId } : one))
      assert.equal(flatten(treeOf(moved)).length, made.length)
      const siblings = moved.filter((one) => one.parentId === move!.parentId).map((one) => one.id)
      const order = placed(siblings, dragged.id, move!.beforeId)
      const own = order.indexOf(dragged.id)
      if (at === 'first' || at === 'last') {
        assert.deepEqual([move!.parentId, own], [target.id, at === 'first' ? 0 : order.length - 1])
      } else assert.equal(own - order.indexOf(target.id), at === 'after' ? 1 : -1)
    }),
  )
})
