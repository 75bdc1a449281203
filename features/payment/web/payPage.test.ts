import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createElement } from 'react'
import { anOrderItem } from '../../../test/drawn.ts'
import { openRenderer } from '../../../test/rendered.ts'
import { until } from '../../../test/until.ts'
import { currentNotices } from '../../../web/notice.ts'
import type { OrderItem } from '../../order/contract.ts'

const { show, sent, settle, act, fireEvent, screen } = await openRenderer()
const { default: PayPage } = await import('./PayPage.tsx')
const { clearToken, saveToken } = await import('../../../web/token.ts')
beforeEach(() => saveToken('t'))

const order = {
  id: 'o1',
  orderNo: '20231122AB',
  status: 'unpaid',
  amount: 6000,
  refunded: 0,
  channel: null,
  expiresAt: '2023-11-23T03:00:00.000Z',
  secondsLeft: 86_400,
  paidAt: null,
  closedReason: null,
  transferPending: false,
  createdAt: '2023-11-22T02:30:00.000Z',
  items: [],
}
const codePath = '/base/pay/get-order-pay-qrcode.action'
const answersWith = (secondsLeft: number) => ({
  '/base/my-order-entity/get-order-detail.action': order,
  [codePath]: {
    codeUrl: 'weixin://wxpay/1',
    channel: 'wechat',
    channels: ['wechat', 'alipay'],
    amount: 6000,
    secondsLeft,
    cashierUrl: null,
    expiresAt: '2023-11-22T03:00:00.000Z',
  },
})

test('signed out, the page offers the way in, and asks for nothing', async () => {
  clearToken()
  await show(createElement(PayPage), { answers: answersWith(7200), at: '/go-pay?orderId=o1' })
  const link = screen.getByRole('link', { name: '登录' })
  assert.equal(link.getAttribute('href'), '/login?redirect=%2Fgo-pay%3ForderId%3Do1')
  assert.equal(sent.filter(({ path }) => path.includes('order')).length, 0)
})

for (const [status, word] of [
  ['unpaid', '应付'],
  ['paid', '实付'],
  ['part_refunded', '实付'],
  ['cancelled', '合计'],
] as const) {
  test(`the amount of an order that is ${status} is called ${word}`, async () => {
    const answers = answersWith(7200)
    Object.assign(answers, { '/base/my-order-entity/get-order-detail.action': { ...order, status } })
    await show(createElement(PayPage), { answers, at: '/go-pay?orderId=o1' })
    const text = document.body.textContent
    assert.match(text, new RegExp(`${word}¥60.00`))
    for (const other of ['应付', '实付', '合计'].filter((each) => each !== word))
      assert.doesNotMatch(text, new RegExp(`${other}¥`))
  })
}

test('the countdown is the code’s own, and says that an order which waits longer is kept', async () => {
  await show(createElement(PayPage), { answers: answersWith(7200), at: '/go-pay?orderId=o1' })
  const kept = / 内有效，过期可刷新；订单保留到 2023年11月23日 11:00/
  assert.match(document.body.textContent, new RegExp(`二维码 (2:00:00|1:59:5\\d)${kept.source}`))
  assert.doesNotMatch(document.body.textContent, /内完成付款/)
  await drawAs(iPhone)
  assert.match(document.body.textContent, new RegExp(`付款链接 (2:00:00|1:59:5\\d)${kept.source}`))
})

test('a code that ends with its order is the last: it is to be paid in time', async () => {
  const answers = answersWith(7200)
  Object.assign(answers[codePath], { expiresAt: order.expiresAt })
  await show(createElement(PayPage), { answers, at: '/go-pay?orderId=o1' })
  assert.match(document.body.textContent, /请在 (2:00:00|1:59:5\d) 内完成付款/)
})

test('a code that has run out says so while its order waits, and another is one click away', async () => {
  await show(createElement(PayPage), { answers: answersWith(0), at: '/go-pay?orderId=o1' })
  assert.match(document.body.textContent, /二维码已过期/)
  const asked = () => sent.filter(({ path }) => path === codePath).length
  assert.equal(asked(), 1)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '刷新二维码' })))
  await until(async () => asked() === 2)
})

