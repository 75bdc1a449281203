import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { Activity, type ActivityProps, createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, draw, clear, fireEvent, press, screen, settle } = await openOffice()
const { ImportUpload } = await import('./ImportUpload.tsx')
const { clearToken, saveToken } = await import('../../../web/token.ts')
afterEach(clear)

/** The wizard's upload in a tab that can be hidden. */
function InTab() {
  const [isShown, setShown] = useState(true)
  return createElement(
    'div',
    null,
    createElement('button', { type: 'button', onClick: () => setShown(!isShown) }, '标签'),
    createElement(
      Activity,
      { mode: isShown ? 'visible' : 'hidden' } as ActivityProps,
      createElement(ImportUpload, { kind: 'roster', params: { value: {} } }),
    ),
  )
}

async function choose(name: string): Promise<AbortSignal> {
  await draw(createElement(InTab), { 'find-list': [], 'get-template': { columns: [] } })
  let asked: AbortSignal | undefined
  const answer = globalThis.fetch
  mock.method(globalThis, 'fetch', (path: string, init: RequestInit) => {
    if (!path.includes('upload-token')) return answer(path, init)
    asked = init.signal!
    return new Promise((_, reject) => asked!.addEventListener('abort', () => reject(asked!.reason)))
  })
  const field = document.querySelector('input[type=file]')!
  const file = new File(['x'], name, { type: 'application/zip' })
  await act(async () => fireEvent.change(field, { target: { files: [file] } }))
  await settle()
  assert.ok(asked, 'the upload was not announced')
  return asked
}

test('a sheet goes on while its tab is hidden, and is seen when it is shown again', async () => {
  saveToken('a.b.c')
  const signal = await choose('名单.xlsx')
  assert.ok(screen.getByText('正在上传 名单.xlsx'))
  await press('标签')
  assert.equal(signal.aborted, false)
  await press('标签')
  await press('停止上传')
  assert.equal(signal.aborted, true)
  assert.ok(!screen.queryByText('正在上传 名单.xlsx'))
})

test('a sheet is not sent on after its sender has signed out', async () => {
  saveToken('a.b.c')
  const signal = await choose('名单.xlsx')
  await act(async () => clearToken())
  assert.equal(signal.aborted, true)
  assert.ok(!screen.queryByText('正在上传 名单.xlsx'))
})
