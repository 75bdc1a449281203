import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Receipt } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, type } = await openOffice()
const { default: RecordTransfer } = await import('./RecordTransfer.tsx')
const { default: ReturnReceipt } = await import('./ReturnReceipt.tsx')
const { default: AllocateReceipts } = await import('./AllocateReceipts.tsx')
afterEach(clear)

const order = { id: 'o1', orderNo: '20231122AB', amount: 9000, payerName: '王芳' }
const onClose = () => {}
const tick = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))

test('a transfer is entered for an order; what is more or too little is said before it is sent', async () => {
  await draw(createElement(RecordTransfer, { order, onClose }), {
    '/base/receipt/record.action': { receiptId: 'r1', approvalId: null },
  })
  assert.equal(screen.getByLabelText<HTMLInputElement>('付款人').value, '王芳')
  await type('到账金额', '100')
  assert.match(document.body.textContent, /多出 ¥10\.00，保留为未分配余额/)
  await type('到账金额', '80.5')
  assert.match(document.body.textContent, /不够付这个订单/)
  await type('银行流水号', 'ICBC0001')
  await type('到账日期', '2023-11-22')
  await press('登记到账')
  assert.deepEqual(sent.find(({ path }) => path.includes('record'))!.body, {
    orderId: 'o1',
    serialNo: 'ICBC0001',
    payerName: '王芳',
    day: '2023-11-22',
    amount: 8050,
    memo: '',
  })
})

test('no money and more than there is are refused at the field as they were typed', async () => {
  await draw(createElement(RecordTransfer, { order: null, onClose }), {})
  await type('到账金额', '0')
  assert.ok(await screen.findByText('不能低于 ¥0.01'))
  clear()
  const receipt = { id: 'r1', serialNo: 'ICBC1', payerName: '王芳', free: 5000 } as Receipt
  await draw(createElement(ReturnReceipt, { receipt, onClose }), {})
  await type('退回金额', '50.01')
  assert.ok(await screen.findByText('不能高于 ¥50.00'))
  assert.equal(screen.getByLabelText<HTMLInputElement>('退回金额').value, '50.01')
})

test('recorded transfers pay an order together, in their order, to the fen', async () => {
  const receipt = { day: '2023-11-22', amount: 6000, memo: null, operatorName: null, orders: [] }
  const more = { ...receipt, createdAt: '2023-11-22T02:30:00.000Z', payerName: '王芳' }
  const list = [
    { ...more, id: 'r1', serialNo: 'ICBC1', free: 6000 },
    { ...more, id: 'r2', serialNo: 'ICBC2', free: 4000 },
  ]
  await draw(createElement(AllocateReceipts, { order, onClose }), {
    '/base/receipt/find-page-list.action': { list, total: 2 },
    '/base/receipt/allocate.action': { approvalId: 'p1' },
  })
  await tick(/ICBC1/)
  assert.match(document.body.textContent, /所选余额合计 ¥60\.00，还差 ¥30\.00/)
  await tick(/ICBC2/)
  assert.match(document.body.textContent, /所选余额够付/)
  await press('使用已登记的到账')
  assert.deepEqual(sent.find(({ path }) => path.includes('allocate'))!.body, {
    orderId: 'o1',
    allocations: [
      { receiptId: 'r1', amount: 6000 },
      { receiptId: 'r2', amount: 3000 },
    ],
  })
})

test('a memo with the reference of another order is refused at the memo', async () => {
  await draw(createElement(RecordTransfer, { order, onClose }), {
    '/base/receipt/record.action': { respCode: 422, respDesc: '附言里是订单 B2 的付款码', field: 'memo' },
  })
  await type('到账金额', '90')
  await type('银行流水号', 'ICBC0001')
  await type('到账日期', '2023-11-22')
  await type('银行附言', '培训费 K7M2QX')
  await press('登记到账')
  assert.ok(await screen.findByText('附言里是订单 B2 的付款码'))
  assert.equal(screen.getByLabelText('银行附言').getAttribute('aria-invalid'), 'true')
})
