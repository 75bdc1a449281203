import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { ApplicationRow } from '../../application/contract.ts'
import { type CmsOrder, feeCalls } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { default: CmsOrderListPage } = await import('./CmsOrderListPage.tsx')
const { default: CmsOrderPage } = await import('./CmsOrderPage.tsx')
const { default: PayFeesDialog } = await import('./PayFeesDialog.tsx')
afterEach(clear)

const page = '/cms-manage/cms-order-manage'
const order: CmsOrder = {
  id: 'o1',
  orderNo: '20230301AB',
  status: 'paid',
  payerName: '第一中学',
  byUnit: true,
  unitName: '第一中学',
  signUpTitles: ['师资培训'],
  headCount: 2,
  firstNames: ['王芳', '李雷'],
  amount: 16000,
  refunded: 0,
  channel: 'wechat',
  expiresAt: '2023-03-02T00:00:00.000Z',
  paidAt: '2023-03-01T01:00:00.000Z',
  createdAt: '2023-03-01T00:00:00.000Z',
  secondsLeft: 0,
  payable: true,
  lines: ['王芳', '李雷'].map((realName, i) => ({
    itemId: `i${i}`,
    applicationId: `a${i}`,
    accountId: `c${i}`,
    realName,
    mobileMask: null,
    signUpId: 'u1',
    signUpTitle: '师资培训',
    kind: 'training' as const,
    status: 'confirmed' as const,
    payable: 8000,
    refunded: 0,
  })),
}

test('orders are listed with who pays for whom', async () => {
  await draw(
    createElement(CmsOrderListPage),
    { [feeCalls.query.path]: { total: 1, list: [order] } },
    { menus: [page] },
  )
  for (const each of ['师资培训', '王芳、李雷', '¥160.00', '单位缴费'])
    assert.ok(screen.getAllByText(each).length > 0, each)
})

test('one order shows each fee with its application, and a code only while it waits for payment', async () => {
  const answers = (one: CmsOrder) => ({
    [feeCalls.get.path]: one,
    [feeCalls.getPayCode.path]: {
      paymentId: 'p1',
      codeUrl: 'weixin://pay',
      channel: 'wechat',
      channels: ['wechat'],
      amount: 16000,
      expiresAt: '2023-03-02T00:00:00.000Z',
      secondsLeft: 600,
      cashierUrl: null,
    },
  })
  const options = { menus: [page, `${page}#order`], address: `${page}?id=o1` }
  await draw(createElement(CmsOrderPage), answers(order), options)
  assert.equal(screen.getAllByText('¥80.00').length, 2)
  assert.equal(screen.getAllByText('报名成功').length, 2)
  assert.ok(!screen.queryByText('请用手机扫码付款'))
  clear()
  await draw(createElement(CmsOrderPage), answers({ ...order, status: 'unpaid' }), options)
  assert.ok(screen.getByText('请用手机扫码付款'))
  clear()
  await draw(createElement(CmsOrderPage), answers({ ...order, status: 'unpaid', payable: false }), options)
  assert.ok(!screen.queryByText('请用手机扫码付款'), 'who may not pay it sees no code')
})

test('fees of many are ordered at the sum that was shown', async () => {
  const due = ['a1', 'a2'].map(
    (id) => ({ id, realName: id, signUpTitle: '师资培训', fee: 8000, status: 'approved' }) as ApplicationRow,
  )
  await draw(createElement(PayFeesDialog, { due, onPlaced() {}, onClose() {} }), {
    [feeCalls.place.path]: { orderId: 'o1', orderNo: '20230301AB' },
  })
  await press('提交订单 ¥160.00')
  const { applicationIds, expectedAmount } = sent.find(({ path }) => path.includes(feeCalls.place.path))!.body
  assert.deepEqual([applicationIds, expectedAmount], [['a1', 'a2'], 16000])
})
