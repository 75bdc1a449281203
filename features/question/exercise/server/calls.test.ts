import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aBank, anExam, aPaper, aPart, aQuestion, aSection } from '../../../../test/build/exam.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal, signedIn } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { attemptCalls } from '../../../exam/attempt/contract.ts'
import { exerciseCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

/** A learner in a class with an exam that draws from a practice bank and from one reserved for exams. */
async function aClassWithBanks() {
  const practice = await aBank(world, portal, { practice: true })
  const secret = await aBank(world, portal)
  for (const bankId of [practice, secret]) {
    for (let i = 0; i < 3; i++) await aQuestion(world, portal, bankId, { part: { analysis: `解析 ${i}` } })
  }
  const paperId = await aPaper(world, portal, [
    aSection(practice, { count: 2 }),
    aSection(secret, { count: 2 }),
  ])
  const built = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId: built.classId, paperId })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: built.classId,
  })
  return { ...built, ...learner, practice, secret, examId, enrolmentId }
}

test('class practice holds the pinned questions and the practice banks, never a bank reserved for exams', async () => {
  const { classId, resourceIds, practice, token, enrolmentId } = await aClassWithBanks()
  const stem = '视频里的一题'
  const questionId = await aQuestion(world, portal, null, {
    resourceId: resourceIds[0]!,
    atSecond: 60,
    part: { type: 'judge', stem },
  })
  const [version] = await world.db`select id from question_versions where question_id = ${questionId}`
  const versionId = version!.id as string
  const input = { versionId, part: 0, answer: ['A'] }
  assert.equal((await world.ask(exerciseCalls.goClassExercise, { classId }, token)).total, 3)
  assert.equal((await world.call(exerciseCalls.checkExercise, input, token)).respCode, 404)
  await world.db`
    insert into pin_answers (enrolment_id, question_id, version_id, answers, is_right, passed_at)
    values (${enrolmentId}, ${questionId}, ${versionId}, '[["A"]]', true, moment())`
  assert.equal((await world.call(exerciseCalls.checkExercise, input, token)).respCode, 200)
  const exercise = await world.ask(exerciseCalls.goClassExercise, { classId }, token)
  assert.deepEqual([exercise.total, exercise.questions.length, exercise.next], [4, 4, null])
  const pinned = await world.ask(
    exerciseCalls.goClassExercise,
    { classId, resourceId: resourceIds[0]! },
    token,
  )
  assert.deepEqual(
    pinned.questions.map(({ parts, atSecond }) => [parts[0]!.stem, atSecond]),
    [[stem, 60]],
  )
  const bank = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  assert.equal(bank.total, 3)
})

test('an answer is marked right or wrong with its key; a missing part is absent', async () => {
  const { practice, token } = await aClassWithBanks()
  const { questions } = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  const check = (answer: string[], part = 0) =>
    world.call(exerciseCalls.checkExercise, { versionId: questions[0]!.versionId, part, answer }, token)
  const right = await check(['B'])
  assert.deepEqual([right.attribute.right, right.attribute.answer], [true, ['B']])
  assert.match(right.attribute.analysis, /^解析/)
  assert.equal((await check(['A'])).attribute.right, false)
  assert.equal((await check(['B'], 1)).respCode, 404)
})

test('an essay shows its model answer', async () => {
  const bankId = await aBank(world, portal, { practice: true })
  await aQuestion(world, portal, bankId, { part: aPart({ type: 'essay', answer: ['要点'] }) })
  const { token } = await aLearner(world, portal)
  const { questions } = await world.ask(exerciseCalls.goBankExercise, { bankId }, token)
  const reported = await world.ask(
    exerciseCalls.checkExercise,
    { versionId: questions[0]!.versionId, part: 0, answer: ['我以为'] },
    token,
  )
  assert.deepEqual([reported.right, reported.answer], [null, ['要点']])
})

