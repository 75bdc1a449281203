import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'
import type { Tab } from './tabs.ts'

openWindow()
const tabs = await import('./tabs.ts')
const { forgetUnsaved, isUnsaved, noteUnsaved } = await import('./unsaved.ts')

const home = { path: '/home/index', title: ['首页', 'Home'] as const, affix: true }
const view = (name: string) => ({ path: `/x/${name}`, title: [name, name] as const })
const learner = { path: '/x/learner', title: ['学员详情', 'Learner'] as const, subject: 'accountId' }
const visit = (page: Parameters<typeof tabs.tabOf>[0], query = '') => tabs.visit(tabs.tabOf(page, query))
/** Reads what a reload would find. */
const saved = () => JSON.parse(sessionStorage.getItem('office-tabs')!) as { owner: string; tabs: Tab[] }
const paths = () => saved().tabs.map((tab) => tab.path)
const keys = () => saved().tabs.map((tab) => tab.key)
const pick = (_zh: string, en: string) => en

beforeEach(() => {
  tabs.saveTabsFor('nobody')
  tabs.saveTabsFor('me')
  visit(home)
  for (const name of ['a', 'b', 'c']) visit(view(name))
})

test('a view is added when its path is new; a known one only remembers where it was left', () => {
  visit(view('b'), '?page=3')
  assert.deepEqual(paths(), ['/home/index', '/x/a', '/x/b', '/x/c'])
  assert.equal(tabs.addressOf('/x/b'), '/x/b?page=3')
  assert.equal(tabs.addressOf('/x/unknown'), '/x/unknown')
})

test('a tab is called by the title of its page, or no-name', () => {
  const [, tab] = saved().tabs
  assert.equal(tabs.nameOf({ ...tab!, title: ['甲', 'A'] }, pick), 'A')
  assert.equal(tabs.nameOf({ ...tab!, title: ['', ''] }, pick), 'no-name')
})

test('a view stays in the document while another is shown, unless its page sets noCache', () => {
  const page = { path: '/x/live', title: ['现场', 'Live'] as const }
  const seen = ['/home/index', '/x/live']
  const drawn = (shown: string) => tabs.drawnViews(saved().tabs, shown, seen).map(({ path }) => path)
  visit(page)
  assert.deepEqual(drawn('/x/a'), ['/home/index', '/x/a', '/x/live'], 'one not shown yet is not drawn')
  tabs.closeTabs('one', '/x/live', '/x/a')
  visit({ ...page, noCache: true })
  assert.ok(drawn('/x/live').includes('/x/live'))
  assert.deepEqual(drawn('/x/a'), ['/home/index', '/x/a'])
})

test('two subjects of a page are two tabs; the same subject at another address is one', () => {
  visit(learner, '?accountId=1')
  visit(learner, '?accountId=2')
  visit(learner, '?part=exams&accountId=1')
  assert.deepEqual(keys().slice(4), ['/x/learner?accountId=1', '/x/learner?accountId=2'])
  assert.equal(tabs.addressOf('/x/learner?accountId=1'), '/x/learner?part=exams&accountId=1')
  visit(learner)
  assert.equal(keys().at(-1), '/x/learner', 'nobody’s is one more')
  assert.equal(tabs.keyOf(learner, '?accountId=a%20b%26c'), '/x/learner?accountId=a%20b%26c')
  assert.equal(tabs.keyOf(view('a'), '?accountId=1'), '/x/a', 'a page without a subject is keyed by its path')
})

test('a tab is called by its subject once it is named, also at another address and after a refresh', () => {
  visit(learner, '?accountId=1')
  visit(learner, '?accountId=2')
  const [one, two] = keys().slice(4)
  tabs.nameTab(one!, '刘永强')
  visit(learner, '?accountId=1&part=exams')
  tabs.refreshTab(one!)
  const names = saved()
    .tabs.slice(4)
    .map((tab) => tabs.nameOf(tab, pick))
  assert.deepEqual(names, ['刘永强', 'Learner'])
  tabs.closeTabs('one', two!, one!)
  tabs.nameTab(two!, '谁')
  assert.equal(keys().length, 5, 'a closed tab is not named')
})

