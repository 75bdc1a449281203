import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { isSameSubstance, findTwice } from './rules.ts'

const course = (resourceIds: string[], hoursTenths = 80, attribute = 'required') => ({
  hoursTenths,
  attribute,
  resourceIds,
})

test('order does not change what a course requires; videos, hours and attribute do', () => {
  const rows: [ReturnType<typeof course>, boolean][] = [
    [course(['a', 'b']), true],
    [course(['b', 'a']), true],
    [course(['a']), false],
    [course(['a', 'c']), false],
    [course(['a', 'b', 'c']), false],
    [course(['a', 'b'], 81), false],
    [course(['a', 'b'], 80, 'elective'), false],
  ]
  for (const [after, same] of rows) assert.equal(isSameSubstance(course(['a', 'b']), after), same)
})

test('a video twice is found, at its second place', () => {
  assert.equal(findTwice([{ resourceId: 'a' }, { resourceId: 'b' }]), null)
  const second = { resourceId: 'a', title: 'again' }
  assert.equal(
    findTwice([{ resourceId: 'a', title: 'first' }, { resourceId: 'b', title: '' }, second]),
    second,
  )
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (ids) => {
      const found = findTwice(ids.map((resourceId) => ({ resourceId })))
      assert.equal(found === null, new Set(ids).size === ids.length)
    }),
  )
})
