import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { cleanup, fireEvent, render, screen, waitFor } = await import('@testing-library/react')
const { OfferedToken } = await import('./OfferedToken.tsx')
const { readOffer, readToken, takeHandedToken } = await import('../../../web/token.ts')
afterEach(() => {
  cleanup()
  mock.restoreAll()
  localStorage.clear()
})

const envelope = (attribute: unknown, respCode = 200) =>
  new Response(JSON.stringify({ respCode, respDesc: '', attribute }))
/** Follows a link with a token; the answers about its owner come in this order. */
function follow(answers: (() => Response)[]) {
  const asked: string[] = []
  mock.method(globalThis, 'fetch', async (url: string) => {
    asked.push(url)
    if (url.includes('check-login')) return answers.shift()!()
    return envelope({ projectTitle: '江海市继续教育', settings: {} })
  })
  takeHandedToken('theirs')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = createElement(OfferedToken, { token: 'theirs', signedIn: null })
  const inside = createElement(QueryClientProvider, { client }, page)
  render(createElement(MemoryRouter, null, inside))
  return asked
}
const owner = () => envelope({ loggedIn: true, userName: '方芳', roleName: '学员' })
const noLine = () => {
  throw new TypeError('Failed to fetch')
}

test('a token offered while the line is down is asked about again, not dropped', async () => {
  follow([noLine, owner])
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  fireEvent.click(await screen.findByRole('button', { name: '不登录' }))
  assert.deepEqual([readOffer(), readToken()], [null, null])
})

test('only a yes signs in with an offered token, and what opens nothing leads on as itself', async () => {
  follow([owner])
  await screen.findByText(/方芳/)
  await screen.findByText('江海市继续教育')
  assert.deepEqual([readOffer(), readToken()], ['theirs', null])
  fireEvent.click(screen.getByRole('button', { name: '是我的账号，登录' }))
  await waitFor(() => assert.deepEqual([readOffer(), readToken()], [null, 'theirs']))
  cleanup()
  localStorage.clear()
  follow([() => envelope({ loggedIn: false })])
  await waitFor(() => assert.deepEqual([readOffer(), readToken()], [null, 'theirs']))
})
