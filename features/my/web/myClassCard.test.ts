import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { type Answers, openRenderer } from '../../../test/rendered.ts'
import type { MyClass } from '../../enrolment/contract.ts'
import type { MyExam } from '../../exam/attempt/contract.ts'

process.env.TZ = 'Asia/Shanghai'
const { show, act, fireEvent, screen } = await openRenderer()
const { MyClassCard } = await import('./MyClassCard.tsx')
const { MyClasses } = await import('./MyClasses.tsx')
const { ContinueCard, Waiting } = await import('./Waiting.tsx')

const approved: MyClass = {
  requiredItems: 1,
  requiredDone: 0,
  electiveTenths: 0,
  electiveMinTenths: 0,
  offeredTenths: 0,
  enrolmentId: 'e1',
  classId: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '公需',
  coverKey: null,
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  status: 'approved',
  progress: 0,
  watchedSeconds: 0,
  studyDone: false,
  examRequired: false,
  examPassed: false,
  examScore: null,
  hold: null,
  passedAt: null,
  studyFrom: null,
  expiresAt: null,
  payUntil: '2023-12-06T02:30:00.000Z',
  studiedAt: null,
  order: null,
  rejectReason: null,
  lastItemId: null,
  lastItemTitle: null,
  lastPosition: null,
  certificateId: null,
  createdAt: '2023-11-01T00:00:00.000Z',
}
const ordered = {
  ...approved,
  order: { id: 'o1', amount: 20_000, secondsLeft: 1711, transferPending: false },
} satisfies MyClass
const rejected: MyClass = { ...approved, status: 'rejected', payUntil: null, rejectReason: '材料不全' }
const active: MyClass = { ...approved, status: 'active', payUntil: null, progress: 4000 }
const exam: MyExam = {
  examId: 'x1',
  name: '结业考试',
  enrolmentId: 'e1',
  classId: 'c1',
  className: '急救',
  hoursTenths: 40,
  heldTenths: 0,
  minutes: 60,
  total: 100,
  passScore: 60,
  questions: 20,
  openFrom: null,
  openTo: null,
  requiredProgress: 0,
  progress: 10_000,
  allowed: 1,
  used: 1,
  makeUp: false,
  makeUpsLeft: 2,
  leaveLimit: null,
  state: 'used_up',
  best: 40,
  attempts: [
    {
      attemptId: 't1',
      number: 1,
      makeUp: false,
      status: 'scored',
      submitReason: 'learner',
      startedAt: '2023-11-01T00:00:00.000Z',
      submittedAt: '2023-11-01T00:30:00.000Z',
      score: 40,
      passed: false,
    },
  ],
}

const answersOf = (list: MyClass[], exams: MyExam[] = []): Answers => ({
  '/api/my-class.action': { list, total: list.length },
  '/api/find-my-class-exam.action': exams,
  '/base/my-order-entity/find-my-order-list.action': { list: [], total: 0 },
  '/login/get-system-config.action': { settings: {}, info: { phone: '0500-8600 1200' } },
})
const card = (mine: MyClass, locale: 'zh-CN' | 'en' = 'zh-CN', of?: MyExam) =>
  show(createElement(MyClassCard, { mine, exam: of }), { answers: answersOf([]), locale })
const text = () => document.body.textContent
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a class shows how many of its hours are new where some are held already', async () => {
  await card({ ...approved, heldTenths: 80 })
  assert.match(text(), /2023 · 8 学时，其中新增 0/)
})

test('an approved class shows until when it is to be paid', async () => {
  await card(approved)
  assert.match(text(), /请在 2023年12月6日 10:30 前付款/)
})

test('an approved class shows until when it is to be paid, in English', async () => {
  await card(approved, 'en')
  assert.match(text(), /Approved, payment due Pay by Dec 6, 2023, 10:30\sAM/)
})

test('while an order of it waits, the card shows its amount and its own deadline, and no date that may be past', async () => {
  await card(ordered)
  assert.match(text(), /订单待付款 ¥200\.00，剩 29 分钟/)
  assert.doesNotMatch(text(), /前付款|价格以下单时为准/)
  assert.equal(linkTo('去付款 ¥200.00'), '/go-pay?orderId=o1')
})

test('while the transfer of its order is being checked, the card says so and asks for no money', async () => {
  const checked: MyClass = { ...ordered, order: { ...ordered.order, transferPending: true } }
  await card(checked)
  assert.match(text(), /已收到您的转账 ¥200\.00，正在核对/)
  assert.doesNotMatch(text(), /待付款|去付款/)
  assert.equal(linkTo('查看订单'), '/go-pay?orderId=o1')
})

test('an application that the system ended shows why in the reader’s language', async () => {
  await card({ ...rejected, rejectReason: 'enrolment.classOver' }, 'en')
  assert.match(text(), /Not approved .*The study period of the class is over/)
})

test('an application that the system ended shows why, in Chinese', async () => {
  await card({ ...rejected, rejectReason: 'enrolment.classOver' })
  assert.match(text(), /未通过审核 原因：班级学习期限已过/)
})

test('a rejected application stays with its reason and a way to apply again', async () => {
  await card(rejected)
  assert.match(text(), /未通过审核 原因：材料不全/)
  assert.match(linkTo('重新申请')!, /id=c1/)
})

