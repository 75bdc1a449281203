import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../test/rendered.ts'

const { show, act } = await openRenderer()
const { currentNotices, dismiss, notify } = await import('../notice.ts')
const { Notices } = await import('./Notices.tsx')

test('without popovers a notice is in the dialog that is open, and stays when that closes', async () => {
  assert.ok(!('popover' in HTMLElement.prototype), 'this window has none')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  await show(createElement(Notices))
  dialog.showModal()
  await act(async () => notify('success', '已保存'))
  assert.match(dialog.textContent, /已保存/)
  await act(async () => {
    dialog.close()
    dialog.dispatchEvent(new window.Event('close'))
  })
  dialog.remove()
  assert.match(document.body.textContent, /已保存/)
  for (const { id } of currentNotices()) await act(async () => dismiss(id))
})
