import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { act, cleanup, renderHook, waitFor } = await import('@testing-library/react')
const { resetSession, useAccount, useAccountQuery, useChangeRole } = await import('./account.ts')
const { useSystemConfig } = await import('../../project/web/settings.ts')
const { clearToken, leaveBy, readToken, saveToken, whyEnded } = await import('../../../web/token.ts')

const chen = {
  accountId: 'a-1',
  userName: '陈管理',
  imagePath: '/media/image/chen.jpg',
  unitId: null,
  unitName: null,
  wholeProject: true,
  mustChangePassword: false,
  roleRP: {
    roleId: 'r1',
    roleName: '管理员',
    roleSystem: 1,
    menu: [
      {
        url: '/order-manage',
        childrenMenuRPs: [
          {
            url: '/order-manage/list',
            childrenMenuRPs: [{ url: '/order-manage/list#free', childrenMenuRPs: [] }],
          },
        ],
      },
    ],
  },
}
const finance = { ...chen, roleRP: { roleId: 'r1', roleName: '财务', roleSystem: 2, menu: [] } }

let cache: QueryClient
let requests: { path: string; body: unknown; token: string | null }[]
let answers: Record<string, unknown>
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: cache }, children)
/** Reads the account and whether it is known, and the ways to become another. */
const useAll = () => ({
  account: useAccount(),
  query: useAccountQuery(),
  changeRole: useChangeRole(),
})
const open = () => renderHook(useAll, { wrapper })

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } })
  requests = []
  answers = { 'get-account-info': { manageAccountInfo: chen } }
  localStorage.clear()
  sessionStorage.clear()
  clearToken()
  mock.method(globalThis, 'fetch', async (url: string, { headers, body }: RequestInit) => {
    const path = url.split('/').at(-1)!.split('.')[0]!
    const token = (headers as Record<string, string>).token ?? null
    requests.push({ path, body: body ? JSON.parse(String(body)) : null, token })
    const attribute = path === 'get-account-info' && token === null ? 401 : answers[path]
    return new Response(
      JSON.stringify(
        typeof attribute === 'number'
          ? { respCode: attribute, respDesc: 'no', attribute: null }
          : { respCode: 200, respDesc: 'success', attribute },
      ),
    )
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

test('a session begins without a token: there is no user and no request', async () => {
  const { result } = open()
  assert.equal(readToken(), null)
  assert.equal(document.cookie, '')
  assert.equal(result.current.account, null)
  await act(async () => {})
  assert.deepEqual(requests, [])
})

test('with a token, stored in a cookie and local storage, the user is the one of the account info', async () => {
  const { result } = open()
  act(() => saveToken('a token'))
  await waitFor(() => assert.ok(result.current.account))
  assert.deepEqual(requests, [{ path: 'get-account-info', body: null, token: 'a%20token' }])
  assert.equal(document.cookie, 'token=a%20token')
  assert.equal(localStorage.getItem('token'), 'a token')
  const { menus, ...account } = result.current.account!
  assert.deepEqual(account, {
    accountId: 'a-1',
    userName: '陈管理',
    imagePath: '/media/image/chen.jpg',
    introduction: '陈管理',
    unitId: null,
    unitName: null,
    wholeProject: true,
    mustChangePassword: false,
    roleId: 'r1',
    roleName: '管理员',
    roles: ['管理员'],
    roleSystem: 1,
    menu: chen.roleRP.menu,
    accountInfo: chen,
  })
  assert.deepEqual([...menus], ['/order-manage', '/order-manage/list', '/order-manage/list#free'])
})

test('a reset removes token, cookie, role, name, avatar, introduction, menu and kind', async () => {
  saveToken('token')
  const { result } = open()
  await waitFor(() => assert.ok(result.current.account))
  act(() => resetSession(cache))
  await waitFor(() => assert.equal(result.current.account, null))
  assert.equal(readToken(), null)
  assert.equal(document.cookie, '')
  assert.ok(
    !JSON.stringify(
      cache
        .getQueryCache()
        .getAll()
        .map((query) => query.state.data ?? null),
    ).includes('陈'),
  )
})

test('account info without the account, or without roles, requires signing in again, each with its own message', async () => {
  for (const [info, text] of [
    [{}, /^请重新登录$/],
    [{ manageAccountInfo: null }, /^请重新登录$/],
    [{ manageAccountInfo: { ...chen, roleRP: null } }, /^getInfo: roles must be a non-null array!$/],
    [{ manageAccountInfo: { ...chen, roleRP: { ...chen.roleRP, roleName: '' } } }, /non-null array/],
  ] as const) {
    answers['get-account-info'] = info
    cache.clear()
    saveToken('token')
    const { result, unmount } = open()
    await waitFor(() => assert.ok(result.current.query.error))
    assert.match(result.current.query.error!.message, text)
    assert.equal(result.current.query.error!.respCode, 401)
    assert.equal(result.current.account, null)
    unmount()
  }
})

test('why the server ended a session can be read until the next sign-in, and not by who left', async () => {
  const { send } = await import('../../../web/client.ts')
  const { currentNotices, dismiss } = await import('../../../web/notice.ts')
  const { sessionCalls } = await import('../contract.ts')
  saveToken('token')
  answers['check-login'] = 401
  await assert.rejects(send(sessionCalls.checkLogin, {}))
  assert.deepEqual([readToken(), whyEnded()], [null, 'no'])
  saveToken('another')
  assert.equal(whyEnded(), null)
  await assert.rejects(send(sessionCalls.checkLogin, {}))
  leaveBy('/login')
  assert.equal(whyEnded(), null)
  for (const { id } of currentNotices()) dismiss(id)
})

test('a server that starts again is waited for; a refused user is requested once', async () => {
  let down = 3
  const up = globalThis.fetch
  mock.method(globalThis, 'fetch', (...request: Parameters<typeof fetch>) =>
    down-- > 0 ? Promise.reject(new TypeError('no line')) : up(...request),
  )
  saveToken('token')
  const first = open()
  await waitFor(() => assert.equal(first.result.current.account?.userName, '陈管理'))
  first.unmount()
  cache.clear()
  requests = []
  answers['get-account-info'] = 401
  const { result } = open()
  await waitFor(() => assert.equal(result.current.query.error?.respCode, 401))
  assert.equal(requests.length, 1)
})

test('a change of role makes its name with -token the token and loads who one is and may do again', async () => {
  saveToken('mine')
  const { result } = open()
  await waitFor(() => assert.ok(result.current.account?.menus.has('/order-manage/list')))
  answers['get-account-info'] = { manageAccountInfo: finance }
  await act(() => result.current.changeRole('财务'))
  assert.equal(readToken(), '财务-token')
  assert.equal(requests.at(-1)!.token, encodeURIComponent('财务-token'))
  await waitFor(() => assert.equal(result.current.account?.roleName, '财务'))
  assert.equal(result.current.account!.menus.size, 0)
  answers['get-account-info'] = 403
  await act(() => assert.rejects(result.current.changeRole('审计')))
  assert.equal(readToken(), '财务-token')
  assert.equal(result.current.account!.roleName, '财务')
})

test('the unit in the address is sent to the system-config call, and stays the visitor’s after it left the address', async () => {
  answers['get-system-config'] = { projectTitle: '某市' }
  window.history.replaceState(null, '', '/login?unitId=u-7')
  const first = renderHook(() => useSystemConfig(), { wrapper })
  await waitFor(() => assert.equal(first.result.current?.projectTitle, '某市'))
  window.history.replaceState(null, '', '/login')
  cache.clear()
  renderHook(() => useSystemConfig(), { wrapper })
  await waitFor(() => assert.equal(requests.length, 2))
  assert.deepEqual(
    requests.map(({ path, body }) => [path, body]),
    [
      ['get-system-config', { unitId: 'u-7' }],
      ['get-system-config', { unitId: 'u-7' }],
    ],
  )
})
