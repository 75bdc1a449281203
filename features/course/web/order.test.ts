import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { moved } from './order.ts'

test('an entry moves to where it was dropped', () => {
  const list = ['a', 'b', 'c', 'd']
  assert.deepEqual(moved(list, 0, 2), ['b', 'c', 'a', 'd'])
  assert.deepEqual(moved(list, 3, 0), ['d', 'a', 'b', 'c'])
  assert.deepEqual(moved(list, 1, 9), ['a', 'c', 'd', 'b'])
  assert.deepEqual(moved(list, 2, -1), ['c', 'a', 'b', 'd'])
  assert.deepEqual(moved(list, 7, 0), list)
})

test('nothing is lost or doubled, and back is back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (list, a, b) => {
      const [from, to] = [a % list.length, b % list.length]
      const after = moved(list, from, to)
      assert.deepEqual(after.toSorted(), list.toSorted())
      assert.equal(after[to], list[from])
      assert.deepEqual(moved(after, to, from), list)
    }),
  )
})
