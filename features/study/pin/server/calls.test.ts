import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank, anExam, aPaper, aPart, aQuestion, aSection } from '../../../../test/build/exam.ts'
import { aLearner, anAccount, aPortal, aUnit, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent } from '../../../../test/build/study.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { attemptCalls } from '../../../exam/attempt/contract.ts'
import { exerciseCalls } from '../../../question/exercise/contract.ts'
import { studyCalls } from '../../contract.ts'
import { pinCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/customer/study-report'] })
  clock = aClock(world)
})

/** A student of a video of ten minutes with a question at its thirtieth second. */
async function aPinned(pin: Parameters<typeof aQuestion>[3] = {}, bankId: string | null = null) {
  const student = await aStudent(world, portal)
  const questionId = await aQuestion(world, portal, bankId, {
    resourceId: student.built.resourceIds[0]!,
    atSecond: 30,
    mustPass: true,
    ...pin,
  })
  return { student, questionId }
}

const open = (student: BuiltStudent, leaseToken: string) =>
  world.call(pinCalls.getPinnedQuestion, { leaseToken }, student.token)
const answer = (student: BuiltStudent, leaseToken: string, versionId: string, answers: string[][]) =>
  world.call(pinCalls.answerPinnedQuestion, { leaseToken, versionId, answers }, student.token)

async function watch(player: Awaited<ReturnType<typeof aPlayer>>, from: number, to: number) {
  await clock.pass(to - from)
  return player.beat(from, to)
}

test('a video waits at its question: nothing beyond it counts until the answer is right', async () => {
  const { student, questionId } = await aPinned({ rewindTo: 10 })
  const player = await aPlayer(world, student)
  const { leaseToken, pinAt } = player.token
  assert.equal(pinAt, 30)
  assert.equal((await open(student, leaseToken)).attribute, null)
  assert.equal((await answer(student, leaseToken, questionId, [['B']])).respCode, 409)
  assert.equal((await watch(player, 0, 30)).acceptedSeconds, 30)
  const beyond = await watch(player, 30, 40)
  assert.deepEqual(
    [beyond.acceptedSeconds, beyond.refused],
    [0, { reason: 'question_open', from: 30, to: 40 }],
  )

  const asked = (await open(student, leaseToken)).attribute!
  assert.deepEqual([asked.question.atSecond, asked.question.mustPass, asked.tries], [30, true, 0])
  assert.ok(!JSON.stringify(asked).includes('analysis') && !JSON.stringify(asked).includes('answer'))
  const { versionId } = asked.question
  assert.equal((await answer(student, leaseToken, versionId, [[' ']])).respCode, 422)
  const wrong = (await answer(student, leaseToken, versionId, [['A']])).attribute
  assert.deepEqual(
    [wrong.passed, wrong.tries, wrong.rewindTo, wrong.pinAt, wrong.keys],
    [false, 1, 10, 30, null],
  )
  assert.equal((await answer(student, leaseToken, versionId, [['B']])).respCode, 409)
  assert.equal((await watch(player, 30, 40)).acceptedSeconds, 0)
  await clock.pass(20)
  const right = (await answer(student, leaseToken, versionId, [['B']])).attribute
  assert.deepEqual([right.passed, right.tries, right.pinAt, right.keys?.[0]?.answer], [true, 2, null, ['B']])
  assert.equal((await watch(player, 30, 40)).acceptedSeconds, 10)
  assert.equal((await open(student, leaseToken)).attribute, null)
  const again = await aPlayer(world, student, { previous: leaseToken })
  assert.equal(again.token.pinAt, null)
})

