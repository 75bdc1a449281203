import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'
import { cartCalls } from '../../cart/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import type { MyPlan } from '../contract.ts'

const { show, screen, sent, act, fireEvent, settle } = await openRenderer()
const { cleanup } = await import('@testing-library/react')
const { MyPlans } = await import('./MyPlans.tsx')

const plan: MyPlan = {
  id: 'p1',
  name: '2023 年度计划',
  year: 2023,
  introduction: '<p>先学<b>公需课</b></p>',
  dueOn: '2023-12-20',
  fulfilled: false,
  types: [
    {
      classType: 'public',
      askedTenths: 300,
      earnedTenths: 100,
      pendingTenths: 50,
      waitingTenths: 0,
      missingTenths: 200,
    },
  ],
  classes: [
    { classId: 'c1', name: '安全', classType: 'public', hoursTenths: 100, state: 'open', obstacle: null },
    { classId: 'c2', name: '写作', classType: 'public', hoursTenths: 50, state: 'booked', obstacle: null },
    { classId: 'c3', name: '法规', classType: 'public', hoursTenths: 50, state: 'open', obstacle: 'full' },
  ],
  toOrder: [
    { classId: 'c1', name: '安全', classType: 'public', hoursTenths: 100, required: true, payable: 5000 },
    { classId: 'c4', name: '统计', classType: 'public', hoursTenths: 50, required: false, payable: 0 },
  ],
  unfilled: [],
}
const path = '/api/train-plan/find-mine.action'
const draw = (plans: MyPlan[], locale: 'zh-CN' | 'en' = 'zh-CN') => {
  saveToken('T')
  return show(createElement(MyPlans, { year: 2023 }), {
    locale,
    answers: {
      [path]: plans,
      [orderCalls.saveOrder.path]: { id: 'o1' },
    },
  })
}

test('a plan says what is missing and by when in the words of the passport, and how far each class is', async () => {
  await draw([plan])
  assert.ok(screen.getByText('还差 20 学时 · 在学 5'))
  assert.ok(screen.getByText('学习中'))
  assert.equal(screen.getByText('公需课').tagName, 'B', 'its introduction is read as it was written')
  assert.ok(screen.getByText('现在不能直接报名'))
  assert.ok(screen.getByText(/^学习截止 .*12.*20/))
})

const orders = () => sent.filter(({ path }) => path === orderCalls.saveOrder.path).map(({ input }) => input)
const pressOrder = async () => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /2 个班级加入订单 · ¥50/ })))
  await settle()
}

test('one button orders the missing classes, and nothing else, for the sum that it names', async () => {
  await draw([plan])
  await pressOrder()
  const [{ requestKey, ...order }] = orders() as [Record<string, unknown>]
  assert.deepEqual(order, { classIds: ['c1', 'c4'], expectedAmount: 5000 })
  assert.ok(requestKey)
  const removed = sent.find(({ path }) => path === cartCalls.delete.path)
  assert.deepEqual(removed?.input, { classIds: ['c1', 'c4'] }, 'what stood in the cart is ordered')
})

test('after a refusal the plans are read again, and the cart keeps what it has', async () => {
  await draw([plan])
  const refused = { respCode: 409, respDesc: '价格已变为 ¥60', attribute: null, field: 'expectedAmount' }
  const answered = globalThis.fetch
  mock.method(globalThis, 'fetch', async (url: string, init?: RequestInit) =>
    url.includes(orderCalls.saveOrder.path) ? Response.json(refused) : answered(url, init),
  )
  const before = sent.length
  await pressOrder()
  assert.deepEqual(
    sent.slice(before).map(({ path: each }) => each),
    [path],
    'the plans are asked for again, and nothing is taken out of the cart',
  )
})

test('a fulfilled plan offers nothing to order, and no plan draws nothing', async () => {
  const done = { ...plan, fulfilled: true, toOrder: [], classes: [] }
  await draw([done], 'en')
  assert.ok(screen.getByText('Fulfilled'))
  assert.ok(!screen.queryByRole('button'))
  const nothing = await draw([])
  assert.equal(nothing.textContent, '')
})

test('a plan whose classes are chosen leads on with them, and offers nothing to order', async () => {
  const [type] = plan.types
  for (const [pendingTenths, name, href] of [
    [200, '继续学习', '/classCenter'],
    [0, '查看订单', '/my?tab=orders'],
  ] as const) {
    const types = [{ ...type!, pendingTenths, waitingTenths: 100 }]
    const page = await draw([{ ...plan, types, toOrder: [] }])
    assert.equal(screen.getByRole('link', { name }).getAttribute('href'), href)
    assert.ok(!page.querySelector('button'))
    cleanup()
  }
})

test('hours that no class fills are named', async () => {
  await draw([{ ...plan, toOrder: [], unfilled: [{ classType: 'public', hoursTenths: 150 }] }], 'en')
  assert.ok(screen.getByText(/^No class can be joined now for: .*15 hours$/))
})
