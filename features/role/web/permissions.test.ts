import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, permissionTree, checkedOf, toggled } from './permissions.ts'

const held = new Set([
  '/order-manage/list',
  '/order-manage/list#free',
  '/order-manage/list#cancel',
  '/home/index',
])
const tree = permissionTree((key) => held.has(key))
const after = (chosen: string[], key: string) => [...toggled(tree, new Set(chosen), key)].sort()

test('what I may not give is absent, with groups left empty', () => {
  assert.deepEqual(
    tree.map((group) => group.key),
    ['/home', '/order-manage'],
  )
  assert.deepEqual(permissionTree((key) => key === '/order-manage/list')[0]!.children[0]!.children, [])
})

test('what a role holds that is not offered stays with it', () => {
  const other = '/cms-manage/score-manage'
  assert.ok(toggled(tree, new Set([other]), '/home/index').has(other))
})

test('a button takes its page, a page leaves its buttons, a group takes or leaves all', () => {
  assert.deepEqual(after([], '/order-manage/list'), ['/order-manage/list'])
  assert.deepEqual(after([], '/order-manage/list#free'), ['/order-manage/list', '/order-manage/list#free'])
  assert.deepEqual(after(['/order-manage/list', '/order-manage/list#free'], '/order-manage/list'), [])
  assert.deepEqual(after(['/order-manage/list', '/order-manage/list#free'], '/order-manage/list#free'), [
    '/order-manage/list',
  ])
  const all = after(['/order-manage/list'], '/order-manage')
  assert.deepEqual(all, [...held].filter((key) => key.startsWith('/order')).sort())
  assert.deepEqual(after(all, '/order-manage'), [])
})

test('a group is half chosen when some below it is', () => {
  assert.deepEqual(checkedOf(tree, new Set(['/order-manage/list'])), {
    checked: ['/order-manage/list'],
    halfChecked: ['/order-manage'],
  })
  assert.deepEqual(checkedOf(tree, new Set(['/home/index'])).checked, ['/home', '/home/index'])
})

test('a search in either language keeps the ancestors', () => {
  assert.deepEqual(
    matching(tree, '免单')[0]!.children[0]!.children.map((node) => node.key),
    ['/order-manage/list#free'],
  )
  assert.equal(matching(tree, 'waive').length, 1)
  assert.deepEqual(matching(tree, 'nothing'), [])
  assert.equal(matching(tree, ' ').length, 2)
})