test('one that need not be passed is passed by any answer; the next one follows', async () => {
  const { student } = await aPinned({ mustPass: false })
  await aQuestion(world, portal, null, {
    resourceId: student.built.resourceIds[0]!,
    atSecond: 600,
    mustPass: true,
    part: aPart({ type: 'judge' }),
  })
  const player = await aPlayer(world, student)
  const { leaseToken } = player.token
  await watch(player, 0, 30)
  const { versionId } = (await open(student, leaseToken)).attribute!.question
  const verdict = (await answer(student, leaseToken, versionId, [['A']])).attribute
  assert.deepEqual([verdict.passed, verdict.right, verdict.pinAt], [true, false, 598])
  for (let at = 30; at < 590; at += 40) await watch(player, at, at + 40)
  const end = await watch(player, 590, 600)
  assert.deepEqual([end.furthest, end.itemDone, end.refused?.reason], [598, false, 'question_open'])
  const last = (await open(student, leaseToken)).attribute!.question
  assert.equal((await answer(student, leaseToken, last.versionId, [['A']])).attribute.passed, true)
  assert.equal((await watch(player, 598, 600)).itemDone, true)
})

test('a question that comes after a video was watched to its end bars nothing', async () => {
  const student = await aStudent(world, portal, { videos: [20] })
  const player = await aPlayer(world, student)
  assert.equal((await watch(player, 0, 20)).itemDone, true)
  await aQuestion(world, portal, null, {
    resourceId: student.built.resourceIds[0]!,
    atSecond: 5,
    mustPass: true,
  })
  const again = await aPlayer(world, student, { previous: player.token.leaseToken })
  assert.equal(again.token.pinAt, null)
})

test('no key of a question leaves before it is passed, nor of a bank that is reserved for exams, nor during an exam', async () => {
  const secret = await aBank(world, portal)
  const { student } = await aPinned({}, secret)
  const player = await aPlayer(world, student)
  const { leaseToken } = player.token
  await watch(player, 0, 30)
  const { versionId } = (await open(student, leaseToken)).attribute!.question
  const check = { versionId, part: 0, answer: ['B'] }
  assert.equal((await world.call(exerciseCalls.checkExercise, check, student.token)).respCode, 404)
  for (let i = 0; i < 2; i++) await aQuestion(world, portal, secret)
  const paperId = await aPaper(world, portal, [aSection(secret, { count: 2 })])
  const examId = await anExam(world, portal, { classId: student.built.classId, paperId })
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId }, student.token)
  assert.equal((await answer(student, leaseToken, versionId, [['B']])).respCode, 409)
  await world.ask(attemptCalls.submitExam, { attemptId }, student.token)
  const verdict = (await answer(student, leaseToken, versionId, [['B']])).attribute
  assert.deepEqual([verdict.passed, verdict.keys], [true, null])
})

test('other people’s leases are absent, ended ones are over, another version is not answered', async () => {
  const { student, questionId } = await aPinned()
  const player = await aPlayer(world, student)
  const { leaseToken } = player.token
  await watch(player, 0, 30)
  const friend = await aLearner(world, portal)
  const { versionId } = (await open(student, leaseToken)).attribute!.question
  assert.equal((await world.call(pinCalls.getPinnedQuestion, { leaseToken }, friend.token)).respCode, 404)
  const input = { leaseToken, versionId, answers: [['B']] }
  assert.equal((await world.call(pinCalls.answerPinnedQuestion, input, friend.token)).respCode, 404)
  assert.equal((await answer(student, leaseToken, questionId, [['B']])).respCode, 409)
  await player.beat(30, 30, { ended: true })
  assert.equal((await answer(student, leaseToken, versionId, [['B']])).respCode, 409)
  assert.equal((await open(student, leaseToken)).respCode, 409)
})

test('cheat: ignoring a pinned question, by beats, by jumps and by other windows', async () => {
  const free = await aPortal(world, { settings: { videoCanSeek: true, secondWindow: 'takeover' } })
  const student = await aStudent(world, free)
  await aQuestion(world, free, null, {
    resourceId: student.built.resourceIds[0]!,
    atSecond: 30,
    mustPass: true,
  })
  const first = await aPlayer(world, student)
  const second = await aPlayer(world, student)
  for (let at = 0; at < 200; at += 10) {
    await clock.pass(10)
    await first.beat(at, at + 10, { since: at, until: at + 10 })
    await second.beat(at + 300, at + 310)
    await second.beat(at, at + 10)
  }
  const [row] = await world.db`
    select accepted_ms, furthest_ms from watch_coverages where enrolment_id = ${student.enrolmentId}`
  const { acceptedMs, furthestMs } = row as unknown as { acceptedMs: number; furthestMs: number }
  assert.ok(acceptedMs > 0 && furthestMs <= 30_000, `${furthestMs} ms`)
})