test('at a desk another code can be had while one is good: it is asked for as such', async () => {
  await show(createElement(PayPage), { answers: answersWith(7200), at: '/go-pay?orderId=o1' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '换一个二维码' })))
  const asked = () => sent.filter(({ path }) => path === codePath).map(({ input }) => input)
  await until(async () => asked().length === 3)
  assert.deepEqual(
    asked().map((input) => (input as { renew?: boolean }).renew),
    [undefined, true, undefined],
  )
})

/** Draws the page as a browser that calls itself so. */
async function drawAs(userAgent: string, secondsLeft = 7200): Promise<void> {
  Object.assign(navigator, { userAgent })
  try {
    await show(createElement(PayPage), { answers: answersWith(secondsLeft), at: '/go-pay?orderId=o1' })
  } finally {
    Object.assign(navigator, { userAgent: 'a browser' })
  }
}
const placesAsked = () =>
  sent.filter(({ path }) => path === codePath).map(({ input }) => (input as { place: string }).place)
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1'

test('on a phone WeChat is a tap away, told which portal calls, and another phone can scan', async () => {
  await drawAs(iPhone)
  const link = screen.getByRole('link', { name: '在本机用微信付款' }) as HTMLAnchorElement
  assert.deepEqual([link.href, link.getAttribute('referrerpolicy')], ['weixin://wxpay/1', 'origin'])
  assert.equal(placesAsked().at(-1), 'phone')
  assert.equal(screen.queryAllByRole('button', { name: '换一个二维码' }).length, 0)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '用另一台手机扫码' })))
  await until(async () => placesAsked().at(-1) === 'desk')
  assert.match(document.body.textContent, /用微信“扫一扫”扫描二维码付款/)
})

test('inside WeChat, where its page cannot be opened, the way out of it is said', async () => {
  await drawAs(`${iPhone} MicroMessenger/8.0.40`)
  assert.equal(placesAsked().at(-1), 'desk')
  assert.match(document.body.textContent, /选择“在浏览器打开”/)
  assert.equal(screen.queryAllByRole('link', { name: '在本机用微信付款' }).length, 0)
})

test('a link that has run out cannot be tapped; a new one can be had', async () => {
  await drawAs(iPhone, 0)
  assert.match(document.body.textContent, /付款链接已过期/)
  assert.equal(screen.queryAllByRole('link', { name: '在本机用微信付款' }).length, 0)
  const asked = placesAsked().length
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '刷新付款链接' })))
  await until(async () => placesAsked().length > asked)
})

const channelsAsked = () =>
  sent.filter(({ path }) => path === codePath).map(({ input }) => (input as { channel?: string }).channel)

test('another way to pay is a press away, and is the one of this browser from then on', async () => {
  localStorage.removeItem('payChannel')
  await show(createElement(PayPage), { answers: answersWith(7200), at: '/go-pay?orderId=o1' })
  assert.equal(channelsAsked().at(-1), undefined)
  assert.equal(screen.getByRole('button', { name: '微信支付' }).getAttribute('aria-pressed'), 'true')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '支付宝' })))
  await until(async () => channelsAsked().at(-1) === 'alipay')
  assert.match(document.body.textContent, /用支付宝“扫一扫”扫描二维码付款/)
  await show(createElement(PayPage), { answers: answersWith(7200), at: '/go-pay?orderId=o1' })
  assert.equal(channelsAsked().at(-1), 'alipay')
  localStorage.removeItem('payChannel')
})

test('inside one app the other is not offered', async () => {
  localStorage.setItem('payChannel', 'alipay')
  await drawAs(`${iPhone} MicroMessenger/8.0.40`)
  assert.equal(channelsAsked().at(-1), 'wechat')
  assert.equal(screen.queryAllByRole('button', { name: '支付宝' }).length, 0)
  localStorage.removeItem('payChannel')
  await drawAs(`${iPhone} AlipayClient/10.5.0`)
  assert.equal(channelsAsked().at(-1), 'alipay')
  assert.equal(screen.getAllByRole('link', { name: '在本机用支付宝付款' }).length, 1)
})

