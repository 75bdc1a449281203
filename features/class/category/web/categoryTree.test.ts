import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { CategoryTree } = await import('./CategoryTree.tsx')
const { UndoBar } = await import('../../../../web/shell/frame/UndoBar.tsx')
afterEach(clear)

const category = (id: string, parentId: string | null, children: object[] = []) => ({
  id,
  parentId,
  name: id,
  classType: 'public',
  kind: 'base',
  sort: 1,
  members: 0,
  children,
})

test('a category that was moved goes back before the sibling it had, at the top of its class type or below', async () => {
  const props = { choice: {}, onChoose() {}, children: null }
  const tree = createElement(CategoryTree, props)
  await draw(
    createElement('div', null, tree, createElement(UndoBar)),
    {
      'find-class-category-tree': [
        category('法律', null, [category('宪法', '法律'), category('民法', '法律')]),
        category('数字', null),
      ],
      'drag-class-category': null,
    },
    { menus: ['/train-manage/class'] },
  )
  const moves = () => sent.filter((each) => each.path.includes('drag')).map(({ body }) => body)
  const moveDown = async (name: string) => {
    await press(`“${name}”的操作`)
    await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: '下移' })))
    await settle()
  }
  await moveDown('法律')
  await press('撤销')
  const top = { id: '法律', parentId: null }
  assert.deepEqual(moves(), [
    { ...top, beforeId: null },
    { ...top, beforeId: '数字' },
  ])
  await act(async () => fireEvent.click(screen.getByRole('treeitem', { name: /^▸?法律/ }).firstElementChild!))
  await moveDown('宪法')
  await press('撤销')
  const below = { id: '宪法', parentId: '法律' }
  assert.deepEqual(moves().slice(2), [
    { ...below, beforeId: null },
    { ...below, beforeId: '民法' },
  ])
})
