import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { type Answers, openRenderer } from '../../../test/rendered.ts'
import type { Order } from '../../order/contract.ts'
import type { ClassDetail } from '../contract.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { saveToken } = await import('../../../web/token.ts')
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')
const { default: PayPage } = await import('../../payment/web/PayPage.tsx')
const { Route, Routes } = await import('react-router')

const detail: ClassDetail = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryId: 'g1',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 6000,
  originalPrice: 6000,
  unitObstacle: null,
  awaitsUnit: false,
  coverKey: null,
  placesLeft: null,
  placesHeld: 0,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  validDays: 365,
  needReview: false,
  personnelCategories: [],
  regions: [],
  joined: null,
  mismatch: null,
  status: 'on_shelf',
  studyFrom: null,
  introduction: '',
  refundable: true,
  requiredHoursTenths: 80,
  electiveMinTenths: 0,
  sold: 0,
  courses: [],
  exam: null,
  certificateName: null,
}
const order: Order = {
  id: 'o1',
  orderNo: '20231124AB',
  kind: 'personal',
  status: 'unpaid',
  amount: 6000,
  refunded: 0,
  channel: null,
  expiresAt: '2023-11-24T03:00:00.000Z',
  secondsLeft: 1800,
  paidAt: null,
  closedReason: null,
  transferPending: false,
  createdAt: '2023-11-24T02:30:00.000Z',
  items: [],
}
const learner = {
  accountId: 'a1',
  userName: '王',
  imagePath: null,
  unitId: null,
  unitName: null,
  mustChangePassword: false,
  roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] },
}
const listed = '/base/my-order-entity/find-my-order-list.action'
const save = '/base/my-order-entity/save-order.action'
const keys = () =>
  sent.filter(({ path }) => path === save).map(({ input }) => (input as { requestKey: string }).requestKey)

async function press(role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const [first] = screen.getAllByRole(role, { name, hidden: true })
  await act(async () => fireEvent.click(first!))
  await settle()
}

const codePath = '/base/pay/get-order-pay-qrcode.action'
const detailPath = '/base/class-entity/find-class-detail.action'
const answersOf = (more: Answers = {}): Answers => ({
  [detailPath]: detail,
  '/login/get-account-info.action': { manageAccountInfo: learner },
  '/base/shop-cart/find.action': { list: [], amount: 0 },
  [save]: order,
  [listed]: { total: 0, list: [] },
  '/base/my-order-entity/get-order-detail.action': order,
  [codePath]: {
    codeUrl: 'weixin://wxpay/1',
    channel: 'wechat',
    channels: ['wechat', 'alipay'],
    request: null,
    amount: 6000,
    secondsLeft: 1800,
    cashierUrl: null,
    expiresAt: '2023-11-24T03:00:00.000Z',
  },
  '/base/pay/is-order-pay.action': { paid: false, status: 'unpaid', amount: 6000, secondsLeft: 1800 },
  ...more,
})
const text = () => document.querySelector('dialog')?.textContent ?? ''
const joined = { enrolmentId: 'e1', status: 'active', progress: 0, suspended: false, refunding: false }
const place = '/detail-public?id=c1'

test('a class is ordered and paid where it was chosen: what is bought, the refund rule, the ways to pay', async () => {
  saveToken('T')
  await show(createElement(ClassDetailPage), { answers: answersOf(), at: place })
  await press('button', '立即报名')
  assert.match(text(), /报名“急救”/)
  assert.match(text(), /8 学时 · 0 门课程 · 0 个视频/)
  assert.match(text(), /加入后 365 天内学完/)
  assert.match(text(), /自助退款|可申请退款/)
  assert.match(text(), /用微信“扫一扫”扫描二维码付款/)
  for (const name of ['微信支付', '支付宝']) assert.ok(screen.getByRole('button', { name, hidden: true }))
  const asked = sent.filter(({ path }) => path === save).map(({ input }) => input)
  assert.deepEqual(asked, [
    { classIds: ['c1'], expectedAmount: 6000, requestKey: keys()[0], acceptMismatch: [] },
  ])
})

