import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type ComponentProps, createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import { resourceCategoryCalls } from '../../../features/resource/category/contract.ts'

openWindow()
// Below 992 px, where it is folded away at first.
const narrow = (query: string) => ({
  matches: query === '(max-width: 991px)',
  addEventListener() {},
  removeEventListener() {},
})
Object.assign(globalThis, { matchMedia: narrow })
const { clear, draw, press, screen, sent, settle } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { Folders } = await import('../../../features/category/web/Folders.tsx')
const { UndoBar } = await import('../frame/UndoBar.tsx')
const { currentNotices, dismiss } = await import('../../notice.ts')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const folder = (id: string, parentId: string | null, children: object[] = []) => ({
  id,
  parentId,
  name: id,
  sort: 1,
  members: 2,
  children,
})
const answered = {
  'category/save': { id: 'a1' },
  'find-tree': [folder('a', null, [folder('a1', 'a')]), folder('b', null)],
  'category/drag': null,
}
const calls = { ...resourceCategoryCalls, tree: resourceCategoryCalls.findTree }
/** Draws the folders and unfolds them, as on a phone. */
async function show(mayChange: boolean, onChoose: (id: string | null) => void = () => {}) {
  const props: ComponentProps<typeof Folders> = { calls, chosen: null, onChoose, mayChange, children: null }
  await draw(createElement('div', null, createElement(Folders, props), createElement(UndoBar)), answered)
  await press('展开')
}

const key = async (name: string, more = {}) => {
  await act(async () => fireEvent.keyDown(screen.getByRole('tree'), { key: name, ...more }))
  await settle()
}
const menu = () => screen.queryAllByRole('menuitem').map((item) => item.textContent)
const choose = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name })))
  await settle()
}
const moves = () => sent.filter(({ path }) => path.includes('drag')).map(({ body }) => body)

test('arrows walk the rows, and the menu key opens what may be done to the one they are at', async () => {
  await show(true)
  await act(async () => screen.getByRole('tree').focus())
  await key('ArrowDown')
  await key('ArrowDown')
  await key('ContextMenu')
  assert.deepEqual(menu(), ['新建下级目录', '重命名', '上移', '下移', '移动到…', '删除'])
  await choose('上移')
  assert.deepEqual(moves(), [{ id: 'b', parentId: null, beforeId: 'a' }])
})

test('Shift and F10 do the same, and neither does anything for a reader who may change nothing', async () => {
  await show(true)
  await act(async () => screen.getByRole('tree').focus())
  await key('F10', { shiftKey: true })
  assert.equal(menu().length, 6)
  clear()
  await show(false)
  await act(async () => screen.getByRole('tree').focus())
  await key('ContextMenu')
  assert.deepEqual(menu(), [])
})

test('the dialog lets one choose a parent and moves the row to its end', async () => {
  await show(true)
  await press('“a1”的操作')
  await choose('移动到…')
  assert.ok(screen.getByRole('dialog', { name: '移动“a1”' }))
  await press(/^移\s?动$/)
  assert.deepEqual(moves(), [{ id: 'a1', parentId: 'a', beforeId: null }])
  assert.ok(!screen.queryByRole('dialog', { name: '移动“a1”' }))
})

test('a move is undone: by the menu before the sibling it had, by the dialog below the parent it had', async () => {
  await show(true)
  await press('“a”的操作')
  await choose('下移')
  assert.ok(screen.getByText('已移动“a”'))
  await press('撤销')
  const down = { id: 'a', parentId: null, beforeId: null }
  assert.deepEqual(moves(), [down, { ...down, beforeId: 'b' }])
  await press('“a1”的操作')
  await choose('移动到…')
  await press(/^移\s?动$/)
  await press('撤销')
  assert.deepEqual(moves().at(-1), { id: 'a1', parentId: 'a', beforeId: null })
})

