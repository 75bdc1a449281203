import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../../test/build/days.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import {
  aBank,
  anExam,
  aPaper,
  aPart,
  aQuestion,
  aSection,
  aSittableExam,
  choosing,
} from '../../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aJob } from '../../../../test/build/job.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { connect, type Db } from '../../../../server/db.ts'
import { recordStudy } from '../../../enrolment/server/actions.ts'
import { questionCalls } from '../../../question/contract.ts'
import { letterOf } from '../../../question/rules.ts'
import { examCalls, type ExamInput } from '../../contract.ts'
import { seeded } from '../../paper/rules.ts'
import { attemptCalls, type ExamPaper } from '../contract.ts'
import { settleExams } from './jobs.ts'
import { settleBatch } from './settle.ts'

const menus = ['/resource-manage/add-question', '/train-manage/class']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

/** A learner with a place in a class with an exam. */
async function aSitter(input: Parameters<typeof aSittableExam>[2] = {}) {
  const exam = await aSittableExam(world, portal, input)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: exam.classId,
  })
  return { ...exam, ...learner, enrolmentId }
}
type Sitter = Awaited<ReturnType<typeof aSitter>>

const go = ({ examId, token }: Sitter) => world.ask(attemptCalls.goClassExam, { examId }, token)
const submit = ({ token }: Sitter, paper: ExamPaper, answers = {}) =>
  world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, token)
const stateOf = async ({ examId, token }: Sitter) =>
  (await world.ask(attemptCalls.findMyClassExam, { examId }, token))[0]!
const runSettle = () => settleExams.run(aJob(), world.app)
const enrolmentOf = async ({ enrolmentId }: Sitter) =>
  (await world.db`select exam_score, exam_passed, status from enrolments where id = ${enrolmentId}`)[0]!

test('an exam is found, begun, saved, submitted, scored, and the enrolment knows', async () => {
  const sitter = await aSitter()
  const listed = await stateOf(sitter)
  assert.deepEqual(
    [listed.state, listed.total, listed.passScore, listed.questions, listed.allowed, listed.used],
    ['open', 20, 12, 10, 3, 0],
  )
  const paper = await go(sitter)
  assert.equal(paper.items.length, 10)
  assert.equal(Date.parse(paper.deadlineAt) - Date.parse(paper.startedAt), 30 * 60_000)
  const saved = await world.ask(
    attemptCalls.saveExamAnswer,
    { attemptId: paper.attemptId, revision: 0, answers: choosing(paper, '乙', 4) },
    sitter.token,
  )
  assert.deepEqual([saved.saved, saved.revision], [true, 1])
  const ended = await submit(sitter, paper, choosing(paper, '乙', 7))
  assert.deepEqual(
    [ended.status, ended.score, ended.passed, ended.submitReason],
    ['scored', 14, true, 'learner'],
  )
  assert.deepEqual(await enrolmentOf(sitter), { examScore: 14, examPassed: true, status: 'active' })
  const result = await world.ask(attemptCalls.getExamResult, { attemptId: paper.attemptId }, sitter.token)
  assert.deepEqual([result.score, result.answered, result.state, result.review], [14, 7, 'passed', null])
  assert.equal((await stateOf(sitter)).state, 'passed')
  assert.equal(
    (await world.call(attemptCalls.goClassExam, { examId: sitter.examId }, sitter.token)).respCode,
    409,
  )
})

test('the result says what the passed class brought: new hours, and none that had been counted before', async () => {
  const sitter = await aSitter()
  const paper = await go(sitter)
  await submit(sitter, paper, choosing(paper, '乙', 7))
  const result = async () =>
    (await world.ask(attemptCalls.getExamResult, { attemptId: paper.attemptId }, sitter.token)).credit
  assert.equal(await result(), null, 'the class is not passed yet')
  const { enrolmentId } = sitter
  const [item] = await world.db`
    select i.id from enrolments e join class_courses cc on cc.class_id = e.class_id
    join course_items i on i.course_id = cc.course_id where e.id = ${enrolmentId} limit 1`
  const study = {
    enrolmentId,
    progress: 10_000,
    watchedSeconds: 600,
    done: true,
    lastItemId: item!.id as string,
    lastPosition: 0,
  }
  await world.db.begin((tx) => recordStudy(tx, study))
  const { hoursTenths, heldTenths } = await stateOf(sitter)
  assert.deepEqual(
    [await result(), heldTenths],
    [{ year: yearFromNow(), hoursTenths, heldTenths: 0, certified: false }, 0],
  )
})

