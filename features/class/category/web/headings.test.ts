import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CategoryNode } from '../contract.ts'
import { classesIn, headingOf, mayHold, rowsOf, typeOf } from './headings.ts'

const node = (id: string, parentId: string | null, own: Partial<CategoryNode> = {}): CategoryNode => ({
  id,
  parentId,
  name: id,
  classType: 'public',
  kind: 'base',
  sort: 0,
  members: 0,
  children: [],
  ...own,
})
const roots = [
  node('a', null, { members: 1, children: [node('a1', 'a', { members: 2 })] }),
  node('x', null, { classType: 'vocational' }),
  node('b', null),
  node('m', null, { kind: 'major' }),
  node('s', null, { kind: 'skill' }),
]
const rows = rowsOf(['vocational', 'public'], (type) => `${type} classes`, roots)
const row = (id: string) => rows.find((one) => one.id === id)!

test('each class type heads its categories', () => {
  assert.deepEqual(
    rows.map(({ id, parentId }) => [id, parentId]),
    [
      ['type:vocational', null],
      ['x', 'type:vocational'],
      ['type:public', null],
      ['a', 'type:public'],
      ['a1', 'a'],
      ['b', 'type:public'],
      ['m', 'type:public'],
      ['s', 'type:public'],
    ],
  )
  assert.deepEqual([row('type:public').name, row('type:public').fixed], ['public classes', true])
  assert.deepEqual([typeOf(headingOf('public')), typeOf('a')], ['public', null])
})

test('a category may stand below its class type and those of its kind, a major one below base ones, and never at the top', () => {
  const held = (id: string) => rows.filter((parent) => mayHold(row(id), parent)).map((parent) => parent.id)
  assert.deepEqual(held('a'), ['type:public', 'a', 'a1', 'b'])
  assert.deepEqual(held('m'), ['type:public', 'a', 'a1', 'b', 'm'])
  assert.deepEqual(held('s'), ['type:public', 's'])
  assert.equal(mayHold(row('a'), null), false)
})

test('a category counts its classes with those below it', () => {
  assert.equal(classesIn(roots[0]!), 3)
})
