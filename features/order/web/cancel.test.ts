import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { anOrder, anOrderItem } from '../../../test/drawn.ts'
import { openRenderer } from '../../../test/rendered.ts'
import type { OrderItem } from '../contract.ts'

const { show, act, fireEvent, screen, sent, settle } = await openRenderer()
const { MyOrders } = await import('./MyOrders.tsx')

const item = (name: string, approved: boolean) => anOrderItem(name, 6000, { approved })
const orderOf = (items: OrderItem[]) => anOrder(items, { amount: 6000 })

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

test('the order that a message names is shown by itself, with the way to all of them', async () => {
  const listed = { ...orderOf([item('写作', false)]), id: 'o2', orderNo: '20231123CD' }
  await show(createElement(MyOrders), {
    at: '/my?tab=orders&order=o1',
    answers: {
      '/base/my-order-entity/get-order-detail.action': orderOf([item('急救', false)]),
      '/base/my-order-entity/find-my-order-list.action': { list: [listed], total: 1 },
    },
  })
  assert.match(document.body.textContent, /20231122AB/)
  assert.deepEqual(
    sent.map(({ path, input }) => [path, input]),
    [['/base/my-order-entity/get-order-detail.action', { orderId: 'o1' }]],
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '查看全部订单' })))
  await settle()
  assert.match(document.body.textContent, /20231123CD/)
  assert.doesNotMatch(document.body.textContent, /20231122AB/)
})

test('an order of every status is found by its chip, a waived or partly refunded one too', async () => {
  await show(createElement(MyOrders), {
    answers: { '/base/my-order-entity/find-my-order-list.action': { list: [], total: 0 } },
  })
  for (const name of ['全部', '待付款', '已付款', '已取消', '已免单', '部分退款', '已退款'])
    assert.ok(screen.getByRole('button', { name }), name)
})

test('a status without orders does not read as if there were none, and leads back to all', async () => {
  await show(createElement(MyOrders), {
    answers: { '/base/my-order-entity/find-my-order-list.action': { list: [], total: 0 } },
  })
  assert.ok(screen.getByText('还没有订单'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '已取消' })))
  await settle()
  assert.ok(screen.getByText('没有这种状态的订单'))
  assert.ok(!screen.queryByText('还没有订单'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '查看全部订单' })))
  await settle()
  assert.ok(screen.getByText('还没有订单'))
})

test('year and hours of a class stay together, and what else is said of it has a line of its own', async () => {
  const items = [{ ...item('急救', false), heldTenths: 40, reduction: 1000 }]
  await show(createElement(MyOrders), {
    answers: { '/base/my-order-entity/find-my-order-list.action': { list: [orderOf(items)], total: 1 } },
  })
  const texts = (part: string) => [...document.querySelectorAll(part)].map((own) => own.textContent)
  assert.deepEqual(texts('.order-facts'), ['2023 · 8 学时'])
  assert.match(texts('.order-held').join(), /您已有 4 学时/)
  assert.deepEqual(texts('.order-name > *'), ['订单号 20231122AB', '2023年11月22日 10:30'])
})

test('an order whose bank transfer is being checked is looked at, and not paid', async () => {
  const list = { list: [{ ...orderOf([item('急救', false)]), transferPending: true }], total: 1 }
  await show(createElement(MyOrders), {
    answers: { '/base/my-order-entity/find-my-order-list.action': list },
  })
  assert.match(document.body.textContent, /已收到您的转账 ¥60\.00，正在核对/)
  assert.ok(!screen.queryByRole('link', { name: '去付款' }))
  assert.equal(screen.getByRole('link', { name: '查看' }).getAttribute('href'), '/go-pay?orderId=o1')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '取消订单' })))
  assert.match(document.body.textContent, /您的转账 ¥60\.00 已收到。取消后它不再用于这个订单/)
})

test('classes whose refund is under way are not offered for study', async () => {
  const shows = async (refunding: number) => {
    const items = [{ ...item('急救', false), refunding }]
    const list = { list: [{ ...orderOf(items), status: 'paid' as const }], total: 1 }
    const container = await show(createElement(MyOrders), {
      answers: { '/base/my-order-entity/find-my-order-list.action': list },
    })
    const isThere = screen.queryByRole('link', { name: '去学习' }) !== null
    container.remove()
    return isThere
  }
  assert.deepEqual([await shows(0), await shows(6000), await shows(100)], [true, false, true])
})

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

test('an order of a fee says what cancelling it ends, and once paid leads to its sign-up', async () => {
  const fee = anOrderItem('信息技术考试', 6000, { classId: null, signUpId: 's1', classType: '' })
  const draw = async (status: 'unpaid' | 'paid') => {
    const list = { list: [anOrder([fee], { kind: 'cms', status, amount: 6000 })], total: 1 }
    await show(createElement(MyOrders), {
      answers: { '/base/my-order-entity/find-my-order-list.action': list },
    })
  }
  await draw('unpaid')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '取消订单' })))
  assert.match(document.body.textContent, /取消后报名也随之取消/)
  document.body.replaceChildren()
  await draw('paid')
  assert.equal(screen.getByRole('link', { name: '查看报名' }).getAttribute('href'), '/trainIndex')
  assert.ok(!screen.queryByRole('link', { name: '去学习' }))
})
