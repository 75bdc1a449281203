import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { Order, OrderItem } from '../contract.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { MyOrders } = await import('./MyOrders.tsx')

const item = (name: string, approved: boolean): OrderItem => ({
  ...{ id: name, classId: name, name, classType: 'public', year: 2026, hoursTenths: 80, heldTenths: 0 },
  ...{ approved, price: 6000, discount: 0, reduction: 0, payable: 6000, refunded: 0, mismatch: null },
})
const orderOf = (items: OrderItem[]): Order => ({
  ...{ id: 'o1', orderNo: '20261122AB', status: 'unpaid', amount: 6000, refunded: 0, channel: null },
  ...{ expiresAt: '2026-11-22T03:00:00.000Z', secondsLeft: 1700, paidAt: null, closedReason: null },
  ...{ createdAt: '2026-11-22T02:30:00.000Z', items },
})

async function askToCancel(items: OrderItem[], locale: 'zh-CN' | 'en' = 'zh-CN') {
  const list = { list: [orderOf(items)], total: 1 }
  await show(createElement(MyOrders), {
    answers: { '/base/my-order-entity/find-my-order-list.action': list },
    locale,
  })
  const name = locale === 'en' ? 'Cancel order' : '取消订单'
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  return document.body.textContent
}

test('cancelling shows which places stay reserved: those of approved applications', async () => {
  assert.match(await askToCancel([item('急救', true)]), /取消后名额仍为您保留，可重新下单。确定取消吗？/)
})

test('cancelling an order of approved and other classes names those that stay reserved', async () => {
  assert.match(
    await askToCancel([item('急救', true), item('写作', false)]),
    /已通过审核的班级（急救）名额仍为您保留，可重新下单；其他班级的名额不再保留/,
  )
})

test('cancelling any other order gives its places up, in both languages', async () => {
  assert.match(await askToCancel([item('写作', false)]), /取消后名额不再保留/)
})

test('the consequence of cancelling in English', async () => {
  assert.match(
    await askToCancel([item('急救', true)], 'en'),
    /Your place stays reserved and you can order again/,
  )
})
