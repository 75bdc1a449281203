import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openWindow } from '../test/window.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { allPermissions, menuGroups, menuUrls } from '../contract/menu.ts'
import { hiddenPage, menuPage, type Page } from '../web/page.ts'
import { actionsOf, listAbove, mayOpen, partsOf, permissionsOf, sidebarOf, titleOf } from './sidebar.ts'
import { allPages } from './webPages.ts'

// The words of the settings read the reader's language.
openWindow()
const sources = globSync('features/**/web/*.tsx').map((file) => readFileSync(file, 'utf8'))
const load = () => Promise.resolve({ default: () => null })
const pages = [
  menuPage('/train-manage/study-report', load),
  menuPage('/train-manage/class', load),
  hiddenPage('/train-manage/train-class-detail', ['班级详情', 'Class'], load, {
    above: '/train-manage/class',
  }),
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

test('a heading that a role holds shows and opens no page below it', () => {
  const heading = new Set(['/train-manage'])
  assert.deepEqual(pathsOf(sidebarOf(pages, '/train-manage', heading)), ['/train-manage/train-plan-list'])
  assert.equal(mayOpen(pages.find((one) => one.path === '/train-manage/class')!, heading), false)
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

test('what a role is offered has a page: its permission, also where that is another page’s', () => {
  const offered = permissionsOf([
    ...pages,
    { path: '/customer/approvals', frame: 'admin', load, permission: '/customer/exception-register' },
  ])
  assert.ok(offered.has('/train-manage/class') && offered.has('/customer/exception-register'))
  assert.ok(!offered.has('/unit-manage/list') && !offered.has('/customer/approvals'))
})

test('the specification’s pages are below their headings, and hidden where it hides them', () => {
  const everything = new Set<string>(menuUrls)
  const shown = Object.keys(menuGroups).flatMap((group) => pathsOf(sidebarOf(office, group, everything)))
  const named = ['/super-account/index', '/account-manage/role', '/account-manage/administrator-list']
  named.push('/resource-manage/video', '/resource-manage/course', '/resource-manage/certificate')
  named.push('/train-manage/class', '/train-manage/study-report', '/order-manage/list', '/home/index')
  named.push('/train-manage/train-plan-list', '/train-manage/train-plan-detail', '/train-manage/unit-class')
  assert.deepEqual(
    named.filter((path) => !shown.includes(path)),
    [],
  )
  const hidden = ['/train-manage/train-class-detail', '/project-manage/setting', '/unit-manage/detail']
  hidden.push('/train-manage/study-report/student-detail', '/train-manage/study-report/study-detail')
  hidden.push('/student-manage/student-detail', '/resource-manage/add-question')
  hidden.push('/train-manage/unit-class-detail', '/train-manage/creat-class')
  hidden.push('/train-manage/import-student', '/train-manage/batch-pay-order')
  for (const path of hidden) {
    assert.ok(office.some((page) => page.path === path) && !shown.includes(path), path)
  }
  assert.ok(!shown.some((path) => path.startsWith('/redirect')))
})

test('adding questions is no entry of the sidebar; their list is, for who may add them', () => {
  const held = new Set(['/resource-manage/add-question'])
  assert.deepEqual(pathsOf(sidebarOf(office, '/resource-manage', held)), ['/resource-manage/question'])
  const hidden = office.find(({ path }) => path === '/resource-manage/add-question')!
  assert.equal(hidden.hidden, true)
  assert.equal(listAbove(office, hidden)?.path, '/resource-manage/question')
  const list = office.find(({ path }) => path === '/resource-manage/question')!
  assert.deepEqual([mayOpen(list, held), mayOpen(list, new Set())], [true, false])
})

test('none of the template’s demonstrations is a page', () => {
  const demo = /menu1|nested|icons?$|components?(-|$)|excel|avatar-upload|keyboard|chart|example|demo/
  assert.deepEqual(pathsOf(allPages.filter(({ path }) => demo.test(path))), [])
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

test('what is done on a page at once is offered to who may, each where its page begins it', () => {
  const titles = (menus: string[], wholeProject = true) =>
    actionsOf(office, { menus: new Set(menus), wholeProject }).map(({ title }) => title[1])
  const everything = titles([...allPermissions])
  for (const one of ['New class', 'Import a roster', 'Record a bank transfer', 'New unit', 'Upload videos'])
    assert.ok(everything.includes(one), one)
  assert.equal(new Set(everything).size, everything.length)
  assert.deepEqual(titles(['/student-manage/student', '/student-manage/student#import']), ['Import a roster'])
  assert.deepEqual(titles(['/train-manage/class']), ['New class'])
  assert.deepEqual(titles(['/train-manage/class'], false), [], 'classes belong to the whole project')
  const paths = pathsOf(office)
  for (const { address } of actionsOf(office, { menus: allPermissions, wholeProject: true })) {
    const [path, query = ''] = address.split('?')
    assert.ok(paths.includes(path!), address)
    const begin = new URLSearchParams(query).get('begin')
    const begun = begin === null || sources.some((text) => text.includes(`useBegin('${begin}'`))
    assert.ok(begun, `nothing begins ${address}`)
  }
})

test('each setting and each page of the settings is found by its name, by who may open them', async () => {
  assert.deepEqual(await partsOf(office, new Set(['/project-manage/list'])), [])
  const parts = await partsOf(office, new Set(['/project-manage/setting']))
  const found = parts.map(({ address }) => new URLSearchParams(address.split('?')[1]).get('setting'))
  const reserved = ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog', 'showClassType']
  const named = Object.keys(defaultSettings).filter((key) => !reserved.includes(key))
  assert.deepEqual(
    named.filter((key) => !found.includes(key)),
    [],
  )
  const zh = parts.map(({ title }) => title[0])
  const en = parts.map(({ title }) => title[1])
  for (const name of ['订单待支付时间（分钟）', '班级类型', '注册项', '修改记录'])
    assert.ok(zh.includes(name), name)
  for (const name of ['Payment time limit (minutes)', 'Texts and notices']) assert.ok(en.includes(name), name)
})
