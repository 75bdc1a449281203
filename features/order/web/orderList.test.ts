import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ManagedOrder } from '../contract.ts'

openWindow()
const { clear, draw, screen } = await openOffice()
const { default: OrderListPage } = await import('./OrderListPage.tsx')
afterEach(clear)

const order: ManagedOrder = {
  id: 'o1',
  orderNo: '20231124ABCDEFGHJK',
  kind: 'personal',
  status: 'paid',
  amount: 10_000,
  refunded: 0,
  channel: 'wechat',
  transactionId: '4200001',
  secondsLeft: 0,
  closedReason: null,
  expiresAt: '2023-11-24T03:00:00.000Z',
  paidAt: '2023-11-24T02:31:00.000Z',
  createdAt: '2023-11-24T02:30:00.000Z',
  itemCount: 1,
  classNames: ['急救'],
  payerName: '王芳',
  accountId: 'a1',
  userName: '王芳',
  mobileMask: '139****0001',
  learnerCount: 1,
  unitName: '一院',
  operatorName: null,
  remark: null,
  refundStatuses: [],
  isProposed: false,
  proposal: null,
}

test('an order says which of its refunds somebody waits for, the worst first', async () => {
  for (const [refundStatuses, said] of [
    [['succeeded', 'rejected'], null],
    [['succeeded', 'applied'], '有退款待处理'],
    [['processing'], '有款项正在退回'],
    [['applied', 'failed', 'processing'], '有退款未退成'],
  ] as const) {
    const list = [{ ...order, refundStatuses }]
    await draw(
      createElement(OrderListPage),
      { '/base/my-order-entity/find-page-list.action': { total: 1, list } },
      { menus: ['/order-manage/list'], address: '/order-manage/list' },
    )
    const shown = [...document.querySelectorAll('td .crud-line')].map(({ textContent }) => textContent)
    assert.deepEqual(shown, said === null ? [] : [said])
    assert.ok(screen.getByText('已付款'))
    clear()
  }
})
