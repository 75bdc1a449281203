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
  ...{ id: 'o1', orderNo: '20261124ABCDEFGHJK', status: 'part_refunded', amount: 10000, refunded: 4000 },
  ...{ channel: 'wechat', transactionId: '4200001', expiresAt: '2026-11-24T03:00:00.000Z', secondsLeft: 0 },
  ...{ paidAt: '2026-11-24T02:31:00.000Z', closedReason: null, createdAt: '2026-11-24T02:30:00.000Z' },
  ...{ accountId: 'a1', userName: '王芳', mobileMask: '139****0001', unitName: '一院', operatorName: null },
  remark: null,
  items: [
    {
      ...{ id: 'i1', classId: 'c1', name: '急救', classType: 'public', year: 2026, hoursTenths: 100 },
      ...{ heldTenths: 0, approved: false, price: 10000, discount: 0, payable: 10000, refunded: 4000 },
      mismatch: null,
    },
  ],
}
const event = { amount: null, channel: null, number: null, person: null, text: null }
const answers = {
  '/base/my-order-entity/find-page-list.action': { total: 1, list: [order] },
  '/base/my-order-entity/find-history.action': {
    events: [
      { ...event, at: '2026-11-24T02:30:00.000Z', kind: 'placed', amount: 10000 },
      { ...event, at: '2026-11-24T02:35:00.000Z', kind: 'note', person: '李娜', text: '来电' },
    ],
  },
  '/base/approval/find-page-list.action': { total: 0, list: [] },
}
const office = { menus: ['/order-manage/list'], address: '/order-manage/detail?id=o1' }

test('an order shows what was bought, what happened, and takes a note', async () => {
  await draw(createElement(OrderDetailPage), answers, office)
  const { textContent } = document.body
  for (const said of ['王芳', '4200001', '急救', '100.00', '40.00', '订单已提交', '李娜 · 来电'])
    assert.ok(textContent.includes(said), said)
  const add = screen.getByRole('button', { name: '添加内部备注' }) as HTMLButtonElement
  assert.equal(add.disabled, true)
  const field = screen.getByLabelText('内部备注（学员看不到）')
  await act(async () => fireEvent.change(field, { target: { value: '已回电' } }))
  await act(async () => fireEvent.click(add))
  const request = sent.find(({ path }) => path.includes('add-note'))
  assert.deepEqual(request?.body, { orderId: 'o1', text: '已回电' })
})

test('an order that is not there says so with the way back', async () => {
  const none = { ...answers, '/base/my-order-entity/find-page-list.action': { total: 0, list: [] } }
  await draw(createElement(OrderDetailPage), none, office)
  assert.ok(screen.getByText('没有这个订单，或者您看不到它'))
  assert.ok(screen.getByRole('link', { name: '返回订单列表' }))
})
