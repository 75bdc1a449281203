import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Order } from '../../../features/order/contract.ts'
import type { Receipt } from '../../../features/receipt/contract.ts'

openWindow()
const { clear, draw, screen } = await openOffice()
const { default: ChangePrice } = await import('../../../features/order/web/ChangePrice.tsx')
const { default: RecordTransfer } = await import('../../../features/receipt/web/RecordTransfer.tsx')
const { default: ReturnReceipt } = await import('../../../features/receipt/web/ReturnReceipt.tsx')
afterEach(clear)

const onClose = () => {}
const receipt = { id: 'r1', payerName: '王芳', free: 1_234_567_800 } as Receipt
const order = {
  id: 'o1',
  orderNo: '20231122AB',
  amount: 6000,
  items: [{ id: 'i1', name: '急救', price: 6000, discount: 0, payable: 6000 }],
} as unknown as Order

for (const [dialog, label] of [
  [createElement(RecordTransfer, { order: null, onClose }), '到账金额'],
  [createElement(ReturnReceipt, { receipt, onClose }), '退回金额'],
  [createElement(ChangePrice, { orderId: 'o1', onClose }), '急救'],
] as const)
  test(`a sum is as wide as its dialog, so that none is cut: ${label}`, async () => {
    await draw(dialog, { '/base/my-order-entity/get-order-detail.action': order })
    const field = screen.getByLabelText(label).closest<HTMLElement>('[style*="width"]')
    assert.equal(field?.style.width, '100%')
  })
