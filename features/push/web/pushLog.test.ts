import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices } from '../../../web/notice.ts'
import type { Push, PushTry } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { default: PushLogPage } = await import('./PushLogPage.tsx')
afterEach(clear)

const page = '/customer/my-class-push-log-manage'
const push: Push = {
  id: '00000000-0000-4000-8000-00000000000a',
  event: 'pass',
  status: 'failed',
  accountId: 'a1',
  realName: '王芳',
  unitName: '第一医院',
  enrolmentId: 'e1',
  title: '急救技能',
  year: 2023,
  hoursTenths: 240,
  tries: 2,
  httpStatus: 500,
  cause: 'status',
  createdAt: '2023-11-24T03:00:00.000Z',
  triedAt: '2023-11-24T03:05:00.000Z',
  dueAt: null,
}
const tries: PushTry[] = [
  { number: 2, triedAt: push.triedAt!, status: 500, cause: 'status', ms: 12, excerpt: 'database is away' },
  { number: 1, triedAt: push.createdAt, status: null, cause: 'timeout', ms: 10_000, excerpt: null },
]
const answers = {
  'my-class-push-log/query': { total: 1, list: [push] },
  'my-class-push-log/get': { push, tries },
  'my-class-push-log/replay': { succeeded: [push.id], failed: [] },
}
const open = (menus: string[], address = page) =>
  draw(createElement(PushLogPage), answers, { menus: menus as never, address })

test('a row says what failed and why, and is pushed again by who may', async () => {
  await open([page, `${page}#replay`])
  const { textContent } = document.body
  for (const each of ['王芳', '急救技能', '未送达', '对方答复了错误状态 · 状态码 500'])
    assert.ok(textContent.includes(each), each)
  await press('重新推送')
  assert.deepEqual(
    sent.filter(({ path }) => path.includes('replay')).map(({ body }) => body),
    [{ ids: [push.id] }],
  )
  assert.equal(currentNotices().at(-1)?.text, '已重新排队，几秒后开始推送')
})

test('who may not push again sees the list alone', async () => {
  await open([page])
  assert.ok(screen.getByText('王芳'))
  assert.ok(!screen.queryByRole('button', { name: '重新推送' }))
})

test('opened, it shows each try with its time, status, cause and what was answered', async () => {
  await open([page], `${page}?push=${push.id}`)
  const { textContent } = document.body
  for (const each of [
    '王芳的推送',
    '状态码 500',
    '第 2 次',
    '12 毫秒',
    'database is away',
    '第 1 次',
    '10 秒内没有答复',
  ])
    assert.ok(textContent.includes(each), each)
})