test('closing and refreshing one subject leaves the other and its form as they are', () => {
  for (const id of ['1', '2', '3']) visit(learner, `?accountId=${id}`)
  const [one, two, three] = keys().slice(4)
  for (const key of [one!, two!, three!]) noteUnsaved(key, 'form', true)
  tabs.refreshTab(two!)
  assert.deepEqual(
    saved()
      .tabs.slice(4)
      .map((tab) => tab.turn),
    [0, 1, 0],
  )
  assert.deepEqual([one!, two!, three!].map(isUnsaved), [true, false, true])
  assert.equal(tabs.closeTabs('left', three!, one!), three)
  assert.deepEqual(keys(), ['/home/index', three])
  assert.deepEqual([one!, three!].map(isUnsaved), [false, true])
  visit(learner, '?accountId=1')
  tabs.closeTabs('right', three!, three!)
  assert.deepEqual(keys(), ['/home/index', three])
  visit(learner, '?accountId=1')
  assert.equal(tabs.closeTabs('others', one!, three!), '/x/learner?accountId=1')
  assert.deepEqual(keys(), ['/home/index', one])
  assert.equal(isUnsaved(three!), false)
})

test('what is created takes the place of the tab it was written in, and nothing of that is unsaved', () => {
  visit(learner)
  visit(view('z'))
  noteUnsaved('/x/learner', 'form', true)
  tabs.visit(tabs.tabOf(learner, '?accountId=9'), '/x/learner')
  assert.deepEqual(keys().slice(4), ['/x/learner?accountId=9', '/x/z'])
  assert.equal(isUnsaved('/x/learner'), false)
  tabs.visit(tabs.tabOf(learner, '?accountId=8'), '/x/learner')
  assert.equal(keys().at(-1), '/x/learner?accountId=8', 'no such tab: it is added')
})

test('close takes one tab and shows the last when it was the one shown', () => {
  assert.equal(tabs.closeTabs('one', '/x/a', '/x/b'), null)
  assert.deepEqual(paths(), ['/home/index', '/x/b', '/x/c'])
  assert.equal(tabs.closeTabs('one', '/x/b', '/x/b'), '/x/c')
})

test('close others leaves the tab and what is affixed, and shows it', () => {
  assert.equal(tabs.closeTabs('others', '/x/a', '/x/c'), '/x/a')
  assert.deepEqual(paths(), ['/home/index', '/x/a'])
})

test('close to a side, and close all, which leaves what is affixed', () => {
  assert.equal(tabs.closeTabs('left', '/x/b', '/x/b'), null)
  assert.deepEqual(paths(), ['/home/index', '/x/b', '/x/c'])
  tabs.closeTabs('right', '/x/b', '/x/b')
  assert.deepEqual(paths(), ['/home/index', '/x/b'])
  assert.equal(tabs.closeTabs('all', '/x/b', '/x/b'), '/home/index')
  assert.deepEqual(paths(), ['/home/index'])
})

test('an affixed tab survives every way of closing', () => {
  for (const closing of ['one', 'others', 'left', 'right', 'all'] as const) {
    for (const path of ['/home/index', '/x/c']) {
      tabs.closeTabs(closing, path, '/home/index')
      assert.ok(paths().includes('/home/index'), `${closing} ${path}`)
      visit(view('c'))
    }
  }
})

test('refresh draws a view again and forgets what was unsaved in it', () => {
  noteUnsaved('/x/a', 'form', true)
  tabs.refreshTab('/x/a')
  assert.deepEqual(
    saved().tabs.map((tab) => tab.turn),
    [0, 1, 0, 0],
  )
  assert.equal(isUnsaved('/x/a'), false)
})

