import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idCheckDigit } from '../../contract/identity.ts'
import { seedDemo } from '../../db/seed/demo.ts'
import { cartCalls } from '../../features/cart/contract.ts'
import { catalogueCalls } from '../../features/catalogue/contract.ts'
import { certificateCalls } from '../../features/certificate/contract.ts'
import { enrolmentCalls } from '../../features/enrolment/contract.ts'
import { attemptCalls } from '../../features/exam/attempt/contract.ts'
import type { Item } from '../../features/exam/paper/rules.ts'
import { hoursCalls } from '../../features/hours/contract.ts'
import { registerCalls } from '../../features/login/register/contract.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { paymentCalls } from '../../features/payment/contract.ts'
import { letterOf } from '../../features/question/rules.ts'
import { keysOf } from '../../features/question/server/actions.ts'
import { codeCalls } from '../../features/session/code/contract.ts'
import { studyCalls } from '../../features/study/contract.ts'
import { pinCalls } from '../../features/study/pin/contract.ts'
import { openPayment } from '../../server/channels/openPayment.ts'
import { aTemplate } from '../build/certificate.ts'
import { startClock, turns, yearFromNow } from '../build/days.ts'
import { countsOf } from '../build/demo.ts'
import { runJob } from '../build/job.ts'
import { aMessageCode } from '../build/messageCode.ts'
import { aPortal } from '../build/portal.ts'
import { aBrowser } from '../build/session.ts'
import { aPlayer, aStudent } from '../build/study.ts'
import { freePort } from '../freePort.ts'
import { openWorld, settleImports, type World } from '../harness.ts'
import { until } from '../until.ts'

type Clock = Awaited<ReturnType<typeof startClock>>

/** A portal that sells by the demo's gateway. */
async function aSellingPortal(): Promise<World> {
  const port = await freePort()
  const world = await openWorld({
    recurs: true,
    environment: { port, publicUrl: `http://127.0.0.1:${port}` },
    channels: (_db, environment) => ({ payment: openPayment(environment) }),
  })
  await world.portal.http.listen({ port, host: '127.0.0.1' })
  return world
}

/** Registers a newcomer with a code; gives the token. */
async function register(world: World): Promise<string> {
  const mobile = '16012349999'
  const first17 = '11010119900307123'
  const { data } = await world.ask(registerCalls.doRegister, {
    loginName: 'newcomer',
    password: 'Garden88tree',
    realName: '林知夏',
    mobile,
    agreement: true,
    cardNumber: first17 + idCheckDigit(first17),
    ...(await aMessageCode(world, codeCalls.sendMsgCode, mobile)),
  })
  return data.tokenCode
}

/** Puts a class with an exam of this year into the cart, orders it and pays at the code's page; gives the class. */
async function buy(world: World, token: string, year: number) {
  const found = await world.ask(
    catalogueCalls.findClassList,
    { classType: 'public', year, keyword: '现场急救', page: 1, limit: 20 },
    token,
  )
  const [chosen] = found.list
  await world.ask(cartCalls.save, { classIds: [chosen!.id] }, token)
  const { list, amount } = await world.ask(cartCalls.find, {}, token)
  assert.equal(list.length, 1)
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [chosen!.id], expectedAmount: amount },
    token,
  )
  const { codeUrl } = await world.ask(paymentCalls.getOrderPayQrcode, { orderId: order.id }, token)
  await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay' }) })
  const statusOf = async () =>
    (await world.ask(orderCalls.getOrderDetail, { orderId: order.id }, token)).status
  await until(async () => (await statusOf()) === 'paid')
  return chosen!
}

/** Answers the question at which a video waits. */
async function answerPin(world: World, token: string, leaseToken: string): Promise<void> {
  const pin = await world.ask(pinCalls.getPinnedQuestion, { leaseToken }, token)
  const { versionId } = pin!.question
  const key = (await keysOf(world.db, [versionId])).get(versionId)!
  const answers = key.map(({ answer }) => answer)
  const { passed } = await world.ask(pinCalls.answerPinnedQuestion, { leaseToken, versionId, answers }, token)
  assert.equal(passed, true)
}

/** Watches every video of an enrolment to its end, beat by beat, and answers what it asks. */
async function watch(world: World, clock: Clock, token: string, enrolmentId: string): Promise<void> {
  const { courses } = await world.ask(studyCalls.myClassProcess, { enrolmentId }, token)
  for (const { itemId, durationSeconds } of courses.flatMap(({ items }) => items)) {
    const { leaseToken } = await world.ask(studyCalls.getVideoToken, { enrolmentId, itemId }, token)
    for (let from = 0, sequence = 1; from < durationSeconds; sequence++) {
      const to = Math.min(from + 50, durationSeconds)
      await clock.pass(to - from)
      const beat = { leaseToken, sequence, from, to, visible: true, ended: to === durationSeconds }
      const { refused } = await world.ask(studyCalls.videoTask, beat, token)
      if (refused?.reason === 'question_open') await answerPin(world, token, leaseToken)
      else assert.equal(refused, null)
      from = refused?.from ?? to
    }
  }
}

