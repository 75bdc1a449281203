import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aCmsOrder } from '../../../../test/drawnFee.ts'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { ApplicationRow } from '../../application/contract.ts'
import { type CmsOrder, feeCalls } from '../contract.ts'
import { feeWork } from '../server/work.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { default: CmsOrderListPage } = await import('./CmsOrderListPage.tsx')
const { default: CmsOrderPage } = await import('./CmsOrderPage.tsx')
const { default: PayFeesDialog } = await import('./PayFeesDialog.tsx')
afterEach(clear)

const page = '/cms-manage/cms-order-manage'
const order = aCmsOrder()
const transfer = order.transfer!

test('orders are listed with who pays for whom', async () => {
  await draw(
    createElement(CmsOrderListPage),
    { [feeCalls.query.path]: { total: 1, list: [order] } },
    { menus: [page] },
  )
  for (const each of ['师资培训', '王芳、李雷', '¥160.00', '单位缴费'])
    assert.ok(screen.getAllByText(each).length > 0, each)
})

const unpaid: CmsOrder = { ...order, status: 'unpaid', stage: 'toPay', secondsLeft: 600, paidAt: null }
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

test('one order shows each fee with its application, and a code only while it waits for payment', async () => {
  await draw(createElement(CmsOrderPage), answers(order), options)
  assert.equal(screen.getAllByText('¥80.00').length, 2)
  assert.equal(screen.getAllByText('报名成功').length, 2)
  assert.ok(!screen.queryByText('请用手机扫码付款'))
  clear()
  await draw(createElement(CmsOrderPage), answers(unpaid), options)
  assert.ok(screen.getByText('请用手机扫码付款'))
  clear()
  await draw(createElement(CmsOrderPage), answers({ ...unpaid, payable: false }), options)
  assert.ok(!screen.queryByText('请用手机扫码付款'), 'who may not pay it sees no code')
})

test('an unpaid order of a unit shows the account, the sum, the reference and until when, and takes a slip', async () => {
  await draw(createElement(CmsOrderPage), answers(unpaid), options)
  const panel = screen.getByRole('region', { name: '收款账户' })
  for (const shown of ['江海学院', '中国银行江海支行', '6222000000000001', '¥160.00', 'K7M2QX'])
    assert.ok(panel.textContent.includes(shown), shown)
  assert.match(panel.textContent, /付款期限2023年3月2日/)
  assert.ok(screen.getByText(/等下单单位处理/))
  assert.ok(screen.getByRole('button', { name: '下载付款通知（PDF）' }))
  await press('上传转账回单')
  assert.ok(await screen.findByLabelText('付款户名'))
  clear()
  const pending = { ...unpaid, stage: 'toApprove' as const, transfer: { ...transfer, transferPending: true } }
  await draw(createElement(CmsOrderPage), answers(pending), options)
  assert.ok(screen.getByText(/另一位同事审批后/))
  assert.ok(!screen.queryByText('请用手机扫码付款'), 'there is nothing more to pay meanwhile')
  assert.ok(!screen.queryByRole('button', { name: '上传转账回单' }))
  clear()
  const own = { ...unpaid, byUnit: false, stage: null, transfer: null, payable: false }
  await draw(createElement(CmsOrderPage), answers(own), options)
  assert.ok(!screen.queryByRole('region', { name: '收款账户' }), 'who pays for themselves pays by code')
})

test('a part and an excess are shown with what is missing and what is too much', async () => {
  const receipts = [{ day: '2023-03-01', amount: 6000, allocated: 0, payerName: '第一中学', serialNo: null }]
  const part = { ...transfer, received: 6000, receipts }
  await draw(createElement(CmsOrderPage), answers({ ...unpaid, stage: 'partPaid', transfer: part }), options)
  assert.ok(screen.getByText('还差 ¥100.00'))
  assert.ok(screen.getByText('2023-03-01 第一中学 ¥60.00'))
  clear()
  await draw(
    createElement(CmsOrderPage),
    answers({ ...order, channel: 'offline', transfer: { ...transfer, received: 18_000 } }),
    options,
  )
  assert.ok(screen.getByText(/多付 ¥20.00/))
})

test('the provider rejects a slip with a reason, and records the transfer', async () => {
  const voucher = {
    status: 'in_review' as const,
    payerName: '第一中学',
    day: '2023-03-01',
    amount: 16000,
    serialNo: null,
    proofPath: null,
    decision: null,
    submittedAt: '2023-03-01T02:00:00.000Z',
    submittedBy: '经办人',
  }
  const inReview = { ...transfer, voucherStatus: 'in_review' as const, voucher }
  await draw(
    createElement(CmsOrderPage),
    {
      ...answers({ ...unpaid, stage: 'inReview', payable: false, transfer: inReview }),
      [feeCalls.rejectVoucher.path]: null,
    },
    { menus: [page, '/order-manage/list#receipt'], address: `${page}?id=o1` },
  )
  assert.ok(screen.getByRole('button', { name: '登记到账' }))
  await press('退回回单')
  await type('原因', '金额不符')
  const [, confirm] = screen.getAllByRole('button', { name: '退回回单', hidden: true })
  await act(async () => fireEvent.click(confirm!))
  await settle()
  assert.deepEqual(sent.find(({ path }) => path.includes(feeCalls.rejectVoucher.path))!.body, {
    orderId: 'o1',
    reason: '金额不符',
  })
})

test('the work of the provider leads to the list with a filter that its call takes', async () => {
  for (const { address } of feeWork) {
    await draw(
      createElement(CmsOrderListPage),
      { [feeCalls.query.path]: { total: 1, list: [{ ...unpaid, stage: 'inReview' }] } },
      { menus: [page], address },
    )
    const { body } = sent.find(({ path }) => path.includes(feeCalls.query.path))!
    assert.deepEqual(body.stage, ['inReview'])
    assert.ok(screen.getAllByText('回单待核对').length > 0)
    clear()
  }
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