test('inside WeChat, once it is known who pays, its own window opens, and says when nothing was paid', async () => {
  const request = {
    appId: 'wx1',
    timeStamp: '1',
    nonceStr: 'n',
    package: 'prepay_id=1',
    signType: 'RSA',
    paySign: 's',
  }
  const asked: unknown[] = []
  window.WeixinJSBridge = {
    invoke: (_name, given, done) => {
      asked.push(given)
      done({ err_msg: `get_brand_wcpay_request:${asked.length === 1 ? 'cancel' : 'fail'}` })
    },
  }
  sessionStorage.setItem('wechatVisit', JSON.stringify({ payer: { scene: 'S', at: Date.now() } }))
  const answers = answersWith(7200)
  Object.assign(answers[codePath], { request, codeUrl: '' })
  Object.assign(navigator, { userAgent: `${iPhone} MicroMessenger/8.0.40` })
  try {
    await show(createElement(PayPage), { answers, at: '/go-pay?orderId=o1' })
    assert.deepEqual(sent.filter(({ path }) => path === codePath).at(-1)!.input, {
      orderId: 'o1',
      place: 'wechat',
      channel: 'wechat',
      scene: 'S',
    })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '在本机用微信付款' })))
    await until(async () => currentNotices().some(({ text }) => /没有付款/.test(text)))
    assert.deepEqual(asked, [request])
    const renewed = () =>
      sent.some(({ path, input }) => path === codePath && (input as { renew?: boolean }).renew === true)
    assert.equal(renewed(), false, 'what was cancelled can be paid after all')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '在本机用微信付款' })))
    await until(async () => renewed())
  } finally {
    Object.assign(navigator, { userAgent: 'a browser' })
    sessionStorage.removeItem('wechatVisit')
    delete window.WeixinJSBridge
  }
})

/** The page is seen again. */
async function comeBack(): Promise<void> {
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  await act(async () => fireEvent(document, new window.Event('visibilitychange')))
  Reflect.deleteProperty(document, 'hidden')
}

test('who comes back to a code that takes no more money reads of no failure, and the order is looked at again', async () => {
  const refused = { respCode: 409, field: 'orderId', respDesc: '这个订单现在不能付款，请刷新查看最新状态' }
  const over = { ...order, expiresAt: '2023-11-22T02:00:00.000Z' }
  for (const [one, expected] of [
    [{ ...order, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }, /正在更新订单状态/],
    [over, /请刷新查看最新状态/],
  ] as const) {
    const container = await show(createElement(PayPage), {
      answers: { '/base/my-order-entity/get-order-detail.action': one },
      refusals: { [codePath]: refused },
      at: '/go-pay?orderId=o1',
    })
    assert.match(container.textContent, expected)
    assert.ok(!screen.queryByRole('alert'))
    assert.ok(!screen.queryByRole('button', { name: '重试' }))
    const asked = sent.filter(({ path }) => path.includes('get-order-detail')).length
    assert.ok(asked > 1, 'the order says itself what has become of it')
    sent.length = 0
    container.remove()
  }
})

test('a paid order whose whole money is on its way back offers nothing to study', async () => {
  const leaving = { ...order, status: 'paid', items: [anOrderItem('i1', 6000, { refunding: 6000 })] }
  await show(createElement(PayPage), {
    answers: { '/base/my-order-entity/get-order-detail.action': leaving },
    at: '/go-pay?orderId=o1',
  })
  assert.match(document.body.textContent, /有款项正在退回/)
  assert.ok(!screen.queryByRole('link', { name: '去学习' }))
  assert.doesNotMatch(document.body.textContent, /付款成功/)
})

test('whose bank transfer is being checked has nothing more to pay, and sees when that changes', async () => {
  const answers = answersWith(7200)
  const pending = { ...order, transferPending: true }
  const look = { paid: false, status: 'unpaid', amount: 6000, secondsLeft: 80_000, transferPending: true }
  await show(createElement(PayPage), {
    answers: {
      ...answers,
      '/base/my-order-entity/get-order-detail.action': pending,
      '/base/pay/is-order-pay.action': look,
    },
    at: '/go-pay?orderId=o1',
  })
  assert.ok(screen.getByRole('heading', { name: '已收到您的转账 ¥60.00，正在核对' }))
  assert.equal(placesAsked().length, 0, 'no code is opened')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '查询核对结果' })))
  await until(async () => currentNotices().some(({ text }) => text === '还在核对，请稍候再查'))
})