test('a pass that stands in the enrolment alone shows its score', async () => {
  const sitter = await aSitter()
  await world.db`
    update enrolments set exam_passed = true, exam_score = 15 where id = ${sitter.enrolmentId}`
  const { state, best } = await stateOf(sitter)
  assert.deepEqual([state, best], ['passed', 15])
})

test('resuming gives the same paper, the answers and the same deadline; another attempt another paper', async () => {
  const sitter = await aSitter({ questions: 20 })
  const paper = await go(sitter)
  await world.ask(
    attemptCalls.saveExamAnswer,
    { attemptId: paper.attemptId, revision: 0, answers: { 3: ['C'] } },
    sitter.token,
  )
  const resumed = await go(sitter)
  assert.deepEqual(resumed.items, paper.items)
  assert.deepEqual(
    [resumed.attemptId, resumed.deadlineAt, resumed.revision, resumed.answers],
    [paper.attemptId, paper.deadlineAt, 1, { 3: ['C'] }],
  )
  await submit(sitter, paper)
  const second = await go(sitter)
  assert.equal(second.number, 2)
  assert.notDeepEqual(second.items, paper.items)
  const stale = await world.call(
    attemptCalls.goClassExam,
    { examId: sitter.examId, attemptId: paper.attemptId },
    sitter.token,
  )
  assert.equal(stale.respCode, 409)
})

test('a question changed, disabled or deleted under way leaves the paper and its marks as they were', async () => {
  const sitter = await aSitter({ questions: 3 })
  const paper = await go(sitter)
  const { list } = await world.ask(questionCalls.find, { bankId: sitter.bankId }, admin.token)
  for (const question of list) {
    await world.ask(
      questionCalls.save,
      {
        questionId: question.questionId,
        bankId: sitter.bankId,
        type: 'single',
        parts: [aPart({ answer: ['D'], stem: `改过 ${question.questionId}` })],
      },
      admin.token,
    )
  }
  await world.ask(
    questionCalls.delete,
    { questionIds: list.map(({ questionId }) => questionId) },
    admin.token,
  )
  assert.deepEqual((await go(sitter)).items, paper.items)
  assert.equal((await submit(sitter, paper, choosing(paper, '乙'))).score, 6)
})

test('sixty-four starts concurrently make one attempt, all with the same paper', async () => {
  const sitter = await aSitter()
  const papers = await Promise.all(Array.from({ length: 64 }, () => go(sitter)))
  assert.equal(new Set(papers.map(({ attemptId }) => attemptId)).size, 1)
  for (const paper of papers) assert.deepEqual(paper.items, papers[0]!.items)
  const [count] = await world.db`select count(*) as count from exam_attempts where exam_id = ${sitter.examId}`
  assert.equal(count!.count, 1)
})

test('two processes that submit one attempt concurrently end it once', async () => {
  const sitter = await aSitter()
  const paper = await go(sitter)
  const { attemptId } = paper
  const answers = choosing(paper, '乙', 6)
  const elsewhere = connect(world.databaseUrl, { max: 2 })
  try {
    const submission = { attemptId, accountId: sitter.accountId, answers: {}, reason: 'learner' } as const
    const [here, [there]] = await race(
      world.db,
      (tx) => tx`select from exam_attempts where id = ${attemptId} for no key update`,
      () => submit(sitter, paper, answers),
      () => settleBatch(elsewhere, [submission]),
    )
    assert.deepEqual([there!.status, there!.score], [here.status, here.score])
  } finally {
    await elsewhere.end()
  }
  const [count] = await world.db`
    select count(*) as count from operation_logs
    where subject_id = ${attemptId} and action = 'exam-attempt.submit'`
  assert.equal(count!.count, 1)
})

test('sixty-four submissions concurrently score once and answer alike', async () => {
  const sitter = await aSitter()
  const paper = await go(sitter)
  const answers = choosing(paper, '乙', 6)
  const ends = await Promise.all(Array.from({ length: 64 }, () => submit(sitter, paper, answers)))
  for (const end of ends) assert.deepEqual(end, ends[0])
  const [count] = await world.db`
    select count(*) as count from operation_logs
    where subject_id = ${paper.attemptId} and action = 'exam-attempt.submit'`
  assert.equal(count!.count, 1)
  const late = await world.call(
    attemptCalls.saveExamAnswer,
    { attemptId: paper.attemptId, revision: 0, answers: {} },
    sitter.token,
  )
  assert.equal(late.respCode, 409)
})

