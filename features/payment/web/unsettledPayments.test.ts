import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { UnsettledPayments as Unsettled } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { UnsettledPayments } = await import('./UnsettledPayments.tsx')
afterEach(clear)

const at = '2023-11-24T03:00:00.000Z'
const unsettled: Unsettled = {
  payments: [{ id: 'p1', outTradeNo: 'N_1', channel: 'wechat', amount: 6000, createdAt: at }],
  differences: [
    {
      id: 'd1',
      kind: 'came',
      outTradeNo: 'N_2',
      channel: 'alipay',
      number: '2023',
      amount: 5999,
      asked: 6000,
      createdAt: at,
    },
    {
      id: 'd2',
      kind: 'wentBack',
      outTradeNo: 'N_3',
      channel: 'wechat',
      number: 'N_3_R1',
      amount: 4000,
      asked: 6000,
      createdAt: at,
    },
  ],
}
const show = (menus: string[]) =>
  draw(
    createElement(UnsettledPayments, { orderId: 'o1' }),
    { 'pay/find-unsettled': unsettled, 'pay/end': null, 'pay/settle-difference': null },
    { menus },
  )
const list = '/order-manage/list'

test('what a person has to see to is said in sentences with both sums', async () => {
  await show([list])
  const text = document.body.textContent
  assert.match(text, /支付 N_1 没有结果/)
  assert.match(text, /支付宝实收 ¥59\.99，应收 ¥60\.00，渠道单号 2023/)
  assert.match(text, /款项重复退回：¥40\.00.*N_3_R1/)
  assert.ok(!screen.queryByRole('button'), 'who settles no orders has no step')
})

test('each is ended with a reason', async () => {
  await show([list, `${list}#free`])
  await press('结束这笔支付')
  const reason = await screen.findByLabelText('原因')
  await act(async () => fireEvent.change(reason, { target: { value: '渠道已停用' } }))
  const buttons = screen.getAllByRole('button', { name: '结束这笔支付', hidden: true })
  await act(async () => fireEvent.click(buttons.at(-1)!))
  await settle()
  const ended = sent.filter(({ path }) => path.includes('/pay/end'))
  assert.deepEqual(
    ended.map(({ body }) => body),
    [{ paymentId: 'p1', reason: '渠道已停用' }],
  )
})
