import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import type { ServerError, ServerErrorDetail } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, settle } = await openOffice()
const { default: ExceptionLogPage } = await import('./ExceptionLogPage.tsx')
afterEach(clear)

const trace = '5a2c9f0e-0000-4000-8000-000000000001'
const error: ServerError = {
  id: 'e1',
  isOfProject: false,
  source: 'job',
  place: 'order.expire',
  traceId: trace,
  kind: 'PostgresError 57014',
  message: 'canceling statement',
  times: 12,
  firstAt: '2023-11-22T02:32:00.000Z',
  lastAt: '2023-11-22T03:32:00.000Z',
  release: '1.0.0',
  page: null,
  status: 'returned',
}
const detail: ServerErrorDetail = {
  ...error,
  stack: 'at expire (features/order/server/actions.ts:1:1)',
  traceIds: [trace, 'earlier'],
  accountId: null,
  openedAt: '2023-11-22T03:32:00.000Z',
  resolvedAt: null,
}
const answered = {
  'exception-log-entity/find.action': detail,
  'exception-log-entity/find-page-list': { total: 1, list: [error] },
}
const menus = ['/exception-manage/list']

test('errors are a list by reference, path, source, kind and days, and sorted by how often', async () => {
  const address = `/?keyword=${trace}&source=job&kind=TypeError&from=2023-11-20&to=2023-11-21`
  await draw(createElement(ExceptionLogPage), answered, { menus, address })
  const asked = () => sent.filter(({ path }) => path.includes('find-page-list')).at(-1)!.body
  assert.deepEqual(asked(), {
    page: 1,
    limit: 20,
    from: '2023-11-19T16:00:00.000Z',
    to: '2023-11-21T16:00:00.000Z',
    keyword: trace,
    source: 'job',
    kind: 'TypeError',
  })
  const row = screen.getAllByRole('row')[1]!.textContent
  assert.match(row, /order\.expire.*后台任务.*canceling statement.*PostgresError 57014.*12.*5a2c9f0e/)
  await press(/^出现次数/)
  assert.equal(asked().sort, 'times')
})

test('an error opens with where it was thrown and each reference to copy', async () => {
  await draw(createElement(ExceptionLogPage), answered, { menus })
  await press('查看 order.expire 的详情')
  await until(async () => {
    await settle()
    return screen.queryByText(/features\/order\/server\/actions/) !== null
  })
  assert.ok(screen.getByText('不属于任何项目'))
  assert.ok(screen.getByRole('button', { name: '复制错误编号 earlier' }))
  assert.ok(!screen.queryByText('涉及账号'))
})

test('a row says when it was first seen, on which page, of which release and under which reference', async () => {
  const row = { ...error, place: '/base/order/find.action', page: '/order-manage/list' }
  await draw(createElement(ExceptionLogPage), { 'find-page-list': { total: 1, list: [row] } }, { menus })
  const shown = screen.getByText('/base/order/find.action').closest('tr')!.textContent
  for (const text of ['首次出现', '所在页面 /order-manage/list', '1.0.0', trace, '12'])
    assert.ok(shown.includes(text), text)
  assert.ok(screen.getByRole('button', { name: new RegExp(trace) }), 'it can be copied')
})