test('the countdown in the sheet is the code’s, and one that has run out is renewed there by a press', async () => {
  saveToken('T')
  const long = { ...order, secondsLeft: 86_400 }
  const answers = answersOf({ '/base/my-order-entity/get-order-detail.action': long })
  await show(createElement(ClassDetailPage), { answers, at: place })
  await press('button', '立即报名')
  assert.match(text(), /请在 (30:00|29:5\d) 内完成付款/)
  const code = answers[codePath] as object
  answers[codePath] = { ...code, secondsLeft: 0 }
  await press('button', '支付宝')
  assert.match(text(), /二维码已过期/)
  answers[codePath] = { ...code, secondsLeft: 600 }
  await press('button', '刷新二维码')
  assert.match(text(), /请在 (10:00|9:5\d) 内完成付款/)
  localStorage.removeItem('payChannel')
})

test('once it is paid, the same sheet leads into the class', async () => {
  saveToken('T')
  const paid = { ...order, status: 'paid', channel: 'wechat' }
  const answers = answersOf({ [save]: paid, '/base/my-order-entity/get-order-detail.action': paid })
  await show(createElement(ClassDetailPage), { answers, at: place })
  answers[detailPath] = { ...detail, joined }
  await press('button', '立即报名')
  assert.match(text(), /付款成功，班级已经开通/)
  const links = screen.getAllByRole('link', { name: '开始学习', hidden: true }) as HTMLAnchorElement[]
  assert.ok(links.every((link) => link.href.endsWith('/student/study-page?enrolmentId=e1')))
  assert.equal(links.length, 2, 'on the page and in the sheet')
})

const at = `${place}&join=c1`

test('an address alone orders nothing: the sheet offers to', async () => {
  saveToken('T')
  await show(createElement(ClassDetailPage), { answers: answersOf(), at })
  assert.match(text(), /报名“急救”/)
  assert.deepEqual(keys(), [])
  await press('button', '立即报名')
  assert.equal(keys().length, 1)
})

test('back at the address, the order that waits is gone on with, and a paid one begins the class', async () => {
  saveToken('T')
  const waiting = { ...order, items: [{ id: 'i1', classId: 'c1', name: '急救' }] }
  const answers = answersOf({ [listed]: { total: 1, list: [waiting] } })
  await show(createElement(ClassDetailPage), { answers, at })
  await settle()
  assert.match(text(), /已在一个待付款的订单里/)
  assert.match(text(), /扫描二维码付款/)
  assert.deepEqual(keys(), [])
  await show(createElement(ClassDetailPage), {
    answers: answersOf({ [detailPath]: { ...detail, joined } }),
    at,
  })
  assert.match(document.body.textContent, /班级已经开通，现在就可以学习/)
})

test('an order seen unpaid on the way back from the channel, and paid a moment later, is shown as paid', async () => {
  saveToken('T')
  sessionStorage.setItem('payFrom', JSON.stringify({ orderId: 'o1', path: at }))
  const answers = answersOf({ [detailPath]: { ...detail, joined } })
  let asked = 0
  Object.defineProperty(answers, '/base/my-order-entity/get-order-detail.action', {
    get: () => (asked++ === 0 ? order : { ...order, status: 'paid', channel: 'wechat' }),
  })
  /** Answers are kept for a moment, as in the portal. */
  function Kept() {
    useQueryClient().setDefaultOptions({ queries: { retry: false, staleTime: 5_000 } })
    return createElement(Routes, null, [
      createElement(Route, { key: 'pay', path: '/go-pay', element: createElement(PayPage) }),
      createElement(Route, { key: 'class', path: '/detail-public', element: createElement(ClassDetailPage) }),
    ])
  }
  await show(createElement(Kept), { answers, at: '/go-pay?orderId=o1' })
  await settle()
  assert.match(text(), /付款成功，班级已经开通/)
  sessionStorage.removeItem('payFrom')
})

test('a class seen before its order was paid is asked for again, and can be begun in the sheet', async () => {
  saveToken('T')
  const waiting = { ...order, items: [{ id: 'i1', classId: 'c1', name: '急救' }] }
  const answers = answersOf({ [listed]: { total: 1, list: [waiting] } })
  // Paid between the answer about the class and the one about the order.
  Object.defineProperty(answers, '/base/my-order-entity/get-order-detail.action', {
    get() {
      answers[detailPath] = { ...detail, joined }
      return { ...order, status: 'paid', channel: 'wechat' }
    },
  })
  await show(createElement(ClassDetailPage), { answers, at })
  await settle()
  assert.match(text(), /付款成功，班级已经开通/)
  const [, inSheet] = screen.getAllByRole('link', { name: '开始学习', hidden: true }) as HTMLAnchorElement[]
  assert.ok(inSheet!.href.endsWith('/student/study-page?enrolmentId=e1'))
})