test('two windows: a save on an old revision returns what is saved, and no answer is lost', async () => {
  const sitter = await aSitter()
  const { attemptId } = await go(sitter)
  const save = (revision: number, answers: Record<string, string[]>) =>
    world.ask(attemptCalls.saveExamAnswer, { attemptId, revision, answers }, sitter.token)
  await save(0, { 1: ['A'], 2: ['B'] })
  const refused = await save(0, { 2: ['C'], 3: ['D'] })
  assert.deepEqual([refused.saved, refused.revision, refused.answers], [false, 1, { 1: ['A'], 2: ['B'] }])
  assert.equal((await save(1, { 2: ['C'], 3: ['D'] })).revision, 2)
  assert.deepEqual((await go(sitter)).answers, { 1: ['A'], 2: ['C'], 3: ['D'] })
  const both = await Promise.all([save(2, { 4: ['A'] }), save(2, { 5: ['A'] })])
  assert.deepEqual(both.map(({ saved }) => saved).toSorted(), [false, true])
})

test('saves are taken until two seconds after the deadline by the clock of the database, and then no more', async () => {
  const sitter = await aSitter()
  const { attemptId } = await go(sitter)
  const save = (revision: number) =>
    world.call(attemptCalls.saveExamAnswer, { attemptId, revision, answers: { 1: ['A'] } }, sitter.token)
  await world.moveClock('30 minutes 1 second')
  assert.equal((await save(0)).respCode, 200)
  await world.moveClock('30 minutes 4 seconds')
  const late = await save(1)
  assert.equal(late.respCode, 409)
  assert.match(late.respDesc, /时间已到/)
  const ended = await world.ask(attemptCalls.submitExam, { attemptId, answers: { 2: ['A'] } }, sitter.token)
  assert.equal(ended.submitReason, 'deadline')
  const [row] = await world.db`
    select answers, submitted_at = deadline_at as at_deadline, last_saved_at <= deadline_at + interval '2 seconds' as in_time
    from exam_attempts where id = ${attemptId}`
  assert.deepEqual(row, { answers: { 1: ['A'] }, atDeadline: true, inTime: true })
  await world.moveClock('0')
})

test('at the deadline the system submits and scores what was saved', async () => {
  const sitters = await Promise.all([aSitter(), aSitter(), aSitter()])
  const papers = await Promise.all(sitters.map(go))
  for (const [i, sitter] of sitters.entries()) {
    const answers = choosing(papers[i]!, '乙', 3 * i)
    const input = { attemptId: papers[i]!.attemptId, revision: 0, answers }
    await world.ask(attemptCalls.saveExamAnswer, input, sitter.token)
  }
  await runSettle()
  assert.equal((await stateOf(sitters[0]!)).state, 'in_progress')
  await world.moveClock('31 minutes')
  await runSettle()
  const results = await Promise.all(
    sitters.map(({ token }, i) =>
      world.ask(attemptCalls.getExamResult, { attemptId: papers[i]!.attemptId }, token),
    ),
  )
  assert.deepEqual(
    results.map(({ score, submitReason, status }) => [score, submitReason, status]),
    [
      [0, 'deadline', 'scored'],
      [6, 'deadline', 'scored'],
      [12, 'deadline', 'scored'],
    ],
  )
  assert.deepEqual(await Promise.all(sitters.map(async (sitter) => (await enrolmentOf(sitter)).examPassed)), [
    false,
    false,
    true,
  ])
  await world.moveClock('0')
})

test('an attempt whose time ran out unseen is ended when its learner comes back, before another begins', async () => {
  const sitter = await aSitter({ attempts: 1 })
  const paper = await go(sitter)
  await world.moveClock('40 minutes')
  // The job of every second second may have been faster; either way nothing is under way any more.
  const again = await world.call(attemptCalls.goClassExam, { examId: sitter.examId }, sitter.token)
  assert.deepEqual([again.respCode, again.respDesc], [409, '考试次数已用完'])
  const result = await world.ask(attemptCalls.getExamResult, { attemptId: paper.attemptId }, sitter.token)
  assert.deepEqual([result.submitReason, result.attemptsLeft, result.state], ['deadline', 0, 'used_up'])
  await world.moveClock('0')
})

