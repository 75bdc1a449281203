import { expect, test } from 'vitest'
import { matching, permissionTree, standing, toggled } from './permissions.ts'

const held = new Set([
  '/order-manage/list',
  '/order-manage/list#free',
  '/order-manage/list#cancel',
  '/home/index',
])
const tree = permissionTree((key) => held.has(key))
const after = (chosen: string[], key: string) => [...toggled(tree, new Set(chosen), key)].sort()

test('what I may not give is absent, with groups left empty', () => {
  expect(tree.map((group) => group.key)).toEqual(['/home', '/order-manage'])
  expect(permissionTree((key) => key === '/order-manage/list')[0]!.children[0]!.children).toEqual([])
})

test('a button takes its page, a page leaves its buttons, a group takes or leaves all', () => {
  expect(after([], '/order-manage/list')).toEqual(['/order-manage/list'])
  expect(after([], '/order-manage/list#free')).toEqual(['/order-manage/list', '/order-manage/list#free'])
  expect(after(['/order-manage/list', '/order-manage/list#free'], '/order-manage/list')).toEqual([])
  expect(after(['/order-manage/list', '/order-manage/list#free'], '/order-manage/list#free')).toEqual([
    '/order-manage/list',
  ])
  const all = after(['/order-manage/list'], '/order-manage')
  expect(all).toEqual([...held].filter((key) => key.startsWith('/order')).sort())
  expect(after(all, '/order-manage')).toEqual([])
})

test('a group is half chosen when some below it is', () => {
  expect(standing(tree, new Set(['/order-manage/list']))).toEqual({
    checked: ['/order-manage/list'],
    halfChecked: ['/order-manage'],
  })
  expect(standing(tree, new Set(['/home/index'])).checked).toEqual(['/home', '/home/index'])
})

test('a search in either language keeps what stands above', () => {
  expect(matching(tree, '免单')[0]!.children[0]!.children.map((node) => node.key)).toEqual([
    '/order-manage/list#free',
  ])
  expect(matching(tree, 'waive')).toHaveLength(1)
  expect(matching(tree, 'nothing')).toEqual([])
  expect(matching(tree, ' ')).toHaveLength(2)
})
