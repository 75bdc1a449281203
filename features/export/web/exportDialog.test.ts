import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle, within } = await openOffice()
const { currentNotices } = await import('../../../web/notice.ts')
const { ExportButton } = await import('./ExportButton.tsx')
const { revealCalls } = await import('../../student/reveal/contract.ts')
const { manageExports } = await import('../../account/manage/contract.ts')
await import('./ExportDialog.tsx')
afterEach(clear)

test('a dialog whose export is refused stays and says why, once', async () => {
  const call = { ...manageExports.exportAccountList, numbers: ['mobile'] }
  await draw(
    createElement(ExportButton, { call, filter: {}, total: 3 } as never),
    {},
    { menus: [revealCalls.reveal.allow].flat() as string[] },
  )
  const refusal = JSON.stringify({ respCode: 429, respDesc: '导出太频繁', attribute: null })
  const headers = { 'content-type': 'application/json' }
  mock.method(globalThis, 'fetch', async () => new Response(refusal, { headers }))
  const before = currentNotices().length
  await press(/导\s*出/)
  assert.ok(await screen.findByRole('dialog'))
  const dialog = within(screen.getByRole('dialog'))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: '导出' })))
  await settle()
  assert.deepEqual(
    currentNotices()
      .slice(before)
      .map(({ text }) => text),
    ['导出太频繁'],
  )
  assert.ok(screen.getByRole('dialog'))
})
