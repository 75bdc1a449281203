import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { type Answers, openRenderer } from '../../../test/rendered.ts'
import type { Order } from '../../order/contract.ts'
import type { ClassDetail } from '../contract.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { saveToken } = await import('../../../web/token.ts')
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')

const detail: ClassDetail = {
  ...{ id: 'c1', name: '急救', classType: 'public', categoryId: 'g1', categoryName: '公需', year: 2026 },
  ...{ hoursTenths: 80, heldTenths: 0, price: 6000, originalPrice: 6000, unitObstacle: null, coverKey: null },
  ...{ placesLeft: null, placesHeld: 0, signUpFrom: null, signUpTo: null, studyTo: null, validDays: 365 },
  ...{ needReview: false, personnelCategories: [], regions: [], joined: null, mismatch: null },
  ...{ status: 'on_shelf', studyFrom: null, introduction: '', refundable: true, requiredHoursTenths: 80 },
  ...{ electiveMinTenths: 0, sold: 0, courses: [], exam: null, certificateName: null },
}
const order: Order = {
  ...{
    id: 'o1',
    orderNo: '20261124AB',
    kind: 'personal',
    status: 'unpaid',
    amount: 6000,
    refunded: 0,
    channel: null,
  },
  ...{
    expiresAt: '2026-11-24T03:00:00.000Z',
    secondsLeft: 1800,
    paidAt: null,
    closedReason: null,
    transferPending: false,
  },
  ...{ createdAt: '2026-11-24T02:30:00.000Z', items: [] },
}
const learner = {
  ...{ accountId: 'a1', userName: '王', imagePath: null, unitId: null, unitName: null },
  ...{ mustChangePassword: false, roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] } },
}
const save = '/base/my-order-entity/save-order.action'
const keys = () =>
  sent.filter(({ path }) => path === save).map(({ input }) => (input as { requestKey: string }).requestKey)

async function press(role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole(role, { name, hidden: true })))
  await settle()
}

test('a class is ordered and paid where it was chosen; asked for again it is one order until that is over', async () => {
  saveToken('T')
  const answers: Answers = {
    '/base/class-entity/find-class-detail.action': detail,
    '/login/get-account-info.action': { manageAccountInfo: learner },
    '/base/shop-cart/find.action': { list: [], amount: 0 },
    [save]: order,
    '/base/my-order-entity/get-order-detail.action': order,
    '/base/pay/get-order-pay-qrcode.action': {
      ...{
        codeUrl: 'weixin://wxpay/1',
        channel: 'wechat',
        channels: ['wechat'],
        request: null,
        amount: 6000,
        secondsLeft: 1800,
        cashierUrl: null,
      },
      expiresAt: '2026-11-24T03:00:00.000Z',
    },
    '/base/pay/is-order-pay.action': { paid: false, status: 'unpaid', amount: 6000, secondsLeft: 1800 },
  }
  await show(createElement(ClassDetailPage), { answers, at: '/detail-public?id=c1' })
  await press('button', '立即报名 ¥60.00')
  assert.match(document.body.textContent, /用微信“扫一扫”扫描二维码付款/)
  await press('button', '立即报名 ¥60.00')
  assert.equal(new Set(keys()).size, 1)
  answers[save] = { ...order, status: 'cancelled' }
  await press('button', '立即报名 ¥60.00')
  assert.equal(new Set(keys()).size, 2, 'an order that is over is not paid again')
})

test('once it is paid, the sheet leads into the class', async () => {
  saveToken('T')
  const joined = { enrolmentId: 'e1', status: 'active', progress: 0, suspended: false }
  const answers: Answers = {
    '/base/class-entity/find-class-detail.action': detail,
    '/login/get-account-info.action': { manageAccountInfo: learner },
    '/base/shop-cart/find.action': { list: [], amount: 0 },
    [save]: order,
    '/base/my-order-entity/get-order-detail.action': { ...order, status: 'paid', channel: 'wechat' },
  }
  await show(createElement(ClassDetailPage), { answers, at: '/detail-public?id=c1' })
  answers['/base/class-entity/find-class-detail.action'] = { ...detail, joined }
  await press('button', '立即报名 ¥60.00')
  assert.match(document.body.textContent, /付款成功，班级已经开通/)
  const links = screen.getAllByRole('link', { name: '开始学习', hidden: true }) as HTMLAnchorElement[]
  assert.ok(links.every((link) => link.href.endsWith('/student/study-page?enrolmentId=e1')))
  assert.equal(links.length, 2, 'on the page and in the sheet')
})