test('nothing is revealed during an exam', async () => {
  const { practice, examId, token } = await aClassWithBanks()
  const { questions } = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  const check = () =>
    world.call(
      exerciseCalls.checkExercise,
      { versionId: questions[0]!.versionId, part: 0, answer: ['B'] },
      token,
    )
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId }, token)
  assert.equal((await check()).respCode, 409)
  await world.ask(attemptCalls.submitExam, { attemptId }, token)
  assert.equal((await check()).respCode, 200)
})

test('banks reserved for exams, questions out of use, other classes and projects are absent', async () => {
  const { secret, classId, practice, token } = await aClassWithBanks()
  const [version] = await world.db`
    select v.id from question_versions v join questions q on q.id = v.question_id where q.bank_id = ${secret} limit 1`
  const absent = await world.call(exerciseCalls.goBankExercise, { bankId: classId }, token)
  assert.equal(absent.respCode, 404)
  const input = { versionId: version!.id as string, part: 0, answer: ['B'] }
  const other = await aLearner(world, portal)
  const stranger = await aLearner(world, await aPortal(world))
  for (const envelope of [
    await world.call(exerciseCalls.goBankExercise, { bankId: secret }, token),
    await world.call(exerciseCalls.checkExercise, input, token),
    await world.call(exerciseCalls.goClassExercise, { classId }, other.token),
    await world.call(exerciseCalls.goBankExercise, { bankId: practice }, stranger.token),
  ]) {
    assert.deepEqual(envelope, absent)
  }
  const { questions } = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  await world.db`update questions set status = 'disabled' where bank_id = ${practice}`
  const gone = { ...input, versionId: questions[0]!.versionId }
  assert.deepEqual(await world.call(exerciseCalls.checkExercise, gone, token), absent)
  assert.deepEqual(await world.ask(exerciseCalls.findExerciseBank, {}, stranger.token), [])
  const admin = await anAccount(world, portal, { role: 'admin' })
  for (const call of Object.values(exerciseCalls)) {
    assert.equal(
      (await world.call(call, { ...input, classId, bankId: practice } as never, null)).respCode,
      401,
    )
    assert.equal(
      (await world.call(call, { ...input, classId, bankId: practice } as never, admin.token)).respCode,
      403,
    )
  }
})

test('a long bank is read stretch by stretch, every question once', async () => {
  const bankId = await aBank(world, portal, { practice: true })
  for (let i = 0; i < 120; i++) await aQuestion(world, portal, bankId)
  const { token } = await aLearner(world, portal)
  const seen = new Set<string>()
  let after: string | null = null
  do {
    const exercise: { questions: { versionId: string }[]; next: string | null } = await world.ask(
      exerciseCalls.goBankExercise,
      { bankId, ...(after ? { after } : {}) },
      token,
    )
    for (const { versionId } of exercise.questions) seen.add(versionId)
    after = exercise.next
  } while (after)
  assert.equal(seen.size, 120)
  const jump = await world.ask(exerciseCalls.goBankExercise, { bankId, most: 100 }, token)
  assert.equal(jump.questions.length, 100)
  const rest = await world.ask(exerciseCalls.goBankExercise, { bankId, after: jump.next!, most: 100 }, token)
  assert.deepEqual([rest.questions.length, rest.next], [20, null])
  const banks = await world.ask(exerciseCalls.findExerciseBank, {}, token)
  assert.equal(banks.find((bank) => bank.bankId === bankId)!.questions, 120)
})

test('of a bank that papers draw from, a class practises what they may draw', async () => {
  const bankId = await aBank(world, portal, { practice: true })
  const named = await aQuestion(world, portal, bankId, {
    part: { type: 'judge', answer: ['A'], options: [] },
  })
  await aQuestion(world, portal, bankId, {
    part: { type: 'judge', stem: '另一题', answer: ['B'], options: [] },
  })
  for (let i = 0; i < 2; i++) await aQuestion(world, portal, bankId)
  const judged = { ...aSection(bankId, { count: 0 }), type: 'judge' as const, questionIds: [named] }
  const paperId = await aPaper(world, portal, [aSection(bankId, { count: 1 }), judged])
  const { classId } = await aClass(world, portal, { price: 0 })
  await anExam(world, portal, { classId, paperId })
  const { accountId, token } = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId, classId })
  const { questions, total } = await world.ask(exerciseCalls.goClassExercise, { classId }, token)
  assert.equal(total, 3)
  assert.deepEqual(questions.map(({ type }) => type).sort(), ['judge', 'single', 'single'])
})

