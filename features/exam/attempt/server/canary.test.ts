import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { allHandlers } from '../../../../app/features.ts'
import { type Call, pathsOf } from '../../../../contract/call.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aBank, anExam, aPaper, aQuestion, aSection } from '../../../../test/build/exam.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { pinCalls } from '../../../study/pin/contract.ts'
import { studyCalls } from '../../../study/contract.ts'
import { attemptCalls, type ExamPaper, type ShowRule } from '../contract.ts'

/** Part of every key and explanation: if a learner can read it before the time, a key has leaked. */
const canary = 'CANARY_7f3e'

let world: World
let portal: BuiltPortal
/** Every byte any learner was answered in one test. */
const responses: { url: string; body: string }[] = []
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  world.portal.http.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string') responses.push({ url: request.url, body: payload })
    return payload
  })
})
beforeEach(() => {
  responses.length = 0
})

async function aGuardedExam(showAnswers: ShowRule, openTo: string | null = null) {
  const bankId = await aBank(world, portal)
  for (let i = 0; i < 4; i++) {
    await aQuestion(world, portal, bankId, {
      part: { type: 'blank', answer: [`${canary}&&答案${i}`], analysis: `${canary} 解析` },
    })
    await aQuestion(world, portal, bankId, { part: { analysis: `${canary} 解析` } })
    await aQuestion(world, portal, bankId, { part: { type: 'essay', answer: [canary] } })
  }
  const paperId = await aPaper(world, portal, [
    aSection(bankId, { type: 'blank', count: 3 }),
    aSection(bankId, { count: 3 }),
  ])
  const { classId, resourceIds } = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId, paperId, showAnswers, openTo })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  return { ...learner, bankId, paperId, classId, examId, enrolmentId, resourceId: resourceIds[0]! }
}
type Guarded = Awaited<ReturnType<typeof aGuardedExam>>

const leaks = () => responses.filter(({ body }) => body.includes(canary)).map(({ url }) => url)

/** Makes every call of the product as a learner, with every id the learner could know or guess. */
async function callEveryEndpoint(
  guarded: Guarded,
  paper: ExamPaper | null,
  more: object = {},
): Promise<number> {
  const versions = await world.db`
    select v.id from question_versions v join questions q on q.id = v.question_id where q.bank_id = ${guarded.bankId}`
  const known = {
    ...guarded,
    attemptId: paper?.attemptId ?? guarded.examId,
    versionId: versions[0]!.id as string,
    id: guarded.classId,
    importId: guarded.bankId,
    questionIds: [versions[0]!.id as string],
    part: 0,
    answer: ['x'],
    answers: { 1: ['x'] },
    revision: 0,
    keyword: 'CANARY',
    ...more,
  }
  let requests = 0
  const dangerous = /submit|login-out|switch-login|report-exam-leave/
  for (const { call } of allHandlers as { call: Call }[]) {
    if (dangerous.test(call.path) || call.body === 'multipart') continue
    const [url] = pathsOf(call)
    const query = new URLSearchParams(Object.entries(known).map(([key, value]) => [key, String(value)]))
    await world.portal.http.inject({
      method: call.method,
      url: call.method === 'GET' ? `${url}?${query}` : url!,
      headers: { token: guarded.token },
      ...(call.method === 'GET' ? {} : { payload: known }),
    })
    requests++
  }
  return requests
}

test('no answer to any call holds a key before it may be shown', async () => {
  for (const rule of ['never', 'after_pass', 'after_close'] as const) {
    const guarded = await aGuardedExam(rule)
    await callEveryEndpoint(guarded, null)
    const paper = await world.ask(attemptCalls.goClassExam, { examId: guarded.examId }, guarded.token)
    assert.ok((await callEveryEndpoint(guarded, paper)) > 60)
    await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId }, guarded.token)
    const result = await world.ask(attemptCalls.getExamResult, { attemptId: paper.attemptId }, guarded.token)
    assert.equal(result.review, null)
    await callEveryEndpoint(guarded, paper)
  }
  assert.ok(responses.length > 300)
  assert.deepEqual(leaks(), [])
})

