import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { encodeCredential } from '../rules.ts'

openWindow()
const { clear, draw, press, screen, settle, type } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { CallRefused } = await import('../../../web/client.ts')
const { ProofForm } = await import('./ProofForm.tsx')
afterEach(clear)

const focused = () => document.activeElement?.getAttribute('name')

test('a missing value is reported under its field, and the first has the focus', async () => {
  let proofs = 0
  await draw(createElement(ProofForm, { submit: '登录', onProve: async () => void proofs++ }), {})
  await press('登录')
  assert.deepEqual([proofs, focused(), screen.getAllByText('必须填写').length], [0, 'account', 2])
})

test('a proof is encoded, and made once at a time', async () => {
  const given: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const onProve = (...args: unknown[]) => (given.push(args), promise)
  await draw(createElement(ProofForm, { submit: '登录', start: ' wang ', onProve }), {})
  await type('密码', 'Demo2026a')
  await press('登录')
  assert.ok(screen.getByRole<HTMLButtonElement>('button', { name: '登录' }).disabled)
  const proof = { account: encodeCredential('wang'), password: encodeCredential('Demo2026a') }
  assert.deepEqual(given, [[proof, 'wang']])
  await act(async () => resolve())
})

test('a refusal is under the field it names, or under the password', async () => {
  const answers = [{ field: 'account' }, {}]
  const onProve = () =>
    Promise.reject(new CallRefused({ respCode: 422, respDesc: '不行', ...answers.shift() }))
  await draw(createElement(ProofForm, { submit: '绑定', start: 'wang', onProve }), {})
  await type('密码', 'Demo2026a')
  for (const field of ['account', 'password']) {
    await act(async () => fireEvent.submit(document.forms[0]!))
    await settle()
    assert.equal(focused(), field)
  }
})

test('a signed-in user proves with the password only', async () => {
  await draw(createElement(ProofForm, { submit: '绑定', showsAccount: false, onProve: async () => {} }), {})
  assert.equal(screen.queryAllByLabelText('账号或手机号').length, 0)
})