test('a wrong question is in the book of its class until it was right twice in a row, on whatever device', async () => {
  const { classId, practice, loginName, token } = await aClassWithBanks()
  const phone = await signedIn(world, loginName)
  const { questions } = await world.ask(exerciseCalls.goClassExercise, { classId }, token)
  const [first, second] = questions
  const check = async (answer: string, from = token, versionId = first!.versionId) =>
    (await world.ask(exerciseCalls.checkExercise, { versionId, classId, part: 0, answer: [answer] }, from))
      .book
  const wrong = async (from = token) =>
    (await world.ask(exerciseCalls.goClassExercise, { classId, only: 'wrong' }, from)).questions.map(
      ({ versionId }) => versionId,
    )
  assert.equal(await check('B', token, second!.versionId), null)
  assert.equal(await check('A'), 'in')
  assert.deepEqual(await wrong(phone), [first!.versionId])
  assert.equal(await check('B', phone), 'stays')
  const { questions: kept } = await world.ask(
    exerciseCalls.goClassExercise,
    { classId, only: 'wrong' },
    token,
  )
  assert.deepEqual(kept[0]!.tried, [{ part: 0, right: true, wrong: true }])
  assert.equal(await check('A'), 'in')
  assert.equal(await check('B'), 'stays')
  assert.equal(await check('B', phone), 'out')
  assert.deepEqual(await wrong(), [])
  const after = await world.ask(exerciseCalls.goClassExercise, { classId, only: 'new' }, phone)
  assert.deepEqual(after.progress, { total: 3, done: 2, right: 2, wrong: 0, favourites: 0 })
  assert.equal(after.total, 1)
  // By its bank it is another practice.
  const bank = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  assert.equal(bank.progress.done, 0)
  const [book, ...more] = await world.ask(exerciseCalls.findExerciseBook, {}, phone)
  assert.deepEqual([book!.classId, book!.bankId, book!.done, more], [classId, null, 2, []])
})

test('two devices that answer together lose nothing', async () => {
  const { practice, token } = await aClassWithBanks()
  const { questions } = await world.ask(exerciseCalls.goBankExercise, { bankId: practice }, token)
  const { versionId } = questions[0]!
  await Promise.all(
    Array.from({ length: 8 }, () =>
      world.ask(exerciseCalls.checkExercise, { versionId, part: 0, answer: ['A'] }, token),
    ),
  )
  const [mark] = await world.db`
    select tries, in_row, wrong from exercise_marks m join question_versions v on v.question_id = m.question_id
    where v.id = ${versionId}`
  assert.deepEqual({ ...mark }, { tries: 8, inRow: 0, wrong: true })
})

test('favourites are kept by class and bank, and let go', async () => {
  const { classId, practice, token } = await aClassWithBanks()
  const { questions } = await world.ask(exerciseCalls.goClassExercise, { classId }, token)
  const keep = (favourite: boolean, more: object = { classId }) =>
    world.call(exerciseCalls.keepFavourite, { versionId: questions[1]!.versionId, favourite, ...more }, token)
  await keep(true)
  await keep(true)
  const kept = await world.ask(exerciseCalls.goClassExercise, { classId, only: 'favourite' }, token)
  assert.deepEqual(
    kept.questions.map(({ versionId, favourite }) => [versionId, favourite]),
    [[questions[1]!.versionId, true]],
  )
  const ofBank = await world.ask(exerciseCalls.goBankExercise, { bankId: practice, only: 'favourite' }, token)
  assert.equal(ofBank.total, 0)
  await keep(false)
  assert.deepEqual(await world.ask(exerciseCalls.findExerciseBook, {}, token), [])
  const stranger = await aLearner(world, portal)
  const foreign = await world.call(
    exerciseCalls.keepFavourite,
    { versionId: questions[1]!.versionId, classId, favourite: true },
    stranger.token,
  )
  assert.equal(foreign.respCode, 404)
})