test('an order whose bank transfer is being checked is shown in the sheet without a way to pay', async () => {
  saveToken('T')
  const waiting = {
    ...order,
    transferPending: true,
    items: [{ id: 'i1', classId: 'c1', name: '急救' }],
  }
  const answers = answersOf({
    [listed]: { total: 1, list: [waiting] },
    '/base/my-order-entity/get-order-detail.action': waiting,
  })
  await show(createElement(ClassDetailPage), { answers, at })
  await settle()
  assert.match(text(), /已收到您的转账 ¥60\.00，正在核对/)
  assert.doesNotMatch(text(), /待付款|付款后即可学习|扫描二维码/)
  assert.ok(!sent.some(({ path }) => path === codePath), 'no code is opened')
})

test('a visitor chooses as well, and is led to sign in and back to the same sheet', async () => {
  localStorage.removeItem('token')
  saveToken('')
  localStorage.removeItem('token')
  await show(createElement(ClassDetailPage), { answers: answersOf(), at: place })
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: '立即报名', hidden: true })
  assert.equal(new URL(link.href).searchParams.get('redirect'), '/detail-public?id=c1&join=c1')
})

/** Refuses to place the order with a sentence, after which the class, and what else is asked, is as given. */
async function refuseWith(respDesc: string, then: object, more: Answers = {}): Promise<void> {
  saveToken('T')
  const answers = answersOf()
  await show(createElement(ClassDetailPage), { answers, at: place })
  const give = globalThis.fetch
  mock.method(globalThis, 'fetch', async (url: string, init?: RequestInit) => {
    if (!url.includes(save)) return give(url, init)
    Object.assign(answers, { [detailPath]: { ...detail, ...then }, ...more })
    return new Response(JSON.stringify({ respCode: 409, respDesc, attribute: null }))
  })
  await press('button', '立即报名')
}

test('a refusal is read in the sheet with what to do next', async () => {
  await refuseWith('价格已变为 ¥80.00，请核对后重新提交', { price: 8000, originalPrice: 8000 })
  assert.match(text(), /价格已变为 ¥80.00/)
  assert.match(text(), /¥80\.00立即报名/)
})

for (const [sentence, then, next] of [
  ['“急救”的名额已满', { placesLeft: 0 }, /名额已满$/],
  ['“急救”的报名已经截止', { signUpTo: '2020-01-01T00:00:00.000Z' }, /报名已截止$/],
  ['“急救”需要先申请，审核通过后才能学习', { needReview: true }, /申请加入$/],
  [
    '“急救”面向其他人员类别',
    { mismatch: { part: 'personnel', rule: 'confirm' }, personnelCategories: ['health'] },
    /我仍要参加立即报名加入购物车$/,
  ],
] as const) {
  test(`refused in the sheet: ${sentence}`, async () => {
    await refuseWith(sentence, then)
    assert.ok(text().includes(sentence))
    assert.match(text(), next)
  })
}

test('refused because it waits in another order, the sheet goes on with that one', async () => {
  const waiting = { ...order, id: 'o2', items: [{ id: 'i1', classId: 'c1', name: '急救' }] }
  await refuseWith('“急救”已在一个待付款的订单里', {}, { [listed]: { total: 1, list: [waiting] } })
  assert.match(text(), /已在一个待付款的订单里，付款后即可学习/)
  assert.match(text(), /扫描二维码付款/)
})

test('an order that is over says why, and the class can be ordered again', async () => {
  saveToken('T')
  const gone = { ...order, status: 'cancelled', closedReason: 'expired' }
  const answers = answersOf({ '/base/my-order-entity/get-order-detail.action': gone })
  await show(createElement(ClassDetailPage), { answers, at: place })
  await press('button', '立即报名')
  assert.match(text(), /超时未付款，订单已自动取消/)
  const dialog = document.querySelector('dialog')!
  const again = [...dialog.querySelectorAll('button')].find((one) => one.textContent === '立即报名')!
  await act(async () => fireEvent.click(again))
  await settle()
  assert.equal(new Set(keys()).size, 2, 'another order, under another number')
})
