import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { logError } = await import('../../errorLog.ts')
const { ErrorLogDialog } = await import('./ErrorLogDialog.tsx')

test('an error says how long ago it was', async () => {
  const now = Date.now()
  mock.method(Date, 'now', () => now - 3 * 3600_000)
  logError({ kind: 'page', text: '坏了', place: '/my' })
  mock.restoreAll()
  await show(createElement(ErrorLogDialog, { onClose() {} }))
  assert.ok(screen.getByText('3 小时前'))
})
