import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, settle } = await openOffice()
const { TabBar } = await import('./TabBar.tsx')
const tabs = await import('../view/tabs.ts')
afterEach(clear)

function Bar() {
  return createElement(TabBar, { tabs: tabs.useTabs('me'), current: '/x/a' })
}

test('a tab closed by Delete hands the keyboard to the one that takes its place', async () => {
  tabs.saveTabsFor('me')
  tabs.visit(tabs.tabOf({ path: '/home/index', title: ['首页', 'Home'], affix: true }, ''))
  for (const name of ['a', 'b', 'c']) tabs.visit(tabs.tabOf({ path: `/x/${name}`, title: [name, name] }, ''))
  await draw(createElement(Bar), {})
  const close = async (name: string) => {
    const tab = screen.getByRole('button', { name })
    tab.focus()
    await act(async () => fireEvent.keyDown(tab, { key: 'Delete' }))
    await settle()
  }
  await close('b')
  assert.equal(document.activeElement?.textContent, 'c')
  await close('c')
  assert.equal(document.activeElement?.textContent, 'a')
})
