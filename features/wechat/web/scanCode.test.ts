import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { ScanCode } = await import('./ScanCode.tsx')

const agent = navigator.userAgent
afterEach(() => Object.assign(navigator, { userAgent: agent }))

const visit = {
  scene: 'S',
  kind: 'official',
  kinds: ['official'],
  codeUrl: 'weixin://q',
  authorizeUrl: null,
  seconds: 300,
}
const answers = { '/base/wechat-app/get-qr-code.action': visit }
const showCode = (purpose: 'login' | 'bind') =>
  show(createElement(ScanCode, { purpose, onOutcome() {} }), { answers, at: '/login' })

test('a phone gets the address to open in WeChat instead of a code on its own screen', async () => {
  Object.assign(navigator, { userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' })
  const copied: string[] = []
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => copied.push(text) } })
  await showCode('login')
  assert.ok(!screen.queryByText('用微信扫一扫'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '复制网址' })))
  assert.deepEqual(copied, [`${location.href}?way=wechat`])
  fireEvent.click(screen.getByRole('button', { name: '用另一台手机扫码' }))
  screen.getByText('用微信扫一扫')
})

test('a desk gets the code at once', async () => {
  await showCode('login')
  screen.getByText('用微信扫一扫')
  assert.ok(!screen.queryByRole('button', { name: '复制网址' }))
})
