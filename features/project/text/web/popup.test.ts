import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import { clearToken, saveToken } from '../../../../web/token.ts'
import { textCalls } from '../contract.ts'

const { show, screen, sent, settle, act, fireEvent } = await openRenderer()
// A window without layout has no dialogs that open.
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { Popup } = await import('./Popup.tsx')
beforeEach(() => localStorage.clear())

const text = { version: 2, title: '停机通知', content: '<p>周六</p>' }
const open = (reader: string | null) =>
  show(createElement(Popup, { reader }), { answers: { [textCalls.findShownPopup.path]: text } })
const seen = () => sent.filter(({ path }) => path === textCalls.seePopup.path).map(({ input }) => input)
const press = async () => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '知道了', hidden: true })))
  await settle()
}
const isOpen = () => screen.queryByText('周六') !== null

test('a learner who closes the popup tells the server which version', async () => {
  saveToken('T')
  await open('a1')
  assert.ok(isOpen())
  await press()
  assert.deepEqual([isOpen(), seen()], [false, [{ version: 2 }]])
  clearToken()
})

test('a visitor’s device remembers it, by Escape too, and shows the next version', async () => {
  await open(null)
  await act(async () =>
    fireEvent(document.querySelector('dialog')!, new document.defaultView!.Event('close')),
  )
  assert.deepEqual([isOpen(), seen()], [false, []])
  await open(null)
  assert.equal(isOpen(), false)
  await show(createElement(Popup, { reader: null }), {
    answers: { [textCalls.findShownPopup.path]: { ...text, version: 3 } },
  })
  assert.ok(isOpen())
})

test('it is a dialog with its title for a name, and nothing where there is none', async () => {
  await open(null)
  const dialog = document.querySelector('dialog')!
  assert.equal(document.getElementById(dialog.getAttribute('aria-labelledby')!)!.textContent, '停机通知')
  const none = await show(createElement(Popup, { reader: null }), {})
  assert.equal(none.textContent, '')
})
