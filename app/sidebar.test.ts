import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuGroups } from '../contract/menu.ts'
import { hiddenPage, menuPage, type Page } from '../web/page.ts'
import { listAbove, mayOpen, sidebarOf, titleOf } from './sidebar.ts'
import { allPages } from './webPages.ts'

const load = () => Promise.resolve({ default: () => null })
const pages = [
  menuPage('/train-manage/study-report', load),
  menuPage('/train-manage/class', load),
  hiddenPage('/train-manage/train-class-detail', ['班级详情', 'Class'], load, '/train-manage/class'),
  menuPage('/train-manage/train-plan-list', load, { affix: true }),
  menuPage('/order-manage/list', load),
]
const pathsOf = (list: readonly Page[]) => list.map(({ path }) => path)
const office = allPages.filter((page) => page.frame === 'admin')

test('the sidebar holds what the role may see and nothing else, in the menu’s order', () => {
  const held = new Set([
    '/train-manage/study-report',
    '/train-manage/class',
    '/train-manage/train-class-detail',
  ])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/train-manage', held)), [
    '/train-manage/train-plan-list',
    '/train-manage/class',
    '/train-manage/study-report',
  ])
  const orders = new Set(['/order-manage/list'])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/train-manage', orders)), ['/train-manage/train-plan-list'])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/order-manage', orders)), ['/order-manage/list'])
})

test('a hidden page is reached from its list; any other needs its permission', () => {
  const may = (path: string, ...menus: string[]) =>
    mayOpen(pages.find((one) => one.path === path)!, new Set(menus))
  assert.equal(may('/train-manage/train-class-detail'), true)
  assert.equal(may('/train-manage/train-plan-list'), true)
  assert.equal(may('/train-manage/class'), false)
  assert.equal(may('/train-manage/class', '/train-manage/class'), true)
})

test('every hidden page below a heading has a list above it', () => {
  assert.equal(listAbove(pages, pages[2]!)?.path, '/train-manage/class')
  assert.equal(listAbove(pages, pages[0]!), null)
  const below = office.filter((one) => one.path.split('/').length > 2)
  assert.deepEqual(pathsOf(below.filter((one) => one.hidden && !listAbove(office, one))), [])
})

test('a page of the back office is titled by itself or by the menu', () => {
  assert.deepEqual(titleOf(pages[1]!), ['班级', 'Classes'])
  assert.deepEqual(titleOf(pages[2]!), ['班级详情', 'Class'])
  assert.deepEqual(pathsOf(office.filter((page) => titleOf(page)[0] === page.path)), [])
})

test('projects have their own sidebar heading with their list, followed by the settings', () => {
  const group = '/project-manage'
  assert.deepEqual(menuGroups[group], ['项目管理', 'Projects'])
  assert.ok(!allPages.some(({ path }) => path === group), 'a heading is no page')
  const setting = office.find(({ path }) => path === '/project-manage/setting')!
  assert.equal(listAbove(office, setting)?.path, '/project-manage/list')
  const held = new Set(['/project-manage/list', '/project-manage/setting'])
  assert.deepEqual(pathsOf(sidebarOf(office, group, held)), ['/project-manage/list'])
  assert.deepEqual(sidebarOf(office, group, new Set()), [], 'a heading without entries is not drawn')
})