test('cheat: guessing letter by letter costs the passage each time, and answers sent together are one try', async () => {
  const { student } = await aPinned({ rewindTo: 0 })
  const player = await aPlayer(world, student)
  const { leaseToken } = player.token
  await watch(player, 0, 30)
  const { versionId } = (await open(student, leaseToken)).attribute!.question
  const sent = await Promise.all(
    ['A', 'C', 'D', 'A', 'C', 'D'].map((letter) => answer(student, leaseToken, versionId, [[letter]])),
  )
  assert.deepEqual(sent.map(({ respCode }) => respCode).sort(), [200, 409, 409, 409, 409, 409])
  assert.equal((await open(student, leaseToken)).attribute!.tries, 1)
  const process = await world.ask(
    studyCalls.myClassProcess,
    { enrolmentId: student.enrolmentId },
    student.token,
  )
  assert.equal(process.courses[0]!.items[0]!.watchedSeconds, 30)
})

test('who answers a caller reads the questions of their videos with tries and passes, without a key; others’ are absent', async () => {
  const { student, questionId } = await aPinned({ rewindTo: null, part: { stem: '哪一项是急救的第一步？' } })
  const next = await aQuestion(world, portal, null, {
    resourceId: student.built.resourceIds[0]!,
    atSecond: 300,
    mustPass: true,
  })
  const { enrolmentId } = student
  const service = await anAccount(world, portal, { role: 'admin' })
  const list = async () =>
    (await world.ask(pinCalls.findPinList, { enrolmentId }, service.token)).list.map((pin) => [
      pin.questionId === questionId ? 'first' : pin.questionId === next && 'next',
      pin.isReached,
      pin.tries,
      pin.passedAt !== null,
    ])
  assert.deepEqual(await list(), [
    ['first', false, 0, false],
    ['next', false, 0, false],
  ])
  const player = await aPlayer(world, student)
  const { leaseToken } = player.token
  await watch(player, 0, 30)
  assert.deepEqual((await list())[0], ['first', true, 0, false])
  const { versionId } = (await open(student, leaseToken)).attribute!.question
  await answer(student, leaseToken, versionId, [['A']])
  assert.deepEqual((await list())[0], ['first', true, 1, false])
  await answer(student, leaseToken, versionId, [['B']])
  assert.deepEqual(await list(), [
    ['first', true, 2, true],
    ['next', false, 0, false],
  ])
  for (let at = 30; at < 300; at += 45) await watch(player, at, at + 45)
  assert.deepEqual((await list())[0], ['next', true, 0, false], 'what holds the learner up comes first')

  const { list: shown } = await world.ask(
    pinCalls.findPinList,
    { enrolmentId, limit: 1, page: 2 },
    service.token,
  )
  assert.deepEqual(
    [shown[0]!.stem, shown[0]!.atSecond, shown[0]!.mustPass],
    ['哪一项是急救的第一步？', 30, true],
  )
  assert.ok(!/"(answer|analysis|key)"/.test(JSON.stringify(shown)))

  await world.db`update roles set menus = array['/customer/study-report'] where id = ${portal.roles.unit}`
  const beside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId: beside })
  assert.equal((await world.call(pinCalls.findPinList, { enrolmentId }, manager.token)).respCode, 404)
  const foreign = await aPortal(world, { menus: ['/customer/study-report'] })
  const stranger = await anAccount(world, foreign, { role: 'admin' })
  assert.equal((await world.call(pinCalls.findPinList, { enrolmentId }, stranger.token)).respCode, 404)
  assert.equal((await world.call(pinCalls.findPinList, { enrolmentId }, student.token)).respCode, 403)
})