test('no answer holds the key of a question in a video before it is passed, nor the nonce of somebody else’s check', async () => {
  const guarded = await aGuardedExam('never')
  await aQuestion(world, portal, null, {
    resourceId: guarded.resourceId,
    atSecond: 0,
    mustPass: true,
    part: { type: 'blank', answer: [canary], analysis: `${canary} 解析` },
  })
  const { enrolmentId, token } = guarded
  const [item] = await world.db<{ id: string }[]>`
    select id from course_items where resource_id = ${guarded.resourceId}`
  const { leaseToken } = await world.ask(studyCalls.getVideoToken, { enrolmentId, itemId: item!.id }, token)
  const pin = await world.ask(pinCalls.getPinnedQuestion, { leaseToken }, token)
  const { versionId } = pin!.question
  const other = await aGuardedExam('never')
  const [check] = await world.db<{ captureId: string; nonce: string }[]>`
    insert into captures (project_id, enrolment_id, account_id, item_id, kind, at_ms, due_at)
    values (${portal.projectId}, ${other.enrolmentId}, ${other.accountId}, ${item!.id}, 'presence', 0,
      moment() + interval '1 hour') returning id as capture_id, nonce`
  const { captureId, nonce } = check!
  const more = { leaseToken, versionId, captureId, answers: [['x']] }
  for (const enrolment of [enrolmentId, other.enrolmentId])
    assert.ok((await callEveryEndpoint(guarded, null, { ...more, enrolmentId: enrolment })) > 60)
  const tried = await world.ask(pinCalls.getPinnedQuestion, { leaseToken }, token)
  assert.ok(tried!.tries > 0, 'a wrong answer was among the calls')
  assert.deepEqual(leaks(), [])
  const leaked = responses.filter(({ body }) => body.includes(nonce)).map(({ url }) => url)
  assert.deepEqual(leaked, [])

  const passed = { leaseToken, versionId, answers: [[canary]] }
  const { keys } = await world.ask(pinCalls.answerPinnedQuestion, passed, token)
  assert.match(JSON.stringify(keys), /CANARY/)
  assert.equal(leaks().length, 1)
})

test('the canary sings where it may: after the pass, after the close, and not while another attempt is under way', async () => {
  const passing = await aGuardedExam('after_pass')
  const first = await world.ask(attemptCalls.goClassExam, { examId: passing.examId }, passing.token)
  const right = Object.fromEntries(
    first.items.map(({ no, type, options }) => [
      no,
      type === 'blank' ? [canary] : [String.fromCharCode(65 + options.indexOf('乙'))],
    ]),
  )
  const ended = await world.ask(
    attemptCalls.submitExam,
    { attemptId: first.attemptId, answers: right },
    passing.token,
  )
  assert.equal(ended.passed, true)
  const shown = await world.ask(attemptCalls.getExamResult, { attemptId: first.attemptId }, passing.token)
  assert.equal(shown.review!.items.length, 6)
  for (const item of shown.review!.items) {
    assert.equal(item.mark, item.score)
    assert.match(item.analysis, /CANARY/)
    if (item.type === 'single') assert.deepEqual(item.answer, item.given)
  }

  const closing = await aGuardedExam('after_close', new Date(Date.now() + 1_200_000).toISOString())
  const one = await world.ask(attemptCalls.goClassExam, { examId: closing.examId }, closing.token)
  await world.ask(attemptCalls.submitExam, { attemptId: one.attemptId }, closing.token)
  const reviewed = async () =>
    (await world.ask(attemptCalls.getExamResult, { attemptId: one.attemptId }, closing.token)).review !== null
  assert.equal(await reviewed(), false)
  await world.ask(attemptCalls.goClassExam, { examId: closing.examId }, closing.token)
  await world.db`update exams set open_to = moment() where id = ${closing.examId}`
  assert.equal(await reviewed(), false, 'nobody can begin, but the second attempt still has its time')
  await world.moveClock('21 minutes')
  await world.ask(attemptCalls.findMyClassExam, {}, closing.token)
  assert.equal(await reviewed(), true)
  await world.moveClock('0')
})
