import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import type { Operation, OperationDetail } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { default: OperationLogPage } = await import('./OperationLogPage.tsx')
const { SubjectLog } = await import('./SubjectLog.tsx')
afterEach(clear)

const operation: Operation = {
  id: 'o1',
  action: 'order.free',
  subjectKind: 'order',
  subjectId: 's1',
  subjectName: 'JX1',
  actorId: 'a1',
  actorName: '陈管理',
  actorLogin: 'chen',
  reason: '困难减免',
  ip: '127.0.0.1',
  createdAt: '2023-11-22T02:32:00.000Z',
}
const detail: OperationDetail = {
  ...operation,
  requestId: null,
  before: null,
  after: { status: 'free' },
  fields: [],
  lane: 1,
  serial: 1,
  hash: 'f0f0',
}
const answered = {
  'operation-log/find.action': detail,
  'find-names': {
    actions: [
      { key: 'order.free', zh: '免单', en: 'Waived an order' },
      { key: 'order.pay', zh: '付款', en: 'Paid an order' },
    ],
    subjects: [{ key: 'order', zh: '订单', en: 'Order' }],
  },
  'operation-log/query': { total: 1, list: [operation] },
}
const menus = ['/account-manage/operation-log']
const asked = () => sent.filter(({ path }) => path.includes('operation-log/query')).at(-1)!.body
const chips = () =>
  [...screen.getByRole('list', { name: '当前筛选' }).querySelectorAll('li > span')].map(
    (chip) => chip.textContent,
  )

test('the log is a list: its address filters it by days, person, action and kind, each with a chip', async () => {
  const address = '/?from=2023-11-20&to=2023-11-21&actor=chen&action=order.free&subjectKind=order'
  await draw(createElement(OperationLogPage), answered, { menus, address })
  assert.deepEqual(chips(), ['时间：2023-11-20 – 2023-11-21', '操作人：chen', '操作：免单', '对象类型：订单'])
  assert.deepEqual(asked(), {
    page: 1,
    limit: 20,
    from: '2023-11-19T16:00:00.000Z',
    to: '2023-11-21T16:00:00.000Z',
    actor: 'chen',
    action: 'order.free',
    subjectKind: 'order',
  })
  assert.match(screen.getAllByRole('row')[1]!.textContent, /陈管理.*chen.*免单.*JX1.*订单.*困难减免/)
  await press(/^时间/)
  assert.equal(asked().sort, 'createdAt')
})

test('an action is found by a part of its name, and its detail is opened from its row', async () => {
  await draw(createElement(OperationLogPage), answered, { menus })
  await press('展开')
  const field = screen.getByRole('combobox', { name: '操作' })
  await act(async () => fireEvent.change(field, { target: { value: '付' } }))
  assert.equal(screen.getByRole('listbox').textContent, '付款')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await press('查询')
  assert.equal(asked().action, 'order.pay')
  await press('查看 免单 的详情')
  await until(async () => (await settle(), screen.queryByText(/f0f0/) !== null))
})

test('the log of one thing asks for that alone', async () => {
  await draw(createElement(SubjectLog, { subjectKind: 'unit', subjectId: 'u1' }), answered, { menus })
  assert.deepEqual(asked(), { page: 1, limit: 20, subjectKind: 'unit', subjectId: 'u1' })
})

test('codes in place of names are explained, and the names asked for again', async () => {
  let isUp = false
  const names = () => (isUp ? answered['find-names'] : { respCode: 500, respDesc: '暂时不可用' })
  await draw(createElement(OperationLogPage), { ...answered, 'find-names': names }, { menus })
  assert.ok(screen.getByText('操作名称未能加载，暂以代码显示'))
  assert.ok(screen.getByText('order.free'))
  isUp = true
  await press(/^重\s?试$/)
  assert.ok(!screen.queryByText('操作名称未能加载，暂以代码显示'))
  assert.ok(screen.getByText('免单'))
})

test('a record without a name is listed by its kind, not by its key', async () => {
  const subjectId = '01a227c8-b67e-752f-a2c4-fd18066408a0'
  const list = [{ ...operation, subjectName: null, subjectId }]
  await draw(
    createElement(OperationLogPage),
    { ...answered, 'operation-log/query': { total: 1, list } },
    { menus },
  )
  const row = screen.getAllByRole('row')[1]!.textContent
  assert.match(row, /免单订单困难减免/)
  assert.ok(!row.includes(subjectId))
})