test('a refused move stays in the dialog with the reason at the parent; one of the menu is a notice', async () => {
  const refusal = { respCode: 409, respDesc: '不能移到这里', attribute: null, field: 'parentId' }
  const props = { calls, chosen: null, onChoose() {}, mayChange: true, children: null }
  await draw(createElement(Folders, props), { ...answered, 'category/drag': refusal })
  await press('展开')
  await press('“a1”的操作')
  await choose('移动到…')
  await press(/^移\s?动$/)
  assert.ok(screen.getByRole('dialog', { name: '移动“a1”' }))
  await until(async () => (await settle(), document.getElementById('tree-move_parentId_help') !== null))
  assert.equal(document.getElementById('tree-move_parentId_help')!.textContent, '不能移到这里')
  assert.deepEqual(currentNotices(), [])
  clear()
  await draw(createElement(Folders, props), { ...answered, 'category/drag': refusal })
  await press('展开')
  await press('“b”的操作')
  await choose('上移')
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['不能移到这里'],
  )
})

test('a tree that did not load says why, with its reference, and a way to try again', async () => {
  const props = { calls, chosen: null, onChoose() {}, mayChange: true, children: null }
  const failure = { respCode: -1, respDesc: '系统出了点问题', attribute: null, traceId: 't1' }
  await draw(createElement(Folders, props), { 'find-tree': failure })
  await press('展开')
  assert.ok(screen.getByText(/t1/))
  await press('重试')
  assert.equal(sent.length, 2)
})

test('a row is chosen with all of its name shown, and all of them with one button', async () => {
  const chosen: (string | null)[] = []
  await show(false, (id) => chosen.push(id))
  await act(async () => fireEvent.click(screen.getByTitle('a1')))
  await press('展开')
  await press('全部')
  assert.deepEqual(chosen, ['a1', null])
})

const names = () => sent.filter(({ path }) => path.includes('save')).map(({ body }) => body)
const newName = () => screen.getByLabelText<HTMLInputElement>('“a”的新名称')
const typeName = async (value: string, key: string) => {
  await act(async () => fireEvent.change(newName(), { target: { value } }))
  await act(async () => fireEvent.keyDown(newName(), { key }))
  await settle()
}

test('a row is renamed in its place by F2 or its menu, and the old name can be given back', async () => {
  await show(true)
  await act(async () => screen.getByRole('tree').focus())
  await key('F2')
  await typeName('没有', 'Escape')
  assert.equal(screen.queryAllByLabelText('“a”的新名称').length, 0)
  assert.ok(screen.getByTitle('a'))
  assert.ok(document.activeElement === screen.getByRole('tree'))
  await press('“a”的操作')
  await choose('重命名')
  await typeName(' 安全 ', 'Enter')
  assert.deepEqual(names(), [{ id: 'a', name: '安全' }])
  assert.equal(screen.queryAllByLabelText('“a”的新名称').length, 0)
  await press('撤销')
  assert.deepEqual(names()[1], { id: 'a', name: 'a' })
})

test('a name that is refused stays where it is typed, with the reason', async () => {
  const refusal = { respCode: 409, respDesc: '同名目录已有', attribute: null, field: 'name' }
  const props = { calls, chosen: null, onChoose() {}, mayChange: true, children: null }
  await draw(createElement(Folders, props), { ...answered, 'category/save': refusal })
  await press('展开')
  await act(async () => screen.getByRole('tree').focus())
  await key('F2')
  await typeName('安全', 'Enter')
  assert.equal(newName().value, '安全')
  assert.equal(screen.getByRole('alert').textContent, '同名目录已有')
})

test('a renaming ends when it is left with nothing to save; keys of an input method are its own', async () => {
  await show(true)
  await act(async () => screen.getByRole('tree').focus())
  await key('F2')
  await act(async () => fireEvent.keyDown(newName(), { key: 'Escape', isComposing: true }))
  await act(async () => fireEvent.change(newName(), { target: { value: ' ' } }))
  await act(async () => fireEvent.blur(newName()))
  assert.equal(screen.queryAllByLabelText('“a”的新名称').length, 0)
  assert.ok(screen.getByTitle('a'))
  assert.deepEqual(names(), [])
})

test('below 992 px a choice folds it away, and the keyboard is at the button that unfolds it', async () => {
  let chosen: string | null = null
  await show(false, (id) => (chosen = id))
  await act(async () => fireEvent.click(screen.getByRole('treeitem', { name: /^b/ })))
  assert.equal(chosen, 'b')
  const toggle = screen.getByRole('button', { name: '展开' })
  assert.equal(toggle.getAttribute('aria-expanded'), 'false')
  assert.equal(document.activeElement === toggle, true)
})
