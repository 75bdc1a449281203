import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ManagedOrder } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, type } = await openOffice()
const { default: ChangePrice } = await import('./ChangePrice.tsx')
afterEach(clear)

const path = '/base/my-order-entity/update-price.action'
const order: ManagedOrder = {
  ...{ id: 'o1', orderNo: '20261122AB', status: 'unpaid', amount: 9000, refunded: 0, channel: null },
  ...{ expiresAt: '2026-11-22T03:00:00.000Z', secondsLeft: 1700, paidAt: null, closedReason: null },
  ...{ createdAt: '2026-11-22T02:30:00.000Z', accountId: 'a1', userName: '方芳', mobileMask: null },
  ...{ unitName: null, operatorName: null, remark: null, transactionId: null },
  items: [
    {
      ...{
        id: 'i1',
        classId: 'c1',
        name: '急救',
        classType: 'public',
        year: 2026,
        hoursTenths: 80,
        heldTenths: 0,
      },
      ...{
        approved: false,
        price: 6000,
        discount: 0,
        reduction: 0,
        payable: 6000,
        refunded: 0,
        mismatch: null,
      },
    },
    {
      ...{
        id: 'i2',
        classId: 'c2',
        name: '写作',
        classType: 'public',
        year: 2026,
        hoursTenths: 80,
        heldTenths: 0,
      },
      ...{
        approved: false,
        price: 4000,
        discount: 500,
        reduction: 500,
        payable: 3000,
        refunded: 0,
        mismatch: null,
      },
    },
  ],
}

test('new prices show the sum they come to, and are sent in fen with the reason', async () => {
  await draw(createElement(ChangePrice, { order, onClose: () => {} }), { [path]: null })
  assert.equal(screen.getByLabelText<HTMLInputElement>('写作').value, '30.00')
  assert.match(document.body.textContent, /下单价 ¥35\.00/)
  await type('急救', '45.5')
  assert.match(document.body.textContent, /应付由 ¥90\.00 改为 ¥75\.50/)
  await type(/原因/, '老学员续报优惠')
  await press(/^改\s?价$/)
  assert.deepEqual(sent.find((call) => call.path.includes(path))!.body, {
    orderId: 'o1',
    items: [
      { itemId: 'i1', payable: 4550 },
      { itemId: 'i2', payable: 3000 },
    ],
    reason: '老学员续报优惠',
  })
})
