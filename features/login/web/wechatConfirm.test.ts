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
const { default: WechatConfirmPage } = await import('./WechatConfirmPage.tsx')
afterEach(() => {
  cleanup()
  mock.restoreAll()
})

const envelope = (attribute: unknown, respCode = 200, respDesc = '') =>
  new Response(JSON.stringify({ respCode, respDesc, attribute }))
const request = {
  purpose: 'bind',
  portal: '江海',
  userName: '方芳',
  loginName: 'fang',
  browser: 'Chrome',
  system: '',
  place: '127.0.0.*',
  at: '2023-11-23T00:00:00Z',
}

/** Opens the link on the phone; what is asked and what an answer comes to, in this order. */
function open(asked: (() => Response)[], answered: (() => Response | Promise<Response>)[]) {
  location.hash = `#${'s'.repeat(43)}`
  const sent: unknown[] = []
  mock.method(globalThis, 'fetch', async (url: string, options: { body: string }) => {
    if (url.includes('get-sign-in-request')) return (asked.length > 1 ? asked.shift() : asked[0])!()
    sent.push(JSON.parse(options.body).agree)
    return answered.shift()!()
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = createElement(QueryClientProvider, { client }, createElement(WechatConfirmPage))
  render(createElement(MemoryRouter, null, page))
  return sent
}
const noLine = () => {
  throw new TypeError('Failed to fetch')
}
const yes = () => screen.findByRole<HTMLButtonElement>('button', { name: '绑定' })
const no = () => screen.findByRole<HTMLButtonElement>('button', { name: '取消，不是我' })

test('the account to link is named, and a line that is down while answering ends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const sent = open([() => envelope(request)], [noLine, () => promise])
  await screen.findByText('方芳 (fang)')
  fireEvent.click(await yes())
  await screen.findByRole('alert')
  assert.equal((await yes()).disabled, false)
  fireEvent.click(await no())
  await waitFor(async () => assert.ok((await yes()).disabled && (await no()).disabled))
  resolve(envelope(null))
  await screen.findByText('已取消')
  assert.deepEqual(sent, [true, false])
})

test('a request that was answered or is over cannot be answered', async () => {
  open([() => envelope(request)], [() => envelope(null, 409, '已过期或已处理')])
  fireEvent.click(await yes())
  await screen.findByRole('heading', { name: '不能继续' })
  assert.ok(screen.getByText('已过期或已处理'))
  assert.ok(!screen.queryByRole('button'))
})

test('a request that could not be read is asked for again', async () => {
  open([noLine, () => envelope(request)], [])
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await yes()
})

test('there is no yes before the web page has named an account, and a no at any time', async () => {
  open([() => envelope({ ...request, userName: null, loginName: null })], [() => envelope(null)])
  await screen.findByText(/先在网页上输入账号和密码/)
  assert.ok(!screen.queryByRole('button', { name: '绑定' }))
  fireEvent.click(await no())
  await screen.findByText('已取消')
})
