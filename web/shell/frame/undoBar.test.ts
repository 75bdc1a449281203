import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen } = await openOffice()
const { UndoBar } = await import('./UndoBar.tsx')
const { offerUndo, undoTime } = await import('../view/undo.ts')
const { CallRefused } = await import('../../client.ts')
const { currentNotices } = await import('../../notice.ts')
afterEach(() => {
  mock.timers.reset()
  clear()
})

const offer = (text: string, undo: () => Promise<boolean>) => act(async () => offerUndo(text, undo))
const pass = (time: number) => act(async () => mock.timers.tick(time))

test('what was done is undone by one press, and the bar goes', async () => {
  await draw(createElement(UndoBar), {})
  let undone = 0
  await offer('已下架 3 个班级', async () => Boolean(++undone))
  assert.match(screen.getByRole('status').textContent!, /已下架 3 个班级/)
  await press('撤销')
  assert.equal(undone, 1)
  assert.ok(!screen.queryByText('已下架 3 个班级'))
  assert.equal(currentNotices().at(-1)!.text, '已撤销')
})

test('a refusal of the undoing is shown and is not called undone', async () => {
  await draw(createElement(UndoBar), {})
  await offer('已停用', async () => {
    throw new CallRefused({ respCode: 409, respDesc: '已被别人启用', attribute: null } as never)
  })
  await press('撤销')
  assert.equal(currentNotices().at(-1)!.text, '已被别人启用')
})

test('the key undoes it, unless it is pressed in a field, and who is in it or points at it holds it', async () => {
  await draw(createElement('div', null, createElement('input'), createElement(UndoBar)), {})
  let undone = 0
  await offer('已下架', async () => Boolean(++undone))
  const field = screen.getByRole('textbox')
  await act(async () => fireEvent.keyDown(field, { key: 'z', ctrlKey: true }))
  assert.equal(undone, 0, 'what was typed is undone there')
  await act(async () => fireEvent.keyDown(document.body, { key: 'z', metaKey: true }))
  await act(async () => {})
  assert.deepEqual([undone, screen.queryByText('已下架')], [1, null])
  mock.timers.enable({ apis: ['setTimeout'] })
  await offer('已停用', async () => true)
  const bar = screen.getByText('已停用').parentElement!
  await act(async () => fireEvent.pointerEnter(bar))
  await act(async () => screen.getByRole('button', { name: '撤销' }).focus())
  await act(async () => fireEvent.pointerLeave(bar))
  await pass(undoTime * 2)
  assert.ok(screen.getByText('已停用'))
})

test('it stays ten seconds, longer while it is pointed at, and gives way to the next', async () => {
  await draw(createElement(UndoBar), {})
  mock.timers.enable({ apis: ['setTimeout'] })
  await offer('第一件', async () => true)
  await pass(undoTime - 1)
  assert.ok(screen.getByText('第一件'))
  await act(async () => fireEvent.pointerEnter(screen.getByText('第一件').parentElement!))
  await pass(undoTime * 3)
  assert.ok(screen.getByText('第一件'))
  await offer('第二件', async () => true)
  assert.ok(!screen.queryByText('第一件'))
  await pass(undoTime + 1)
  assert.ok(!screen.queryByText('第二件'))
})

test('an offer ends with its session and with the bar', async () => {
  const { clearToken, saveToken } = await import('../../token.ts')
  saveToken('a.b.c')
  await draw(createElement(UndoBar), {})
  await offer('已停用张三', async () => true)
  await act(async () => clearToken())
  assert.ok(!screen.queryByText('已停用张三'))
  await offer('已停用李四', async () => true)
  clear()
  await draw(createElement(UndoBar), {})
  assert.ok(!screen.queryByText('已停用李四'))
})

test('after an undo by the keyboard the focus is back where it came from', async () => {
  await draw(createElement('div', null, createElement('button', null, '停用'), createElement(UndoBar)), {})
  const opener = screen.getByRole('button', { name: '停用' })
  opener.focus()
  await offer('已停用', async () => true)
  await act(async () => screen.getByRole('button', { name: '撤销' }).focus())
  await press('撤销')
  assert.ok(document.activeElement === opener)
})

test('where what had the focus takes it no longer, it is in the main part after an undo', async () => {
  const main = createElement('main', { tabIndex: -1 }, createElement('button', null, '上移'))
  await draw(createElement('div', null, main, createElement(UndoBar)), {})
  const opener = screen.getByRole<HTMLButtonElement>('button', { name: '上移' })
  opener.focus()
  await offer('已移动', async () => true)
  await act(async () => screen.getByRole('button', { name: '撤销' }).focus())
  opener.disabled = true
  await press('撤销')
  assert.ok(document.activeElement === screen.getByRole('main'))
})