test('of more than twelve the oldest goes, but never the affixed one or one with something unsaved', () => {
  noteUnsaved('/x/a', 'form', true)
  for (let n = 0; n < 9; n++) visit(view(`n${n}`))
  assert.equal(paths().length, tabs.tabLimit)
  assert.deepEqual(paths().slice(0, 3), ['/home/index', '/x/a', '/x/c'])
  for (const path of paths()) noteUnsaved(path, 'form', true)
  visit(view('one-more'))
  assert.equal(paths().length, tabs.tabLimit + 1, 'nothing unsaved is dropped for it')
})

test('subjects count for the limit one by one, and those with something unsaved stay', () => {
  for (let n = 0; n < 8; n++) visit(learner, `?accountId=${n}`)
  noteUnsaved('/x/learner?accountId=0', 'form', true)
  for (const name of ['a', 'b', 'c']) tabs.closeTabs('one', `/x/${name}`, '/home/index')
  for (let n = 8; n < 13; n++) visit(learner, `?accountId=${n}`)
  assert.equal(keys().length, tabs.tabLimit)
  assert.deepEqual(keys().slice(0, 3), ['/home/index', '/x/learner?accountId=0', '/x/learner?accountId=3'])
})

test('another person, role or session begins with no tabs and nothing unsaved', () => {
  noteUnsaved('/x/a', 'form', true)
  tabs.saveTabsFor('me')
  assert.equal(paths().length, 4)
  tabs.saveTabsFor('me as somebody else')
  assert.deepEqual(paths(), [])
  assert.equal(isUnsaved('/x/a'), false)
})

test('the browser asks before it leaves while something is unsaved, and no longer', () => {
  const confirms = () => {
    const event = new window.Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  assert.equal(confirms(), false)
  noteUnsaved('/x/a', 'one', true)
  noteUnsaved('/x/a', 'other', true)
  assert.equal(confirms(), true)
  noteUnsaved('/x/a', 'one', false)
  assert.equal(confirms(), true, 'another form of the page is still unsaved')
  tabs.closeTabs('one', '/x/a', '/x/b')
  assert.equal(confirms(), false)
  noteUnsaved('/x/b', 'one', true)
  forgetUnsaved()
  assert.equal(confirms(), false)
})

test('a reload finds the subjects with their names; what is stored without keys is left out', async () => {
  visit(learner, '?accountId=1')
  tabs.nameTab('/x/learner?accountId=1', '刘永强')
  const reload = (turn: string) => import(`./tabs.ts?${turn}`) as Promise<typeof tabs>
  assert.equal((await reload('1')).addressOf('/x/learner?accountId=1'), '/x/learner?accountId=1')
  const found = saved().tabs.at(-1)!
  assert.equal(tabs.nameOf(found, pick), '刘永强')
  const { key, ...keyless } = { ...found, address: '/x/earlier' }
  sessionStorage.setItem('office-tabs', JSON.stringify({ owner: 'me', tabs: [keyless] }))
  assert.equal((await reload('2')).addressOf(key), key)
})

test('a tab that is hidden goes on to another address of its own page, as a new one where that is of another subject', () => {
  visit(learner)
  tabs.nameTab('/x/learner', '新学员')
  noteUnsaved('/x/learner', 'form', true)
  tabs.moveTab('/x/learner', 'accountId', '/x/learner?accountId=7')
  assert.deepEqual(keys().slice(1), ['/x/a', '/x/b', '/x/c', '/x/learner?accountId=7'])
  const moved = saved().tabs.at(-1)!
  assert.deepEqual([moved.address, moved.subject], ['/x/learner?accountId=7', undefined])
  assert.equal(isUnsaved('/x/learner'), false)
  tabs.moveTab('/x/learner?accountId=7', 'accountId', '/x/learner?accountId=7&part=exams')
  assert.equal(tabs.addressOf('/x/learner?accountId=7'), '/x/learner?accountId=7&part=exams')
  tabs.moveTab('/x/a', undefined, '/x/b')
  tabs.moveTab('/x/gone', undefined, '/x/gone?page=2')
  assert.deepEqual(keys().slice(1), ['/x/a', '/x/b', '/x/c', '/x/learner?accountId=7'])
})
