import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openWindow } from '../../test/window.ts'
import type { Tab } from './tabs.ts'

openWindow()
const tabs = await import('./tabs.ts')
const { forgetUnsaved, isUnsaved, noteUnsaved } = await import('./unsaved.ts')

const home = { path: '/home/index', title: ['首页', 'Home'] as const, affix: true, cached: true }
const view = (name: string) => ({
  path: `/x/${name}`,
  title: [name, name] as const,
  affix: false,
  cached: true,
})
const visit = (tab: typeof home | ReturnType<typeof view>, query = '') =>
  tabs.visit({ ...tab, address: tab.path + query })
/** What a reload would find. */
const saved = () => JSON.parse(sessionStorage.getItem('office-tabs')!) as { owner: string; tabs: Tab[] }
const paths = () => saved().tabs.map((tab) => tab.path)

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
  const pick = (_zh: string, en: string) => en
  assert.equal(tabs.nameOf({ ...tab!, title: ['甲', 'A'] }, pick), 'A')
  assert.equal(tabs.nameOf({ ...tab!, title: ['', ''] }, pick), 'no-name')
})

test('a view stays in the document while another is shown, unless its page sets noCache', () => {
  const page = { path: '/x/live', title: ['现场', 'Live'] as const }
  const drawn = (shown: string) => tabs.drawnViews(saved().tabs, shown).map(({ path }) => path)
  tabs.visit(tabs.tabOf(page, '/x/live'))
  assert.ok(drawn('/x/a').includes('/x/live'))
  tabs.closeTabs('one', '/x/live', '/x/a')
  tabs.visit(tabs.tabOf({ ...page, noCache: true }, '/x/live'))
  assert.ok(drawn('/x/live').includes('/x/live'))
  assert.deepEqual(drawn('/x/a'), ['/home/index', '/x/a', '/x/b', '/x/c'])
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
