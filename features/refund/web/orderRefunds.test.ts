import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { anOrder, anOrderItem } from '../../../test/drawn.ts'
import { openRenderer } from '../../../test/rendered.ts'
import type { Order } from '../../order/contract.ts'
import type { MyRefund, RefundData } from '../contract.ts'

const { show, act, fireEvent, screen, settle, sent } = await openRenderer()
const { OrderRefunds } = await import('./OrderRefunds.tsx')

const itemOf = (id: string, payable: number, refunding = 0) => anOrderItem(id, payable, { refunding })
const order = anOrder([itemOf('i1', 4000), itemOf('i2', 2000)], {
  status: 'paid',
  channel: 'wechat',
  secondsLeft: 0,
  paidAt: '2023-11-24T02:31:00.000Z',
})
const data: RefundData = {
  orderId: 'o1',
  orderNo: '20231124AB',
  channel: 'wechat',
  offlineWhy: null,
  terms: { days: 7, process: 20, times: 2 },
  items: [
    {
      itemId: 'i1',
      name: '急救',
      amount: 4000,
      progress: 1000,
      isCounted: false,
      examined: null,
      blocks: [],
    },
    {
      itemId: 'i2',
      name: '写作',
      amount: 2000,
      progress: 9000,
      isCounted: true,
      examined: null,
      blocks: ['学习进度不超过 20%'],
    },
  ],
}
const refundOf = (changes: Partial<MyRefund>): MyRefund => ({
  id: 'r1',
  refundNo: 'R1',
  orderId: 'o1',
  orderNo: '20231124AB',
  kind: 'learner',
  status: 'applied',
  amount: 4000,
  reason: '报错班',
  items: [],
  decision: null,
  channel: 'wechat',
  createdAt: '2023-11-24T03:00:00.000Z',
  decidedAt: null,
  succeededAt: null,
  isOffline: false,
  waitsFor: null,
  events: [],
  ...changes,
})

const draw = (list: MyRefund[], of: Partial<Order> = {}) =>
  show(createElement(OrderRefunds, { order: { ...order, ...of } }), {
    answers: {
      '/base/refund-apply/find-my-list.action': { total: list.length, list },
      '/base/refund-apply/data.action': data,
    },
  })

test('what can be refunded is asked for with its sum; what cannot shows the rule that blocks it', async () => {
  await draw([])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '申请退款' })))
  await settle()
  assert.match(document.body.textContent, /学习进度不超过 20%/)
  assert.match(document.body.textContent, /不能再取得这些班级的学时和证书/)
  const boxes = screen.getAllByRole('checkbox', { hidden: true }) as HTMLInputElement[]
  assert.deepEqual(
    boxes.map(({ disabled, checked }) => [disabled, checked]),
    [
      [false, true],
      [true, false],
    ],
  )
  const submit = () => screen.getByRole('button', { name: '申请退款 ¥40.00', hidden: true })
  await act(async () => fireEvent.click(submit()))
  assert.match(document.body.textContent, /请写明原因/)
  const reason = screen.getByLabelText('原因')
  await act(async () => fireEvent.change(reason, { target: { value: '报错班了' } }))
  await act(async () => fireEvent.click(submit()))
  await settle()
  const asked = sent.filter(({ path }) => path === '/base/refund-apply/submit.action')
  const { requestKey } = asked[0]!.input as { requestKey: string }
  assert.match(requestKey, /^[0-9a-f-]{36}$/)
  assert.deepEqual(
    asked.map(({ input }) => input),
    [{ orderId: 'o1', items: [{ itemId: 'i1' }], reason: '报错班了', requestKey }],
  )
})

test('a form whose answer was lost is sent again under the same key', async () => {
  await draw([])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '申请退款' })))
  await settle()
  const reason = screen.getByLabelText('原因')
  await act(async () => fireEvent.change(reason, { target: { value: '报错班了' } }))
  const submit = screen.getByRole('button', { name: '申请退款 ¥40.00', hidden: true })
  const keys: string[] = []
  mock.method(globalThis, 'fetch', async (_url: string, { body }: RequestInit) => {
    keys.push((JSON.parse(body as string) as { requestKey: string }).requestKey)
    throw new TypeError('Failed to fetch')
  })
  for (let n = 0; n < 2; n++) {
    await act(async () => fireEvent.click(submit))
    await settle()
  }
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
})

