import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { UnitTree } = await import('./UnitTree.tsx')
const { UndoBar } = await import('../../../web/shell/frame/UndoBar.tsx')
const { currentNotices, dismiss } = await import('../../../web/notice.ts')
const { forgetUndo } = await import('../../../web/shell/view/undo.ts')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  forgetUndo()
  clear()
})

const unit = (id: string, parentId: string | null, below = 0) => ({
  id,
  parentId,
  name: id,
  status: 'active',
  below,
  matches: parentId !== null,
})
/** Draws a group with two hospitals, of which the first has two wards. */
async function show() {
  const props = { chosen: '内科', onChoose() {}, onAdd() {}, isProvider: true, children: null }
  const tree = createElement(UnitTree, props)
  const list = [
    unit('集团', null, 2),
    unit('一院', '集团', 2),
    unit('二院', '集团'),
    unit('内科', '一院'),
    unit('外科', '一院'),
  ]
  await draw(createElement('div', null, tree, createElement(UndoBar)), {
    'find-unit-base-tree': { list, more: false },
    'find-unit-base.action': [],
    'drag-unit': null,
  })
}
const moves = () => sent.filter(({ path }) => path.includes('drag-unit')).map(({ body }) => body)
const choose = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name })))
  await settle()
}

test('a unit that was moved goes back before the sibling it had', async () => {
  await show()
  await press('“一院”的操作')
  await choose('下移')
  const down = { unitId: '一院', parentId: '集团', beforeId: null }
  assert.deepEqual(moves(), [down])
  await press('撤销')
  assert.deepEqual(moves(), [down, { ...down, beforeId: '二院' }])
})

test('a unit that was dragged into another goes back to its own parent', async () => {
  await show()
  const drag = (event: 'dragStart' | 'drop', name: string) =>
    act(async () => fireEvent[event](screen.getByTitle(name), { dataTransfer: {} }))
  await drag('dragStart', '二院')
  await drag('drop', '一院')
  await settle()
  const into = { unitId: '二院', parentId: '一院', beforeId: '内科' }
  assert.deepEqual(moves(), [into])
  await press('撤销')
  assert.deepEqual(moves(), [into, { unitId: '二院', parentId: '集团', beforeId: null }])
})

test('what a search found moves without an offer to undo it: its siblings are not known', async () => {
  await show()
  await type(/查找单位/, '院')
  await until(async () => (await settle(), sent.some(({ body }) => body.keyword === '院')))
  await press('“二院”的操作')
  await choose('移动到…')
  await press(/^移\s?动$/)
  await until(async () => (await settle(), moves().length === 1))
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['已移动“二院”'],
  )
  assert.ok(!screen.queryByRole('button', { name: '撤销' }))
})
