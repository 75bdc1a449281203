import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../test/rendered.ts'

const { show, settle, screen, fireEvent, act } = await openRenderer()
const { readToken, saveToken } = await import('../web/token.ts')
const { dismiss, currentNotices } = await import('../web/notice.ts')
const { LearnerOnly } = await import('../features/session/web/LearnerOnly.tsx')
const { Guarded } = await import('./Guarded.tsx')
const { PortalWays } = await import('./PortalWays.tsx')
const { WaysOnProvider } = await import('../web/kit/WaysOn.tsx')

const learner = {
  manageAccountInfo: {
    userName: '林知远',
    roles: ['学员'],
    roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] },
  },
}
const page = createElement(
  WaysOnProvider,
  { value: createElement(PortalWays) },
  createElement(Guarded, null, createElement(LearnerOnly, null, '我的班级')),
)

type Reply = { respCode: number; respDesc: string; traceId?: string; attribute?: unknown } | string | Error

/** Opens a learner's page whose calls are answered so, without the waits between attempts; returns what changes it. */
async function openWith(first: Reply, status = 200) {
  const timeout = setTimeout
  mock.method(globalThis, 'setTimeout', (work: () => void, ms = 0) => timeout(work, ms < 60_000 ? 0 : ms))
  let given = first
  localStorage.clear()
  saveToken('mine')
  await show(page, {
    at: '/classCenter',
    reply() {
      if (given instanceof Error) throw given
      return new Response(typeof given === 'string' ? given : JSON.stringify({ attribute: null, ...given }), {
        status,
      })
    },
  })
  await settle()
  for (const notice of currentNotices()) dismiss(notice.id)
  return (next: Reply) => void (given = next)
}

test('the ways on from a failure do not ask once more who it is, which would take it away again', async () => {
  saveToken('mine')
  let asked = 0
  await show(page, {
    at: '/classCenter',
    reply: () =>
      Response.json({ attribute: learner, ...(++asked < 9 && { respCode: 429, respDesc: '请求太多' }) }),
  })
  assert.ok(screen.getByRole('button', { name: '重试' }))
  assert.ok(screen.getByRole('link', { name: '选课中心' }))
})

const outages: [name: string, reply: Reply, status?: number][] = [
  ['a busy server', { respCode: 503, respDesc: '系统繁忙，请稍后再试' }, 503],
  ['too many requests', { respCode: 429, respDesc: '请求太多' }],
  ['an error of the server', { respCode: -1, respDesc: '系统出了点问题', traceId: 't1' }],
  ['a proxy without a server', '<html>502 Bad Gateway</html>', 502],
  ['no network', new TypeError('Failed to fetch')],
]
for (const [name, reply, status] of outages) {
  test(`${name} keeps the token: the page says what failed, and a retry opens it`, async () => {
    const answer = await openWith(reply, status)
    assert.equal(readToken(), 'mine')
    const retry = await screen.findByRole('button', { name: '重试' })
    answer({ respCode: 200, respDesc: '', attribute: learner })
    await act(async () => fireEvent.click(retry))
    await settle()
    assert.ok(screen.getByText('我的班级'))
    assert.equal(readToken(), 'mine')
  })
}

for (const [name, reply] of [
  ['a session that is over', { respCode: 401, respDesc: '请重新登录' }],
  ['an account that is not allowed', { respCode: 403, respDesc: '账号已停用' }],
] as const) {
  test(`${name} ends the token`, async () => {
    await openWith(reply)
    assert.equal(readToken(), null)
  })
}

test('a learner who has to accept a new agreement sees it in place of every page, until it is accepted', async () => {
  const manageAccountInfo = { ...learner.manageAccountInfo, mustAgree: true }
  const attribute = { manageAccountInfo, version: 2, content: '<p>新版</p>' }
  const answer = await openWith({ respCode: 200, respDesc: '', attribute })
  assert.ok(screen.getByRole('heading', { name: '用户协议已更新' }))
  assert.ok(!screen.queryByText('我的班级'))
  answer({ respCode: 200, respDesc: '', attribute: learner })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '同意并继续' })))
  await settle()
  assert.ok(screen.getByText('我的班级'))
})