test('the deadline does not lie past the end of the exam', async () => {
  const inTenMinutes = new Date(Date.now() + 600_000).toISOString()
  const sitter = await aSitter({ openTo: inTenMinutes })
  assert.equal((await go(sitter)).deadlineAt, inTenMinutes)
})

test('each rule that blocks a learner is reported, in the list and by the call', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const past = new Date(Date.now() - 86_400_000).toISOString()
  const cases: [Partial<ExamInput>, string, RegExp][] = [
    [{ requiredProgress: 8000 }, 'study_first', /80% 后才能考试，现在是 0%/],
    [{ openFrom: soon }, 'not_yet', /还没有开始/],
    [{ openTo: past }, 'over', /已经结束/],
  ]
  for (const [input, state, words] of cases) {
    const sitter = await aSitter(input)
    assert.equal((await stateOf(sitter)).state, state)
    const refused = await world.call(attemptCalls.goClassExam, { examId: sitter.examId }, sitter.token)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, words)
  }
  const left = await aSitter()
  await world.db`update enrolments set status = 'expired' where id = ${left.enrolmentId}`
  assert.equal((await stateOf(left)).state, 'not_studying')
  assert.equal(
    (await world.call(attemptCalls.goClassExam, { examId: left.examId }, left.token)).respCode,
    409,
  )
  await world.db`update enrolments set status = 'refunded' where id = ${left.enrolmentId}`
  assert.equal(
    (await world.call(attemptCalls.goClassExam, { examId: left.examId }, left.token)).respCode,
    404,
  )
})

test('attempts run out: the enrolment has failed, and no exam begins any more', async () => {
  const sitter = await aSitter({ attempts: 2, makeUpAttempts: 1 })
  for (const number of [1, 2]) {
    assert.equal((await stateOf(sitter)).allowed, 2)
    const paper = await go(sitter)
    assert.deepEqual([paper.number, paper.makeUp], [number, false])
    assert.equal((await submit(sitter, paper, choosing(paper, '甲'))).passed, false)
  }
  assert.equal((await enrolmentOf(sitter)).status, 'failed')
  const exam = await stateOf(sitter)
  assert.deepEqual([exam.state, exam.used, exam.attempts.map(({ number }) => number)], ['used_up', 2, [2, 1]])
  const refused = await world.call(attemptCalls.goClassExam, { examId: sitter.examId }, sitter.token)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, '考试次数已用完'])
})

test('the best score stays with the enrolment', async () => {
  const sitter = await aSitter({ attempts: 4 })
  for (const right of [4, 2, 3]) {
    const paper = await go(sitter)
    await submit(sitter, paper, choosing(paper, '乙', right))
  }
  assert.deepEqual(await enrolmentOf(sitter), { examScore: 8, examPassed: false, status: 'active' })
})

test('leaving the page is counted, and once too often it submits', async () => {
  const sitter = await aSitter({ leaveLimit: 2 })
  const { attemptId } = await go(sitter)
  const leave = () => world.ask(attemptCalls.reportExamLeave, { attemptId }, sitter.token)
  assert.deepEqual(await leave(), { timesLeft: 1, leaveLimit: 2, submitted: false })
  assert.deepEqual(await leave(), { timesLeft: 2, leaveLimit: 2, submitted: false })
  assert.deepEqual(await leave(), { timesLeft: 3, leaveLimit: 2, submitted: true })
  const result = await world.ask(attemptCalls.getExamResult, { attemptId }, sitter.token)
  assert.deepEqual([result.status, result.submitReason], ['scored', 'left'])
  assert.equal((await world.call(attemptCalls.reportExamLeave, { attemptId }, sitter.token)).respCode, 409)
})

