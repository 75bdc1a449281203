import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { anOrder, anOrderItem } from '../../../test/drawn.ts'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen, act, fireEvent, settle, sent } = await openRenderer()
const { OrderAgain } = await import('./OrderAgain.tsx')

const items = [anOrderItem('i1', 4000), anOrderItem('i2', 2000)]

test('the classes of a cancelled order are put into the cart again by one press', async () => {
  const refused = [{ classId: 'c2', name: '写作', reason: '“写作”的报名已经截止' }]
  const order = anOrder(items, { status: 'cancelled', closedReason: 'expired' })
  await show(createElement(OrderAgain, { order }), {
    answers: { '/base/shop-cart/save.action': { count: 1, merged: { added: 1, refused } } },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新下单' })))
  await settle()
  const { input } = sent.find(({ path }) => path.includes('shop-cart/save'))!
  assert.deepEqual(input, { classIds: [...new Set(items.map(({ classId }) => classId))], merge: true })
})

test('an order that is not cancelled is not ordered again', async () => {
  for (const status of ['unpaid', 'paid', 'free', 'refunded'] as const) {
    await show(createElement(OrderAgain, { order: anOrder(items, { status }) }))
    assert.ok(!screen.queryByRole('button', { name: '重新下单' }), status)
  }
})
