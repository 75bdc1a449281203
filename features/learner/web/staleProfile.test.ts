import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import type { StaleChange } from '../../../contract/call.ts'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { act, cleanup, fireEvent, render, screen } = await import('@testing-library/react')
const { MemoryRouter } = await import('react-router')
const { changeLocale } = await import('../../../web/words.ts')
const { default: ProfileDrawer } = await import('./ProfileDrawer.tsx')

const accountId = '0190a000-0000-7000-8000-000000000001'
const first = {
  version: 4,
  mobileMask: '135****9999',
  profile: { workPlace: '检验科', schoolName: '江南大学' },
}
/** The profile after somebody else's edit. */
const latest = { ...first, version: 5, profile: { ...first.profile, workPlace: '质控科' } }
const change: StaleChange = {
  field: 'workPlace',
  label: '工作部门',
  before: '检验科',
  after: '质控科',
  by: '老周',
  at: '2023-11-22T02:32:00.000Z',
}

let cache: InstanceType<typeof QueryClient>
let sent: Record<string, unknown>[]
let reads: number
const reply = (envelope: object) =>
  new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: null, ...envelope }))

beforeEach(() => {
  sent = []
  reads = 0
  changeLocale('zh-CN')
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  mock.method(globalThis, 'fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes('dictionary')) return reply({ attribute: [] })
    if (url.includes('detail')) return reply({ attribute: reads++ === 0 ? first : latest })
    const input = JSON.parse(body as string) as { version: number }
    sent.push(input)
    if (input.version < latest.version) return reply({ respCode: 409, respDesc: '已被修改', stale: [change] })
    return reply({ attribute: { version: input.version + 1 } })
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

/** Until nothing is asked any more and what was answered is drawn: the cache notifies by timers of no delay. */
async function settle() {
  for (let quiet = 0; quiet < 3; quiet = cache.isFetching() + cache.isMutating() > 0 ? 0 : quiet + 1)
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
}
async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}

test('a stale profile says who changed what, and saves what was typed over the latest values alone', async () => {
  const drawer = createElement(ProfileDrawer, { learner: { accountId, name: '张小明' }, onClose() {} })
  const within = createElement(QueryClientProvider, { client: cache }, drawer)
  render(createElement(MemoryRouter, null, within))
  await settle()
  await act(async () =>
    fireEvent.change(screen.getByLabelText('毕业院校'), { target: { value: '海滨大学' } }),
  )
  await press('保存')
  assert.match(screen.getByText(/老周/).textContent, /修改了工作部门：检验科 → 质控科/)
  await press('载入最新内容，保留我填写的')
  assert.equal(screen.getByLabelText<HTMLInputElement>('工作部门').value, '质控科')
  await press('保存')
  assert.deepEqual(sent, [
    { accountId, version: 4, schoolName: '海滨大学' },
    { accountId, version: 5, schoolName: '海滨大学' },
  ])
})
