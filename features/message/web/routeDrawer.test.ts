import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { until } from '../../../test/until.ts'

const { show, settle, act, fireEvent, screen } = await openRenderer()
const { default: RouteDrawer } = await import('./RouteDrawer.tsx')

test('a template that was read for an id that is typed over meanwhile is not shown', async () => {
  const row = {
    kind: 'order.paid',
    group: 'notice' as const,
    routes: [],
    title: { zh: '订单已付款', en: 'Order paid' },
    text: { zh: '订单〔订单号〕已付款', en: 'Order [number] is paid' },
    params: [{ param: 'orderNo', name: { zh: '订单号', en: 'order number' } }],
  }
  await show(createElement(RouteDrawer, { row, channel: 'sms', onClose() {} }))
  const waiting: (() => void)[] = []
  mock.method(globalThis, 'fetch', async (_: string, { body }: RequestInit) => {
    const { templateId } = JSON.parse(body as string) as { templateId: string }
    await new Promise<void>((resolve) => waiting.push(resolve))
    const attribute = { text: `模板 ${templateId} \${orderNo}`, places: ['orderNo'] }
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
  const type = (value: string) => fireEvent.change(screen.getByLabelText('模板编号'), { target: { value } })
  const read = () => fireEvent.click(screen.getByRole('button', { name: /读取模板/ }))
  const answer = async () => {
    await act(async () => {
      await until(async () => waiting.length > 0)
      waiting.shift()!()
    })
    await settle()
  }
  type('SMS_1')
  read()
  type('SMS_2')
  await answer()
  assert.ok(!screen.queryByText(/模板 SMS_1/))
  read()
  await answer()
  assert.ok(screen.getByText(/模板 SMS_2/))
})
