import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { useLocation } from 'react-router'
import { openRenderer } from '../../../test/rendered.ts'

const { act, settle, show } = await openRenderer()
const { CurrentView } = await import('./view.ts')
const { useViewNavigate } = await import('./useViewNavigate.ts')
const { useUrlState } = await import('./useUrlState.ts')
const { addressOf, saveTabsFor, tabOf, visit } = await import('./tabs.ts')

const page = { path: '/class', title: ['班级', 'Class'] as const, subject: 'id' }
let isShown: boolean
interface Reached {
  address: string
  navigate: ReturnType<typeof useViewNavigate>
  change: (id: string) => void
}
let current: Reached
function Page({ onDraw }: { onDraw: (reached: Reached) => void }) {
  const { pathname, search } = useLocation()
  const [, change] = useUrlState()
  onDraw({
    address: pathname + search,
    navigate: useViewNavigate(),
    change: (view) => change({ view }, 'push'),
  })
  return null
}
const onDraw = (reached: Reached) => {
  current = reached
}
async function open(shown: boolean) {
  isShown = shown
  saveTabsFor('nobody')
  saveTabsFor('me')
  visit(tabOf(page))
  const view = { key: '/class', subject: 'id', isShown: () => isShown }
  await show(createElement(CurrentView, { value: view }, createElement(Page, { onDraw })), { at: '/class' })
}
const after = async (run: () => void) => {
  await act(async () => run())
  await settle()
  return current.address
}

test('a view that is shown leads on', async () => {
  await open(true)
  assert.equal(await after(() => current.navigate('/class?id=7', { replace: true })), '/class?id=7')
  assert.equal(await after(() => current.change('v1')), '/class?id=7&view=v1')
  assert.equal(await after(() => current.navigate('/list')), '/list')
})

test('a late answer in a hidden view leads nobody elsewhere; what it created is in its tab', async () => {
  await open(true)
  isShown = false
  assert.equal(await after(() => current.navigate('/list', { replace: true })), '/class')
  assert.equal(await after(() => current.navigate('/class?id=6')), '/class')
  assert.equal(addressOf('/class'), '/class')
  assert.equal(await after(() => current.change('v1')), '/class')
  assert.equal(addressOf('/class'), '/class?view=v1')
  assert.equal(await after(() => current.navigate('/class?id=7', { replace: true })), '/class')
  assert.equal(addressOf('/class?id=7'), '/class?id=7')
})
