import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../test/office.ts'
import { openWindow } from '../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen } = await openOffice()
const { UndoBar } = await import('./UndoBar.tsx')
const { offerUndo, undoTime } = await import('./undo.ts')
const { CallRefused } = await import('../client.ts')
const { currentNotices } = await import('../notice.ts')
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
  assert.equal(screen.queryByText('已下架 3 个班级'), null)
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
  assert.equal(screen.queryByText('第一件'), null)
  await pass(undoTime + 1)
  assert.equal(screen.queryByText('第二件'), null)
})
