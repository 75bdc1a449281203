import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { BatchOrder, BatchOrderDetail } from '../contract.ts'
import { batchOrderWork } from '../server/work.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type, act, fireEvent } = await openOffice()
const { default: BatchOrderListPage } = await import('./BatchOrderListPage.tsx')
const { default: BatchOrderPage } = await import('./BatchOrderPage.tsx')
afterEach(clear)

const order: BatchOrder = {
  id: 'o1',
  orderNo: '20231122AB',
  unitClassId: 'k1',
  unitClassName: '急救一班',
  classId: 'c1',
  className: '急救',
  unitId: 'u1',
  unitName: '第一医院',
  payerName: '第一医院',
  payerTaxNo: null,
  status: 'unpaid',
  stage: 'inReview',
  actor: 'provider',
  payMode: 'transfer',
  reference: 'K7M2QX',
  price: 5000,
  amount: 15000,
  refunded: 0,
  headCount: 3,
  firstNames: ['王芳'],
  channel: null,
  delivery: null,
  opened: 0,
  failed: 0,
  received: 0,
  voucherStatus: 'in_review',
  transferPending: false,
  expiresAt: '2023-11-29T02:30:00.000Z',
  secondsLeft: 600000,
  paidAt: null,
  createdAt: '2023-11-22T02:30:00.000Z',
  placedBy: '经办人',
}
const detail: BatchOrderDetail = {
  ...order,
  bankAccount: null,
  voucher: {
    status: 'in_review',
    payerName: '第一医院',
    day: '2023-11-22',
    amount: 15000,
    serialNo: 'ICBC1',
    proofPath: null,
    decision: null,
    submittedAt: '2023-11-22T03:30:00.000Z',
    submittedBy: '经办人',
  },
  receipts: [],
  closedReason: null,
  remark: null,
  steps: ['rejectVoucher', 'cancel', 'proForma'],
  items: { total: 0, list: [] },
}
const listPath = '/order-manage/batch-orders'
const menus = ['/order-manage/list', '/order-manage/list#receipt']
const answers = {
  'query-page-list': { total: 1, list: [order] },
  'get-batch-order-detail': detail,
  'reject-voucher': null,
}

function Where() {
  const { pathname, search } = useLocation()
  return createElement('output', null, pathname + search)
}

test('the list shows the stage of an order with who must act, and its row leads to the order', async () => {
  const routes = createElement(
    Routes,
    null,
    createElement(Route, { path: listPath, element: createElement(BatchOrderListPage) }),
    createElement(Route, { path: '*', element: createElement(Where) }),
  )
  await draw(routes, answers, { menus, address: listPath })
  const row = screen.getByRole('row', { name: /20231122AB/ }).textContent
  for (const shown of ['第一医院', '急救一班', 'K7M2QX', '¥150.00', '回单待核对', '等平台方处理'])
    assert.ok(row.includes(shown), shown)
  await press(/^查看/)
  assert.equal(screen.getByRole('status').textContent, '/order-manage/batch-order?id=o1')
})

test('the work of the provider leads to the list with a filter that its call takes', async () => {
  const asked: unknown[] = []
  for (const { address } of batchOrderWork) {
    assert.ok(address.startsWith(`${listPath}?`), address)
    await draw(createElement(BatchOrderListPage), answers, { menus, address })
    const { page, limit, ...filter } = sent.find(({ path }) => path.includes('query-page-list'))!.body
    asked.push(filter)
    clear()
  }
  assert.deepEqual(asked, [{ stage: ['inReview'] }, { stage: ['toFree'] }])
})

test('the provider rejects a slip with a reason, and records the transfer of the order', async () => {
  await draw(createElement(BatchOrderPage), answers, { menus, address: '/order-manage/batch-order?id=o1' })
  assert.ok(!screen.queryByRole('link', { name: /急救一班/ }), 'a page that they may not open')
  await press('退回回单')
  await type('原因', '金额不符')
  const [, confirm] = screen.getAllByRole('button', { name: '退回回单', hidden: true })
  await act(async () => fireEvent.click(confirm!))
  await settle()
  assert.deepEqual(sent.find(({ path }) => path.includes('reject-voucher'))!.body, {
    orderId: 'o1',
    reason: '金额不符',
  })
  await press('登记到账')
  assert.ok(await screen.findByText('登记到账：订单 20231122AB'))
})

test('what came is shown with what is missing, and leads to its transfer', async () => {
  const receipts = [
    { day: '2023-11-23', amount: 10000, allocated: 0, payerName: '第一医院', serialNo: 'ICBC1' },
  ]
  const part = { ...detail, stage: 'partPaid', actor: 'unit', received: 10000, receipts }
  await draw(
    createElement(BatchOrderPage),
    { ...answers, 'get-batch-order-detail': part },
    { menus, address: '/order-manage/batch-order?id=o1' },
  )
  assert.ok(screen.getByText('还差 ¥50.00'))
  const link = screen.getByRole('link', { name: 'ICBC1' })
  assert.equal(link.getAttribute('href'), '/order-manage/receipts?keyword=ICBC1')
})

test('a reader without the right is offered no recording of transfers', async () => {
  await draw(createElement(BatchOrderPage), answers, {
    menus: ['/train-manage/unit-class'],
    address: '/order-manage/batch-order?id=o1',
  })
  assert.ok(screen.getByRole('link', { name: /急救一班/ }))
  assert.ok(!screen.queryByRole('button', { name: '登记到账' }))
})
