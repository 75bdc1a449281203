import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Receipt } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type, within } = await openOffice()
const { default: ReceiptListPage } = await import('./ReceiptListPage.tsx')
const { default: UseReceipt } = await import('./UseReceipt.tsx')
const { default: VoidReceipt } = await import('./VoidReceipt.tsx')
const { default: ReturnReceipt } = await import('./ReturnReceipt.tsx')
afterEach(clear)

const receipt: Receipt = {
  id: 'r1',
  serialNo: 'ICBC1',
  payerName: '王芳',
  day: '2023-11-22',
  amount: 6000,
  balance: 6000,
  free: 6000,
  memo: null,
  operatorName: '出纳',
  createdAt: '2023-11-22T02:30:00.000Z',
  orders: [],
  isVoid: false,
  reversals: [],
  proposedReversal: null,
  proposedFor: [],
}
const line = {
  operatorName: '主管',
  createdAt: '2023-11-23T02:30:00.000Z',
  serialNo: null,
  day: null,
}
const onClose = () => {}

test('the list says what is void or went back and why, and offers each only where it can be', async () => {
  const list: Receipt[] = [
    receipt,
    {
      ...receipt,
      id: 'r2',
      balance: 0,
      free: 0,
      isVoid: true,
      reversals: [{ ...line, kind: 'void', amount: 6000, reason: '金额录错' }],
    },
    {
      ...receipt,
      id: 'r3',
      balance: 1000,
      free: 1000,
      reversals: [{ ...line, kind: 'return', amount: 500, serialNo: 'BK1', reason: '多付了' }],
    },
    { ...receipt, id: 'r4', free: 2000, proposedReversal: { kind: 'return', amount: 4000 } },
    { ...receipt, id: 'r5', free: 0, proposedFor: [{ id: 'o9', orderNo: '20231122ZZ', amount: 6000 }] },
  ]
  await draw(
    createElement(ReceiptListPage),
    { '/base/receipt/find-page-list.action': { total: list.length, list } },
    { menus: ['/order-manage/list', '/order-manage/list#receipt'], address: '/order-manage/receipts' },
  )
  const { textContent } = document.body
  for (const said of [
    '作废 · 金额录错',
    '退回 ¥5.00 · BK1 · 多付了',
    '退回付款人 ¥40.00 待审批',
    '¥60.00 待审批 → 20231122ZZ',
  ])
    assert.ok(textContent.includes(said), said)
  assert.equal(screen.getAllByRole('button', { name: /^退回付款人/ }).length, 2)
  const more = screen.getAllByRole('button', { name: '更多' })
  assert.equal(more.length, 1)
  await act(async () => fireEvent.click(more[0]!))
  assert.ok(screen.getByRole('menuitem', { name: '作废' }))
  assert.equal(screen.getAllByRole('button', { name: /^用来付款/ }).length, 3, 'also of what is left of r4')
})

const match = {
  id: 'o1',
  orderNo: '20231122AB',
  payerName: '王芳',
  userName: '王芳',
  learnerCount: 1,
  amount: 5000,
  createdAt: '2023-11-22T02:30:00.000Z',
  isSamePayer: true,
  isSameSum: false,
}

test('a transfer pays the order that is chosen of those that it matches', async () => {
  await draw(createElement(UseReceipt, { receipt, onClose }), {
    '/base/receipt/find-matches.action': [match, { ...match, id: 'o2', orderNo: '20231122CD' }],
    '/base/receipt/allocate.action': { approvalId: 'p1' },
  })
  await press('用来付款')
  assert.ok(screen.getByText('请选择订单'))
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /20231122AB ¥50\.00 付款人相同/ })))
  await press('用来付款')
  assert.deepEqual(sent.find(({ path }) => path.includes('allocate'))!.body, {
    orderId: 'o1',
    allocations: [{ receiptId: 'r1', amount: 5000 }],
  })
})

test('after a transfer was recorded the order that it matches is offered', async () => {
  await draw(
    createElement(ReceiptListPage),
    {
      '/base/receipt/record.action': { receiptId: 'r1', approvalId: null },
      '/base/receipt/find-matches.action': [match],
      '/base/receipt/find-page-list.action': { total: 1, list: [receipt] },
    },
    { menus: ['/order-manage/list', '/order-manage/list#receipt'], address: '/order-manage/receipts' },
  )
  await press('登记到账')
  const entered = within(screen.getByRole('dialog', { hidden: true }))
  for (const [label, value] of [
    ['银行流水号', 'ICBC1'],
    ['付款人', '王芳'],
    ['到账日期', '2023-11-22'],
    ['到账金额', '60'],
  ] as const)
    await act(async () => fireEvent.change(entered.getByLabelText(label), { target: { value } }))
  await act(async () => fireEvent.click(entered.getByRole('button', { name: '登记到账', hidden: true })))
  await settle()
  assert.ok(await screen.findByText('用到账 ICBC1 付款'))
})

test('a mistake is voided with its reason', async () => {
  await draw(createElement(VoidReceipt, { receipt, onClose }), { '/base/receipt/void.action': null })
  await type('原因', '金额录错')
  await press('作废')
  assert.deepEqual(sent.find(({ path }) => path.includes('void'))!.body, {
    receiptId: 'r1',
    reason: '金额录错',
  })
})

test('money goes back with the transfer that proves it, as much as is left unless it is said', async () => {
  await draw(createElement(ReturnReceipt, { receipt, onClose }), { '/base/receipt/return.action': null })
  await type('退回金额', '12.5')
  await type('银行', '工商银行')
  await type('退回的银行流水号', 'bk 1-2')
  await type('退回日期', '2023-11-23')
  await type('原因', '误转')
  await press('退回付款人')
  assert.deepEqual(sent.find(({ path }) => path.includes('return'))!.body, {
    receiptId: 'r1',
    amount: 1250,
    bank: '工商银行',
    serialNo: 'bk 1-2',
    day: '2023-11-23',
    reason: '误转',
  })
})
