import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent } = await openOffice()
const { default: OrderDetailPage } = await import('./OrderDetailPage.tsx')
afterEach(clear)

const order = {
  id: 'o1',
  orderNo: '20231124ABCDEFGHJK',
  kind: 'personal',
  status: 'part_refunded',
  amount: 10000,
  refunded: 4000,
  channel: 'wechat',
  transactionId: '4200001',
  expiresAt: '2023-11-24T03:00:00.000Z',
  secondsLeft: 0,
  paidAt: '2023-11-24T02:31:00.000Z',
  closedReason: null,
  createdAt: '2023-11-24T02:30:00.000Z',
  accountId: 'a1',
  userName: '王芳',
  mobileMask: '139****0001',
  unitName: '一院',
  operatorName: null,
  remark: null,
  payerName: '王芳',
  learnerCount: 1,
  itemCount: 1,
  classNames: ['急救'],
}
const detail = {
  ...order,
  items: [
    {
      id: 'i1',
      classId: 'c1',
      name: '急救',
      classType: 'public',
      year: 2023,
      hoursTenths: 100,
      heldTenths: 0,
      approved: false,
      price: 10000,
      discount: 0,
      payable: 10000,
      refunded: 4000,
      reduction: 0,
      refunding: 0,
      mismatch: null,
    },
  ],
}
const event = { amount: null, channel: null, number: null, person: null, text: null, learnerNote: null }
const answers = {
  '/base/my-order-entity/find-page-list.action': { total: 1, list: [order] },
  '/base/my-order-entity/get-order-detail.action': detail,
  '/base/my-order-entity/find-history.action': {
    events: [
      { ...event, at: '2023-11-24T02:30:00.000Z', kind: 'placed', amount: 10000 },
      { ...event, at: '2023-11-24T02:35:00.000Z', kind: 'note', person: '李娜', text: '来电' },
    ],
  },
  '/base/approval/find-page-list.action': { total: 0, list: [] },
  '/base/pay/find-unsettled.action': { payments: [], differences: [] },
}
const office = { menus: ['/order-manage/list'], address: '/order-manage/detail?id=o1' }

test('an order shows what was bought, what happened, and takes a note', async () => {
  await draw(createElement(OrderDetailPage), answers, office)
  const { textContent } = document.body
  for (const said of ['王芳', '4200001', '急救', '100.00', '40.00', '订单已提交', '李娜 · 来电'])
    assert.ok(textContent.includes(said), said)
  assert.ok(screen.getByRole('button', { name: '支付凭证' }))
  const add = screen.getByRole('button', { name: '添加内部备注' }) as HTMLButtonElement
  assert.equal(add.disabled, true)
  const field = screen.getByLabelText(/^内部备注/)
  await act(async () => fireEvent.change(field, { target: { value: '已回电' } }))
  await act(async () => fireEvent.click(add))
  const request = sent.find(({ path }) => path.includes('add-note'))
  assert.deepEqual(request?.body, { orderId: 'o1', text: '已回电' })
})

test('what waits for approval of an order says of what, by whom and since when', async () => {
  const unpaid = { ...order, status: 'unpaid', isProposed: true }
  const waiting = {
    id: 'p1',
    kind: 'receipt',
    subjectId: 'o1',
    status: 'proposed',
    steps: [],
    decision: null,
    summary: { zh: '订单线下付款 ¥100.00，到账流水号 ICBC1', en: 'Paid offline' },
    proposed: { name: '出纳', at: '2023-11-24T02:40:00.000Z' },
  }
  await draw(
    createElement(OrderDetailPage),
    {
      ...answers,
      '/base/my-order-entity/find-page-list.action': { total: 1, list: [unpaid] },
      '/base/approval/find-page-list.action': { total: 1, list: [waiting] },
    },
    { ...office, menus: [...office.menus, '/order-manage/list#free', '/order-manage/list#cancel'] },
  )
  assert.match(document.body.textContent, /到账流水号 ICBC1。出纳 于 2023年11月24日 10:40 提出/)
  assert.ok(screen.getByRole('button', { name: '取消订单' }))
})

test('an order that is not there says so with the way back', async () => {
  const none = { ...answers, '/base/my-order-entity/find-page-list.action': { total: 0, list: [] } }
  await draw(createElement(OrderDetailPage), none, office)
  assert.ok(screen.getByRole('alert').textContent?.includes('没有找到'))
  assert.equal(screen.getByRole('link', { name: '返回列表' }).getAttribute('href'), '/order-manage/list')
})

test('an unpaid order says what its payer transferred that pays nothing yet, and uses it', async () => {
  const receipt = (id: string, payerName: string, free: number) => ({
    id,
    serialNo: id,
    payerName,
    day: '2023-11-22',
    amount: 6000,
    balance: free,
    free,
    memo: null,
    operatorName: '出纳',
    createdAt: '2023-11-22T02:30:00.000Z',
    orders: [],
    isVoid: false,
    reversals: [],
    proposedReversal: null,
    proposedFor: [],
  })
  const unpaid = { ...order, status: 'unpaid', isProposed: false }
  const transfers = [receipt('A1', '王芳', 4000), receipt('A2', '王芳', 50), receipt('A3', '王芳芳', 9000)]
  await draw(
    createElement(OrderDetailPage),
    {
      ...answers,
      '/base/my-order-entity/find-page-list.action': { total: 1, list: [unpaid] },
      '/base/receipt/find-page-list.action': { total: transfers.length, list: transfers },
    },
    { ...office, menus: [...office.menus, '/order-manage/list#receipt'] },
  )
  assert.match(document.body.textContent, /王芳有到账 ¥40\.50 还没有付任何订单/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '用来付款' })))
  assert.ok(
    await screen.findByRole('dialog', { name: '用已登记的到账付订单 20231124ABCDEFGHJK', hidden: true }),
  )
})

test('an unpaid order says until when it can be paid; money on its way back leads to its refund', async () => {
  const [item] = detail.items
  const shown = (status: string, refunding: number) =>
    draw(
      createElement(OrderDetailPage),
      {
        ...answers,
        '/base/my-order-entity/find-page-list.action': { total: 1, list: [{ ...order, status }] },
        '/base/my-order-entity/get-order-detail.action': {
          ...detail,
          status,
          items: [{ ...item, refunding }],
        },
      },
      { ...office, menus: ['/order-manage/list', '/invoice-manage/refund-list'] },
    )
  await shown('unpaid', 0)
  assert.match(document.body.textContent, /付款截止\s*2023年11月24日 11:00/)
  assert.doesNotMatch(document.body.textContent, /退款中/)
  clear()
  await shown('part_refunded', 6000)
  assert.doesNotMatch(document.body.textContent, /付款截止/)
  assert.match(document.body.textContent, /退款中/)
  assert.equal(
    screen.getByRole('link', { name: '¥60.00' }).getAttribute('href'),
    '/invoice-manage/refund-list?keyword=20231124ABCDEFGHJK',
  )
})

test('an order paid by two bank transfers has the number of each', async () => {
  const paid = { ...order, status: 'paid', refunded: 0, channel: 'offline', transactionId: 'ICBC1 ICBC2' }
  await draw(
    createElement(OrderDetailPage),
    { ...answers, '/base/my-order-entity/find-page-list.action': { total: 1, list: [paid] } },
    office,
  )
  assert.ok(screen.getByRole('button', { name: '复制银行流水号 ICBC1' }))
  assert.ok(screen.getByRole('button', { name: '复制银行流水号 ICBC2' }))
})
