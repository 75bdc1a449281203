import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices, dismiss } from '../../../web/notice.ts'
import type { BatchOrderDetail } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { default: BatchOrderPage } = await import('./BatchOrderPage.tsx')
const { ClassOrders } = await import('./ClassOrders.tsx')
const { QuestionDialog } = await import('../../../web/shell/frame/QuestionDialog.tsx')
afterEach(() => {
  clear()
  for (const { id } of currentNotices()) dismiss(id)
})

const detail: BatchOrderDetail = {
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
  stage: 'toTransfer',
  actor: 'unit',
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
  voucherStatus: null,
  transferPending: false,
  expiresAt: '2023-11-29T02:30:00.000Z',
  secondsLeft: 600000,
  paidAt: null,
  createdAt: '2023-11-22T02:30:00.000Z',
  placedBy: '经办人',
  bankAccount: null,
  voucher: null,
  receipts: [],
  closedReason: null,
  remark: null,
  steps: [],
  items: { total: 0, list: [] },
}
const menus = [
  '/order-manage/list',
  '/order-manage/list#receipt',
  '/order-manage/list#free',
  '/order-manage/list#cancel',
]

const show = (given: Partial<BatchOrderDetail>, answers: Record<string, unknown>) =>
  draw(
    createElement(Fragment, null, createElement(BatchOrderPage), createElement(QuestionDialog)),
    { 'get-batch-order-detail': { ...detail, ...given }, ...answers },
    { menus, address: '/order-manage/batch-order?id=o1' },
  )
const askedOf = (path: string) => sent.filter((one) => one.path.includes(path)).map(({ body }) => body)
/** Presses the button of the dialog on top, which has the name of the one that opened it. */
async function confirm(name: string): Promise<void> {
  const buttons = screen.getAllByRole('button', { name, hidden: true })
  await act(async () => fireEvent.click(buttons.at(-1)!))
  await settle()
}

const told = () => currentNotices().map(({ text }) => text)

for (const [approvalId, said] of [
  [undefined, /已完成/],
  ['p1', /另一位/],
] as const) {
  test(`a waiver needs a reason; ${approvalId ? 'above the limit a second person approves it' : 'within the limit it is done'}`, async () => {
    await show({ steps: ['free'] }, { 'unit-batch-free-order': approvalId ? { approvalId } : null })
    await press('批准免单')
    await confirm('批准免单')
    assert.deepEqual(askedOf('unit-batch-free-order'), [], 'without a reason nothing is sent')
    await type('原因', '按约定免收')
    await confirm('批准免单')
    assert.deepEqual(askedOf('unit-batch-free-order'), [{ orderId: 'o1', reason: '按约定免收' }])
    assert.equal(told().length, 1)
    assert.match(told()[0]!, said)
  })
}

test('an order is cancelled only once that is confirmed, and the page says so', async () => {
  await show({ steps: ['cancel'] }, { 'cancel-batch-order': null })
  await press('取消订单')
  assert.ok(screen.getByText('取消订单 20231122AB？'))
  assert.ok(screen.getByText(/名额随即释放/))
  await confirm('保持不变')
  assert.deepEqual(askedOf('cancel-batch-order'), [])
  await press('取消订单')
  await confirm('取消订单')
  assert.deepEqual(askedOf('cancel-batch-order'), [{ orderId: 'o1' }])
  assert.deepEqual(told(), ['订单已取消'])
})

test('places that were not opened are opened again at one press, and the page says so', async () => {
  const errors = { delivery: 'opened_with_errors', stage: 'openedWithErrors', status: 'paid' } as const
  await show({ ...errors, opened: 2, failed: 1, steps: ['retry'] }, { 'retry-delivery': null })
  assert.ok(screen.getByText('已开通 2 / 3 人'))
  await press('重试开通')
  assert.deepEqual(askedOf('retry-delivery'), [{ orderId: 'o1' }])
  assert.deepEqual(told(), ['正在重新开通'])
})

test('a step that the order does not offer has no button', async () => {
  await show({ steps: [] }, {})
  for (const name of ['批准免单', '取消订单', '重试开通', '退回回单'])
    assert.ok(!screen.queryByRole('button', { name }), name)
})

test('the rest of a sum is offered as what is to be entered, for the order itself', async () => {
  await show(
    { received: 10000, stage: 'partPaid' },
    { 'receipt/record.action': { receiptId: 'r2', approvalId: 'p1' } },
  )
  await press('登记到账')
  assert.equal((await screen.findByLabelText<HTMLInputElement>('到账金额')).value, '50.00')
  await type('银行流水号', 'ICBC0002')
  await type('到账日期', '2023-11-23')
  await confirm('登记到账')
  const [entered] = askedOf('receipt/record')
  assert.deepEqual([entered!.orderId, entered!.amount], ['o1', 5000])
})

test('an order of a class says that there are more people than it lists only where there are', async () => {
  const { items: _items, ...order } = detail
  const list = [
    { ...order, id: 'o1', headCount: 2, firstNames: ['王芳', '李强'] },
    { ...order, id: 'o2', headCount: 4, firstNames: ['王芳', '李强', '赵敏'] },
  ]
  await draw(createElement(ClassOrders, { unitClassId: 'k1' }), {
    'query-batch-order-list-by-unit-class-id': { total: 2, list },
  })
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  assert.match(rows[1]!, /2 人王芳、李强¥/)
  assert.match(rows[2]!, /4 人王芳、李强、赵敏 等¥/)
})
