import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuGroups } from '../features/role/menu/rules.ts'
import type { Page } from '../web/page.ts'
import { listAbove, mayOpen, sidebarOf } from './sidebar.ts'
import { allPages } from './webPages.ts'

const load = () => Promise.resolve({ default: () => null })
const page = (path: string, rest: Partial<Page> = {}): Page => ({
  path,
  frame: 'admin',
  title: [path, path],
  load,
  ...rest,
})
const pages = [
  page('/a/late', { sort: 2 }),
  page('/a/early', { sort: 1 }),
  page('/a/early/detail', { hidden: true }),
  page('/a/everybody', { affix: true }),
  page('/b/other'),
]
const pathsOf = (list: readonly Page[]) => list.map(({ path }) => path)

test('the sidebar holds what the role may see and nothing else, in its order', () => {
  assert.deepEqual(pathsOf(sidebarOf(pages, '/a', new Set(['/a/late', '/a/early', '/a/early/detail']))), [
    '/a/everybody',
    '/a/early',
    '/a/late',
  ])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/a', new Set(['/b/other']))), ['/a/everybody'])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/b', new Set(['/b/other']))), ['/b/other'])
})

test('a hidden page is reached from its list; any other needs its menu entry', () => {
  const may = (path: string, ...menus: string[]) =>
    mayOpen(pages.find((one) => one.path === path)!, new Set(menus))
  assert.equal(may('/a/early/detail'), true)
  assert.equal(may('/a/everybody'), true)
  assert.equal(may('/a/late'), false)
  assert.equal(may('/a/late', '/a/late'), true)
})

test('every hidden page below a heading has a list above it', () => {
  assert.equal(listAbove(pages, pages[2]!)?.path, '/a/early')
  assert.equal(listAbove(pages, pages[0]!), null)
  const office = allPages.filter((one) => one.frame === 'admin' && one.path.split('/').length > 2)
  assert.deepEqual(pathsOf(office.filter((one) => one.hidden && !listAbove(office, one))), [])
})

test('projects have a heading of their own in the sidebar with their list; the settings stand behind it', () => {
  const group = '/project-manage'
  assert.deepEqual(menuGroups[group], ['项目管理', 'Projects'])
  assert.ok(!allPages.some(({ path }) => path === group), 'a heading is no page')
  const setting = allPages.find(({ path }) => path === '/project-manage/setting')!
  assert.equal(listAbove(allPages, setting)?.path, '/project-manage/list')
  const held = new Set(['/project-manage/list', '/project-manage/setting'])
  assert.deepEqual(pathsOf(sidebarOf(allPages, group, held)), ['/project-manage/list'])
  assert.deepEqual(sidebarOf(allPages, group, new Set()), [], 'a heading without entries is not drawn')
})