test('a suspended class shows that and why, and has no link', async () => {
  await card({ ...active, hold: 'refunding' })
  assert.match(text(), /已暂停 退款办理中/)
  assert.doesNotMatch(text(), /在学/)
  assert.ok(!screen.queryByRole('link'))
})

test('a passed class whose refund is under way says so in place of its pass', async () => {
  const passed: MyClass = { ...active, status: 'passed', passedAt: '2023-11-20T02:30:00.000Z' }
  const held = await card({ ...passed, hold: 'refunding' })
  assert.match(held.textContent, /退款/)
  assert.doesNotMatch(held.textContent, /2023年11月20日/)
  held.remove()
  assert.match((await card(passed)).textContent, /2023年11月20日/)
})

test('what to continue with is none that is suspended', async () => {
  const held: MyClass = { ...active, enrolmentId: 'e0', name: '写作', hold: 'suspended' }
  await show(createElement(ContinueCard), { answers: answersOf([held, active]) })
  assert.ok(screen.getByRole('heading', { name: '急救' }))
  assert.ok(!screen.queryByText('写作'))
})

test('what to continue with names the hours that it does not bring', async () => {
  const { hoursTenths } = active
  await show(createElement(ContinueCard), { answers: answersOf([{ ...active, heldTenths: hoursTenths }]) })
  assert.match(text(), /这 \S+ 学时您都已有/)
  await show(createElement(ContinueCard), { answers: answersOf([active]) })
  assert.doesNotMatch(document.body.lastElementChild!.textContent, /您都已有/)
})

test('a failed class leads to its result, its videos and the service desk, and explains the make-up', async () => {
  await card({ ...active, status: 'failed' }, 'zh-CN', exam)
  assert.match(text(), /最多可补考 2 次/)
  assert.equal(linkTo('查看成绩'), '/detail-question?examId=x1&attemptId=t1')
  assert.match(linkTo('回看')!, /enrolmentId=e1/)
  assert.equal(linkTo('0500-8600 1200'), 'tel:050086001200')
})

test('a failed class whose exam allows no further make-up promises none', async () => {
  await card({ ...active, status: 'failed' }, 'zh-CN', { ...exam, makeUpsLeft: 0 })
  assert.match(text(), /不能补考/)
})

test('a pass that was reverted shows the telephone number of the service desk', async () => {
  await card({ ...active, hold: 'barred' })
  assert.match(text(), /如有疑问请联系客服 0500-8600 1200/)
})

test('applications have a filter of their own', async () => {
  await show(createElement(MyClasses, { years: [2023] }), { answers: answersOf([approved]) })
  assert.ok(screen.getByRole('button', { name: '审核与付款' }))
})

test('a state without classes does not read as if there were none, and leads back to all', async () => {
  await show(createElement(MyClasses, { years: [2023] }), {
    at: '/classCenter?state=expired',
    answers: answersOf([]),
  })
  assert.ok(screen.getByText('没有符合条件的班级'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '查看全部班级' })))
  assert.ok(screen.getByText('这里还没有班级'))
  assert.ok(screen.getByRole('link', { name: '去选课' }))
})

test('what waits for the learner: a payment with its day, and a rejected application with its reason', async () => {
  await show(createElement(Waiting), {
    answers: answersOf([approved, { ...rejected, enrolmentId: 'e2', name: '写作' }]),
  })
  assert.ok(screen.getByRole('heading', { name: '等您处理' }))
  assert.ok(screen.getByText('报名已通过，请在 2023年12月6日 10:30 前付款，付款后开始学习'))
  assert.ok(screen.getByText('未通过审核：材料不全'))
})

test('an exam that ends at midnight ends with the day before', async () => {
  const open: MyExam = { ...exam, state: 'open', used: 0, openTo: '2023-12-20T16:00:00.000Z' }
  await show(createElement(Waiting), { answers: answersOf([], [open]) })
  assert.ok(screen.getByText('2023年12月20日 24:00 截止，剩 1 次机会'))
})

test('the same for a reader whose clock shows another time', async () => {
  process.env.TZ = 'America/New_York'
  const open: MyExam = { ...exam, state: 'open', used: 0, openTo: '2023-12-20T16:00:00.000Z' }
  await show(createElement(Waiting), { answers: answersOf([], [open]) })
  assert.ok(screen.getByText('2023年12月20日 24:00（北京时间） 截止，剩 1 次机会'))
  process.env.TZ = 'Asia/Shanghai'
})

test('an order whose bank transfer is being checked waits without asking for money', async () => {
  const order = { id: 'o1', amount: 6000, secondsLeft: 3600 }
  for (const [transferPending, text, link] of [
    [false, '订单待付款 ¥60.00', '去付款'],
    [true, '已收到您的转账 ¥60.00', '查看订单'],
  ] as const) {
    const container = await show(createElement(Waiting), {
      answers: {
        ...answersOf([]),
        '/base/my-order-entity/find-my-order-list.action': {
          total: 1,
          list: [{ ...order, transferPending }],
        },
      },
    })
    assert.match(container.textContent, new RegExp(text))
    assert.equal(screen.getByRole('link', { name: link }).getAttribute('href'), '/go-pay?orderId=o1')
    container.remove()
  }
})