test('a transfer that is recorded while the page is open takes its code away', async () => {
  const asked = () => sent.filter(({ path }) => path.includes('get-order-detail')).length
  const look = { paid: false, status: 'unpaid', amount: 6000, secondsLeft: 80_000, transferPending: true }
  await show(createElement(PayPage), {
    answers: { ...answersWith(7200), '/base/pay/is-order-pay.action': look },
    at: '/go-pay?orderId=o1',
  })
  const before = asked()
  await comeBack()
  await until(async () => asked() > before)
})

test('a link that another device closed is not offered any more; a press brings the payment here', async () => {
  const answers = answersWith(7200)
  Object.assign(answers[codePath], { paymentId: 'p1' })
  const look = { paid: false, status: 'unpaid', amount: 6000, secondsLeft: 80_000, transferPending: false }
  const open = { ...look, openPaymentId: 'p1' }
  await show(createElement(PayPage), {
    answers: { ...answers, '/base/pay/is-order-pay.action': open },
    at: '/go-pay?orderId=o1',
  })
  const elsewhere = () => screen.queryByText('已在另一处打开付款，这里的付款码或链接已失效。')
  const looked = () => sent.filter(({ path }) => path.includes('is-order-pay')).length
  await comeBack()
  await until(async () => looked() > 0)
  await settle()
  assert.equal(elsewhere(), null)
  open.openPaymentId = 'p2'
  await comeBack()
  await until(async () => elsewhere() !== null)
  assert.ok(!screen.queryByRole('img', { name: /二维码/ }))
  Object.assign(answers[codePath], { paymentId: 'p3' })
  const before = channelsAsked().length
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '改在这里付款' })))
  await until(async () => elsewhere() === null)
  assert.equal(channelsAsked().length, before + 1)
})

test('an order that was cancelled elsewhere leads back to its class, and one of several to all of them', async () => {
  const wayOf = async (...items: OrderItem[]) => {
    const cancelled = { ...order, status: 'cancelled' as const, closedReason: 'learner' as const, items }
    const answers = { '/base/my-order-entity/get-order-detail.action': cancelled }
    const container = await show(createElement(PayPage), { answers, at: '/go-pay?orderId=o1' })
    const way = container.querySelector('a.main')!
    const found = [way.textContent, way.getAttribute('href')]
    container.remove()
    return found
  }
  const [one, other] = [anOrderItem('急救', 6000, { classId: 'c1' }), anOrderItem('写作', 100)]
  assert.deepEqual(await wayOf(one), ['回到班级', '/detail-public?id=c1'])
  assert.deepEqual(await wayOf(one, other), ['去选课', '/publicClass'])
})

test('a fee that was paid leads to its sign-up, and to nothing to study', async () => {
  const fee = anOrderItem('信息技术考试', 6000, { classId: null, signUpId: 's1', classType: '' })
  const paid = { ...order, kind: 'cms', status: 'paid', items: [fee] }
  const answers = { '/base/my-order-entity/get-order-detail.action': paid }
  const container = await show(createElement(PayPage), { answers, at: '/go-pay?orderId=o1' })
  const way = container.querySelector('a.main')!
  assert.deepEqual([way.textContent, way.getAttribute('href')], ['查看报名', '/trainIndex'])
  assert.match(container.textContent, /报名费/)
  assert.doesNotMatch(container.textContent, /学习|学时/)
})

test('a price that was lowered while the page is open brings another code', async () => {
  const answers = answersWith(7200)
  const look = { paid: false, status: 'unpaid', amount: 5000, secondsLeft: 80_000, transferPending: false }
  await show(createElement(PayPage), {
    answers: { ...answers, '/base/pay/is-order-pay.action': look },
    at: '/go-pay?orderId=o1',
  })
  const asked = channelsAsked().length
  await comeBack()
  await until(async () => channelsAsked().length > asked)
})
