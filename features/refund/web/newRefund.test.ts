import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { RefundData, RefundStatus } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, settle } = await openOffice()
const { default: NewRefund } = await import('./NewRefund.tsx')
const { currentNotices, dismiss } = await import('../../../web/notice.ts')
afterEach(clear)

const item = {
  itemId: 'i1',
  name: '急救',
  amount: 4000,
  progress: 1000,
  isCounted: false,
  examined: null,
  blocks: [],
}
const data: RefundData = {
  orderId: 'o1',
  orderNo: '20231124AB',
  channel: 'wechat',
  offlineWhy: null,
  terms: null,
  items: [item],
}

/** Submits a refund that comes to a status; returns what the operator is told. */
async function submit(status: RefundStatus, changes: Partial<RefundData> = {}): Promise<string> {
  for (const { id } of currentNotices()) dismiss(id)
  const answers = { 'refund-apply/data': { ...data, ...changes }, 'refund-apply/submit': { status } }
  await draw(createElement(NewRefund, { orderId: 'o1', onClose() {} }), answers)
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { hidden: true })))
  await act(async () => fireEvent.change(screen.getByLabelText(/原因/), { target: { value: '班级取消' } }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '退款', hidden: true })))
  await settle()
  const told = currentNotices().map(({ text }) => text)
  clear()
  return told.join('; ')
}

test('a refund is called submitted where it was sent, and only there', async () => {
  assert.equal(await submit('processing'), '退款已提交')
  assert.match(await submit('applied'), /另一位/)
  assert.match(await submit('applied', { offlineWhy: 'old' }), /款项还没有退.*线下退款/)
})

test('who has a ticket or a score is said before a fee is refunded', async () => {
  for (const [examined, said] of [
    ['ticket', /准考证：退款由另一位同事批准/],
    ['score', /没有发布的成绩随之删除/],
  ] as const) {
    await draw(createElement(NewRefund, { orderId: 'o1', onClose() {} }), {
      'refund-apply/data': { ...data, items: [{ ...item, examined }] },
    })
    assert.match(document.body.textContent, said)
    clear()
  }
})

test('where nothing can be refunded, the refunds that block it are a click away, and no reason is asked', async () => {
  const blocked = { ...item, amount: 0, blocks: ['“急救”的退款正在办理，请等它结束'] }
  await draw(createElement(NewRefund, { orderId: 'o1', onClose() {} }), {
    'refund-apply/data': { ...data, items: [blocked] },
  })
  assert.match(document.body.textContent, /正在办理/)
  assert.ok(!screen.queryByLabelText(/原因/))
  const link = screen.getByRole('link', { name: '查看这个订单的退款', hidden: true })
  assert.equal(link.getAttribute('href'), '/invoice-manage/refund-list?keyword=20231124AB')
})