test('essays wait for a person: the attempt is submitted, not scored', async () => {
  const bankId = await aBank(world, portal)
  await aQuestion(world, portal, bankId, {
    type: 'case',
    material: '一段材料',
    parts: [aPart({ type: 'blank' }), aPart({ type: 'essay' })],
  })
  const paperId = await aPaper(world, portal, [aSection(bankId, { type: 'case', count: 1, scoreEach: 10 })])
  const { classId } = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId, paperId })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const sitter = { ...learner, classId, examId, bankId, paperId, enrolmentId }
  const paper = await go(sitter)
  assert.deepEqual(
    [paper.materials, paper.items.map(({ material, score }) => [material, score])],
    [
      ['一段材料'],
      [
        [0, 5],
        [0, 5],
      ],
    ],
  )
  const ended = await submit(sitter, paper, { 1: ['北京'], 2: ['我的论述'] })
  assert.deepEqual([ended.status, ended.score, ended.passed], ['marking', null, null])
  assert.equal((await stateOf(sitter)).state, 'marking')
  assert.equal((await world.call(attemptCalls.goClassExam, { examId }, learner.token)).respCode, 409)
  assert.equal((await enrolmentOf(sitter)).examScore, null)
})

test("another learner's attempt and another class's exam are absent, and nothing happens to them", async () => {
  const sitter = await aSitter()
  const paper = await go(sitter)
  const other = await aSitter()
  const { attemptId } = paper
  const foreign = [
    await world.call(attemptCalls.goClassExam, { examId: sitter.examId }, other.token),
    await world.call(
      attemptCalls.saveExamAnswer,
      { attemptId, revision: 0, answers: { 1: ['A'] } },
      other.token,
    ),
    await world.call(attemptCalls.submitExam, { attemptId }, other.token),
    await world.call(attemptCalls.reportExamLeave, { attemptId }, other.token),
    await world.call(attemptCalls.getExamResult, { attemptId }, other.token),
    await world.call(attemptCalls.getExamResult, { attemptId: sitter.examId }, other.token),
  ]
  for (const envelope of foreign) assert.deepEqual(envelope, foreign[0])
  assert.equal(foreign[0]!.respCode, 404)
  const resumed = await go(sitter)
  assert.deepEqual([resumed.revision, resumed.timesLeft, resumed.answers], [0, 0, {}])
  const none = await world.ask(attemptCalls.findMyClassExam, { examId: sitter.examId }, other.token)
  assert.deepEqual(none, [])
})

test('bad answers are refused with the field, managers and strangers are turned away', async () => {
  const sitter = await aSitter()
  const { attemptId } = await go(sitter)
  const save = (answers: unknown) =>
    world.call(attemptCalls.saveExamAnswer, { attemptId, revision: 0, answers } as never, sitter.token)
  for (const answers of [
    { 1: 'A' },
    { 1: [1] },
    { 1: ['x'.repeat(10_001)] },
    { 1: Array(21).fill('A') },
    [],
  ]) {
    const refused = await save(answers)
    assert.equal(refused.respCode, 422, JSON.stringify(answers).slice(0, 40))
    assert.match(refused.field!, /^answers/)
  }
  const long = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i + 1, ['长'.repeat(10_000)]]))
  assert.equal((await save(long)).respCode, 422)
  assert.equal((await go(sitter)).revision, 0)
  for (const call of Object.values(attemptCalls)) {
    assert.equal((await world.call(call, { attemptId, examId: sitter.examId } as never, null)).respCode, 401)
    assert.equal(
      (await world.call(call, { attemptId, examId: sitter.examId } as never, admin.token)).respCode,
      403,
    )
  }
})

test('a withdrawn exam is over; who sat it still sees the result', async () => {
  const sitter = await aSitter()
  const paper = await go(sitter)
  await world.ask(examCalls.withdraw, { examId: sitter.examId }, admin.token)
  assert.equal((await go(sitter)).attemptId, paper.attemptId, 'what is under way goes on')
  await submit(sitter, paper)
  assert.equal((await stateOf(sitter)).state, 'over')
  const untouched = await aSitter()
  await world.ask(examCalls.withdraw, { examId: untouched.examId }, admin.token)
  assert.deepEqual(await world.ask(attemptCalls.findMyClassExam, {}, untouched.token), [])
})

const invariantFolder = new URL('../../../../test/invariants/', import.meta.url)
const examInvariants = globSync('2[234]-*.sql', { cwd: invariantFolder }).map((name) => ({
  number: name.slice(0, 2),
  sql: readFileSync(new URL(name, invariantFolder), 'utf8'),
}))
/** The numbers of the exam invariants that some row breaks. */
async function violations(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const { number, sql } of examInvariants) {
    if ((await db.unsafe(sql)).length > 0) broken.push(number)
  }
  return broken.toSorted()
}

