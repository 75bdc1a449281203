import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Bill, BillDifference } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type, within } = await openOffice()
/** The input a call was sent last. */
const told = (word: string) => sent.findLast(({ path }) => path.includes(word))?.body
const { default: BillListPage } = await import('./BillListPage.tsx')
const { default: DifferenceListPage } = await import('./DifferenceListPage.tsx')
afterEach(clear)

const menus = ['/order-manage/list', '/order-manage/list#reconcile']
const bill: Bill = {
  id: 'b1',
  day: '2023-11-27',
  channel: 'wechat',
  merchantName: null,
  readAt: '2023-11-28T02:30:00.000Z',
  failure: null,
  askAt: null,
  payments: 3,
  received: 123456,
  refunds: 0,
  refunded: 0,
  fees: 741,
  net: 122715,
  differences: 0,
  openDifferences: 0,
}
const difference: BillDifference = {
  id: 'd1',
  day: '2023-11-27',
  channel: 'alipay',
  merchantName: '二部',
  item: 'payment',
  kind: 'unbooked',
  outTradeNo: '20231127AB_1',
  refundNo: null,
  transactionId: '2023112722001',
  billed: 8800,
  booked: null,
  at: '2023-11-27T02:30:00.000Z',
  orderId: 'o1',
  orderNo: '20231127AB',
  canBook: true,
  settledAt: null,
  settledBy: null,
  reason: null,
}

test('a day says its sums and whether all agrees; what does not leads to its differences, a late bill is asked for', async () => {
  const list: Bill[] = [
    bill,
    { ...bill, id: 'b2', day: '2023-11-26', merchantName: '二部', differences: 2, openDifferences: 1 },
    {
      ...bill,
      id: 'b3',
      day: '2023-11-25',
      readAt: null,
      askAt: '2023-11-28T03:00:00.000Z',
      failure: 'silent',
    },
  ]
  await draw(
    createElement(BillListPage),
    {
      '/base/reconciliation/find-page-list.action': { total: 3, list },
      '/base/reconciliation/read-again.action': null,
    },
    { menus, address: '/order-manage/reconciliation' },
  )
  for (const said of ['¥1,234.56 · 3 笔', '1,227.15', '平台商户', '一致', '没有取到 预计读取'])
    assert.ok(document.body.textContent.includes(said), said)
  assert.equal(document.body.textContent.match(/7\.41/g)?.length, 2, 'the fees of an unread bill are unknown')
  const link = screen.getByRole('link', { name: '1 笔差异未处理' })
  assert.equal(
    link.getAttribute('href'),
    '/order-manage/bill-differences?from=2023-11-26&to=2023-11-26&channel=wechat',
  )
  await press(/^重新读取/)
  assert.deepEqual(told('read-again'), { id: 'b3' })
})

test('a difference is settled with an explanation; one the channel can be asked about is booked first', async () => {
  await draw(
    createElement(DifferenceListPage),
    {
      '/base/reconciliation/find-differences.action': {
        total: 2,
        list: [
          difference,
          {
            ...difference,
            id: 'd2',
            canBook: false,
            settledAt: difference.at,
            settledBy: '出纳',
            reason: '已核对',
          },
        ],
      },
      '/base/reconciliation/take-over.action': { outcome: 'surplus' },
    },
    { menus, address: '/order-manage/bill-differences' },
  )
  assert.ok(document.body.textContent.includes('收款 · 账单有，系统没有'))
  for (const said of ['已核对', '出纳']) assert.ok(document.body.textContent.includes(said), said)
  assert.equal(screen.getAllByRole('button', { name: /^标记已处理|^更多/ }).length, 1)
  await press(/^向渠道查询并入账/)
  await settle()
  const dialog = within(screen.getByRole('dialog', { hidden: true }))
  dialog.getByText(/收款 · 账单有，系统没有 · 账单金额 ¥88.00 · 系统金额 没有/)
  await type('说明', '通知丢失')
  await act(async () =>
    fireEvent.click(dialog.getByRole('button', { name: '向渠道查询并入账', hidden: true })),
  )
  await settle()
  assert.deepEqual(told('take-over'), { id: 'd1', reason: '通知丢失' })
})