/** Sits the exam of a class and gives every answer right. */
async function sit(world: World, token: string, classId: string): Promise<void> {
  const [exam] = await world.ask(attemptCalls.findMyClassExam, { classId }, token)
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId: exam!.examId }, token)
  const [attempt] = await world.db<
    { items: Item[] }[]
  >`select items from exam_attempts where id = ${attemptId}`
  const { items } = attempt!
  const keys = await keysOf(
    world.db,
    items.map(({ v }) => v),
  )
  const answers = Object.fromEntries(
    items.map(({ v, p, o }, i) => {
      const { answer } = keys.get(v)![p]!
      return [String(i + 1), answer.map((letter) => letterOf(o.indexOf(letter))).sort()]
    }),
  )
  await world.ask(attemptCalls.submitExam, { attemptId, answers }, token)
}

let first: Awaited<ReturnType<typeof countsOf>> | undefined

for (const [name, at] of Object.entries(turns)) {
  test(`${name}: the demo is full, and a newcomer registers, buys, studies, passes and is certified`, async () => {
    const world = await aSellingPortal()
    const clock = await startClock(world, at)
    await seedDemo({ ...world.app, db: world.db })
    await settleImports(world)
    const counts = await countsOf(world)
    assert.deepEqual(counts, (first ??= counts))
    const year = Number(at.slice(0, 4))
    const token = await register(world)
    const { id: classId, hoursTenths } = await buy(world, token, year)
    const [mine] = (await world.ask(enrolmentCalls.myClass, { page: 1, limit: 20 }, token)).list
    await watch(world, clock, token, mine!.enrolmentId)
    await sit(world, token, classId)
    await runJob(world, 'study.roll-up')
    const { earnedTenths, entries } = await world.ask(hoursCalls.getMyClassHour, { year }, token)
    assert.equal(earnedTenths, hoursTenths)
    assert.ok(entries.every(({ enrolmentId }) => enrolmentId === mine!.enrolmentId))
    await until(async () => {
      const { list } = await world.ask(certificateCalls.getMyCertificate, { year }, token)
      return list.length === 1 && list[0]!.year === year
    })
    await world.close()
  })
}

test('a study session that runs over into the next year keeps its seconds, and its hours are of the year of the class', async () => {
  const year = yearFromNow()
  const world = await openWorld()
  const clock = await startClock(world, `${year}-12-31 23:59:30`)
  const portal = await aPortal(world)
  const student = await aStudent(world, portal, {
    year,
    videos: [60],
    hoursTenths: 80,
    studyTo: `${year + 1}-01-31T15:59:59Z`,
    certificateTemplateId: await aTemplate(world, portal.projectId),
  })
  const player = await aPlayer(world, student)
  for (const from of [0, 20, 40]) {
    await clock.pass(20)
    const answer = await player.beat(from, from + 20, { ended: from === 40 })
    assert.deepEqual([answer.acceptedSeconds, answer.refused], [20, null])
  }
  const [row] = await world.db`
    select status, to_char(passed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from enrolments
    where id = ${student.enrolmentId}`
  assert.deepEqual({ ...row }, { status: 'passed', day: `${year + 1}-01-01` })
  const hoursOf = (of?: number) => world.ask(hoursCalls.getMyClassHour, of ? { year: of } : {}, student.token)
  assert.equal((await hoursOf(year)).earnedTenths, 80)
  const now = await hoursOf()
  assert.deepEqual([now.year, now.earnedTenths, now.years], [year + 1, 0, [year + 1, year]])
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, student.token)
  assert.deepEqual(
    list.map((one) => one.year),
    [year],
  )
})

test('a demo that runs on into the next February shows what is over as over, and everything still answers', async () => {
  const world = await openWorld({ demo: true })
  await startClock(world, turns['a February'])
  await runJob(world, 'enrolment.expire')
  const token = await aBrowser(world).signIn('learner')
  const paging = { page: 1, limit: 50 }
  const isOver = (moment: string | null) =>
    moment !== null && Date.parse(moment) < Date.parse(`${turns['a February']}+08:00`)
  const { list } = await world.ask(catalogueCalls.findClassList, { ...paging, year: yearFromNow() }, token)
  assert.ok(list.filter(({ signUpTo }) => isOver(signUpTo)).length > 15)
  for (const one of list) {
    const offered = await world.call(cartCalls.save, { classIds: [one.id] }, token)
    assert.notEqual(offered.respCode, -1, offered.respDesc)
    if (isOver(one.signUpTo)) assert.notEqual(offered.respCode, 200, one.name)
  }
  const mine = await world.ask(enrolmentCalls.myClass, paging, token)
  assert.ok(mine.list.some(({ status }) => status === 'passed'))
  for (const { enrolmentId, expiresAt, status, hold } of mine.list) {
    // A suspended place, here by a refund, does not end before that is decided.
    if (isOver(expiresAt) && status !== 'passed' && !hold) assert.equal(status, 'expired')
    const process = await world.call(studyCalls.myClassProcess, { enrolmentId }, token)
    assert.notEqual(process.respCode, -1, process.respDesc)
  }
  const calls = [
    enrolmentCalls.countMyClass,
    catalogueCalls.getRecommendedClassList,
    attemptCalls.findMyClassExam,
    certificateCalls.getMyCertificate,
    hoursCalls.getMyClassHour,
    cartCalls.find,
  ]
  for (const call of calls as (typeof cartCalls.find)[]) await world.ask(call, {}, token)
})
