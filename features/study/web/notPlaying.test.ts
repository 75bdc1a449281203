import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { Lease } from './useLease.ts'

const { show, screen } = await openRenderer()
const { NotPlaying } = await import('./NotPlaying.tsx')

test('where a class cannot be studied now, the telephone number of the service desk is shown', async () => {
  const lease = { phase: 'closed', error: null, busy: false, putBack: null, reopen() {} } as unknown as Lease
  await show(createElement(NotPlaying, { lease, mayTakeOver: false, failures: 0 }), {
    answers: { '/login/get-system-config.action': { settings: {}, info: { phone: '0500-8600 1200' } } },
  })
  assert.match(document.body.textContent, /现在不能学习.*如有疑问，请联系所在单位或客服 0500-8600 1200/)
  assert.ok(screen.getByRole('link', { name: '0500-8600 1200' }))
})