test('where the money is: asked, sent, back; rejected with the reason; failed without anything to do', async () => {
  const at = '2023-11-24T04:00:00.000Z'
  const sent = { kind: 'sent', at } as const
  for (const [changes, text] of [
    [{}, /已申请退款 2023[^已]*等待审核 ?等待退回/],
    [{ status: 'processing', decidedAt: at, events: [sent] }, /已提交支付渠道 2023[^已]*等待退回/],
    [
      { status: 'succeeded', decidedAt: at, succeededAt: at, events: [sent, { kind: 'arrived', at }] },
      /已提交支付渠道 2023.*已退回 2023/,
    ],
    [{ status: 'rejected', decidedAt: at, decision: '已开课' }, /未通过：已开课/],
    [
      {
        status: 'succeeded',
        decidedAt: at,
        succeededAt: at,
        isOffline: true,
        events: [{ kind: 'offline', at }],
      },
      /已申请退款[^步渠]*已线下退款 2023/,
    ],
    [
      { status: 'failed', decidedAt: at, events: [sent, { kind: 'failed', at }] },
      /已提交支付渠道 2023[^已等]*没有退成.*不需要您再次申请/,
    ],
  ] as [Partial<MyRefund>, RegExp][]) {
    const container = await draw([refundOf(changes)])
    assert.match(container.textContent, text)
    container.remove()
  }
})

test('what was sent, failed and was sent again is told each time, with its moment', async () => {
  const { textContent } = await draw([
    refundOf({
      status: 'processing',
      decidedAt: '2023-11-26T04:00:00.000Z',
      events: [
        { kind: 'sent', at: '2023-11-24T04:00:00.000Z' },
        { kind: 'failed', at: '2023-11-25T04:00:00.000Z' },
        { kind: 'sent', at: '2023-11-26T04:00:00.000Z' },
      ],
    }),
  ])
  assert.match(
    textContent,
    /已提交支付渠道 2023年11月24日[^已]*没有退成 2023年11月25日[^已]*已提交支付渠道 2023年11月26日[^已]*等待退回/,
  )
})

test('money that waits for a reversed invoice is not called sent, nor is what waits again to be sent', async () => {
  const decidedAt = '2023-11-24T04:00:00.000Z'
  const waiting = await draw([
    refundOf({ status: 'awaiting_red', decidedAt, waitsFor: '等待红字发票确认单' }),
  ])
  assert.match(waiting.textContent, /已同意退款 2023[^已]*等待发票冲红，之后退款 ?等待退回/)
  assert.doesNotMatch(waiting.textContent, /已提交支付渠道/)
  waiting.remove()
  const ready = await draw([refundOf({ decidedAt })])
  assert.doesNotMatch(ready.textContent, /已提交支付渠道/)
})

test('what is on its way back is not asked for again; what is left is', async () => {
  const drawn = (...refunding: [number, number]) =>
    draw([refundOf({})], { items: [itemOf('i1', 4000, refunding[0]), itemOf('i2', 2000, refunding[1])] })
  const part = await drawn(4000, 0)
  assert.match(part.textContent, /退款办理中，暂停学习/)
  assert.ok(screen.getByRole('button', { name: '申请退款' }))
  part.remove()
  const whole = await drawn(4000, 2000)
  assert.ok(!screen.queryByRole('button', { name: '申请退款' }))
  whole.remove()
  const some = await drawn(1000, 2000)
  assert.ok(!screen.queryByRole('button', { name: '申请退款' }), 'of no class twice at a time')
  some.remove()
  const last = await draw([refundOf({})], { items: [{ ...itemOf('i1', 4000, 3000), refunded: 1000 }] })
  assert.match(last.textContent, /暂停学习/, 'the rest of a class of which a part went back before')
  last.remove()
  const little = await drawn(1000, 0)
  assert.doesNotMatch(little.textContent, /暂停学习/, 'a part of the money leaves the learner in the class')
  little.remove()
})

test('only a request that waits can be cancelled', async () => {
  await draw([
    refundOf({}),
    refundOf({ id: 'r2', status: 'processing', decidedAt: '2023-11-24T04:00:00.000Z' }),
  ])
  const cancel = screen.getAllByRole('button', { name: '撤销申请' })
  assert.equal(cancel.length, 1)
  await act(async () => fireEvent.click(cancel[0]!))
  assert.match(document.body.textContent, /撤销后款项不再退回/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '确定撤销' })))
  await settle()
  const cancelled = sent.filter(({ path }) => path === '/base/refund-apply/cancel.action')
  assert.deepEqual(
    cancelled.map(({ input }) => input),
    [{ refundId: 'r1' }],
  )
})

test('money that came for a cancelled order is seen on its way back', async () => {
  const at = '2023-11-24T03:00:00.000Z'
  const surplus = refundOf({
    kind: 'surplus',
    status: 'processing',
    reason: null,
    events: [{ kind: 'sent', at }],
  })
  const container = await draw([surplus], { status: 'cancelled', paidAt: null })
  assert.match(container.textContent, /已发起退款.*已提交支付渠道 2023/)
  assert.match(container.textContent, /付到时订单已不能再付款，自动原路退回，不需要申请/)
})

test('an order of another learner’s refund, an unpaid and a free one show nothing', async () => {
  const other = await draw([refundOf({ orderId: 'o2' })], { paidAt: null, status: 'unpaid' })
  assert.equal(other.textContent, '')
  const free = await draw([], { amount: 0 })
  assert.equal(free.textContent, '')
})
