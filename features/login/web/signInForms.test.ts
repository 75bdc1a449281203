import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { cleanup, render, screen, waitFor } = await import('@testing-library/react')
const { PasswordForm } = await import('../../session/web/PasswordForm.tsx')
const { MobileForm } = await import('./MobileForm.tsx')
afterEach(() => {
  cleanup()
  mock.restoreAll()
})

test('nobody signs in before it is known what the form asks for', async () => {
  for (const [form, submit, field] of [
    [PasswordForm, '登录', '身份'],
    [MobileForm, '登录', '同意'],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    mock.method(globalThis, 'fetch', () => promise)
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const page = createElement(form, { onToken: () => {} })
    const inside = createElement(QueryClientProvider, { client }, page)
    render(createElement(MemoryRouter, null, inside))
    const button = screen.getByRole<HTMLButtonElement>('button', { name: submit })
    assert.ok(button.disabled)
    const settings = { singleRole: true, loginAsRegister: true }
    resolve(
      new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: { captcha: false, settings } })),
    )
    await waitFor(() => assert.ok(!button.disabled))
    assert.ok(document.body.textContent.includes(field), field)
    cleanup()
    mock.restoreAll()
  }
})