/** Points of a multiple choice of 2.5 points by how many of its right options, and no wrong one, were chosen. */
const partialPoints = { none: [0, 0, 0, 2.5], half: [0, 1, 1, 2.5], each: [0, 0.5, 1.5, 2.5] }

test('whatever letters are given, the marks are those of the rules, and the database calculates the same', async () => {
  const bankId = await aBank(world, portal)
  const partials = (['none', 'half', 'each'] as const).flatMap(
    (partial) => Array(4).fill(partial) as [typeof partial],
  )
  const multiples = partials.map((partial, i) => ({ partial, stem: `多选 ${partial} ${i}` }))
  for (const part of multiples) {
    await aQuestion(world, portal, bankId, { part: { type: 'multiple', answer: ['A', 'C', 'D'], ...part } })
  }
  const judges = Array.from({ length: 4 }, (_, i) => `判断 ${i}`)
  for (const stem of judges) await aQuestion(world, portal, bankId, { part: { type: 'judge', stem } })
  const paperId = await aPaper(
    world,
    portal,
    [
      aSection(bankId, { type: 'multiple', count: 12, scoreEach: 2.5 }),
      aSection(bankId, { type: 'judge', count: 4, scoreEach: 0.5 }),
    ],
    { passScore: 32 },
  )
  const { classId } = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId, paperId, attempts: 25 })
  const learner = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const scores = new Set<number>()
  for (let seed = 1; seed <= 25; seed++) {
    // What is chosen hangs on the question, never on where the draw put it, so every run gives the same marks.
    const random = seeded(seed)
    const choose = (from: readonly string[]) => from.filter(() => random() < 0.6)
    const chosen = new Map<string, string[]>()
    let expected = 0
    for (const { stem, partial } of multiples) {
      // Half of the attempts also give the wrong option and a letter that no option has.
      const texts = choose(seed % 2 ? ['甲', '丙', '丁'] : ['甲', '乙', '丙', '丁', '无'])
      chosen.set(stem, texts)
      if (!texts.includes('乙') && !texts.includes('无')) expected += partialPoints[partial][texts.length]!
    }
    for (const stem of judges) {
      const letters = choose(['A', 'B'])
      chosen.set(stem, letters)
      if (letters.join('') === 'A') expected += 0.5
    }
    const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
    const answers = Object.fromEntries(
      paper.items.map(({ no, stem, type, options }) => [
        no,
        chosen
          .get(stem)!
          .map((text) => (type === 'judge' ? text : text === '无' ? 'E' : letterOf(options.indexOf(text)))),
      ]),
    )
    const ended = await world.ask(
      attemptCalls.submitExam,
      { attemptId: paper.attemptId, answers },
      learner.token,
    )
    assert.deepEqual([seed, ended.status, ended.score], [seed, 'scored', expected])
    scores.add(expected)
  }
  assert.ok(scores.size > 8, 'the choices reach many marks')
  assert.deepEqual(await violations(world.db), [])
})

test('after all of this the invariants of exams hold, and each can be broken', async () => {
  const sitter = await aSitter({ attempts: 1, makeUpAttempts: 0 })
  const paper = await go(sitter)
  await submit(sitter, paper, choosing(paper, '乙', 3))
  assert.deepEqual(await violations(world.db), [])
  const { attemptId } = paper
  const breaks: [string, string][] = [
    [`update exam_attempts set marks = marks || '{"1": 0}' where id = $1`, '24'],
    [`update exam_attempts set score = score + 0.5 where id = $1`, '24'],
    [`update exam_attempts set answers = answers || '{"1": ["A", "B"]}' where id = $1`, '24'],
    [`update exam_attempts set started_at = submitted_at + interval '1 second' where id = $1`, '23'],
    [
      `insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total,
        pass_score, deadline_at) select project_id, exam_id, enrolment_id, account_id, 9, 1, '[]', '[]', 1, 1, moment()
        from exam_attempts where id = $1`,
      '22',
    ],
  ]
  for (const [sql, invariant] of breaks) {
    const broken = await world.db
      .begin(async (tx) => {
        await tx.unsafe(sql, [attemptId])
        throw Object.assign(new Error('undone'), { found: await violations(tx) })
      })
      .catch((error: { found?: string[] }) => error.found)
    assert.deepEqual(broken, [invariant], sql)
  }
})
