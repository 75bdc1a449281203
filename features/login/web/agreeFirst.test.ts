import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { projectCalls } from '../../project/contract.ts'
import { registerCalls } from '../register/contract.ts'

const { show, screen, sent, settle, act, fireEvent } = await openRenderer()
const { AgreeFirst } = await import('./AgreeFirst.tsx')

test('the new agreement is read and accepted by the version that was read', async () => {
  await show(createElement(AgreeFirst), {
    answers: { [projectCalls.getAgreement.path]: { version: 4, content: '<p>第四版</p>' } },
  })
  assert.ok(document.activeElement === screen.getByRole('heading', { level: 1, name: '用户协议已更新' }))
  assert.ok(screen.getByRole('region', { name: '用户协议第 4 版' }).textContent!.includes('第四版'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '同意并继续' })))
  await settle()
  const accepted = sent.filter(({ path }) => path === registerCalls.acceptAgreement.path)
  assert.deepEqual(
    accepted.map(({ input }) => input),
    [{ version: 4 }],
  )
  assert.ok(screen.getByRole('button', { name: '退出登录' }))
})

test('it is said in English too', async () => {
  await show(createElement(AgreeFirst), {
    locale: 'en',
    answers: { [projectCalls.getAgreement.path]: { version: 4, content: '<p>Four</p>' } },
  })
  assert.ok(screen.getByRole('button', { name: 'Accept and continue' }))
})
