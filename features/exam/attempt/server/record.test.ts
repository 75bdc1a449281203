import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aSittableExam, choosing } from '../../../../test/build/exam.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aJob } from '../../../../test/build/job.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { attemptCalls } from '../contract.ts'
import { settleExams } from './jobs.ts'
import { settleBatch } from './settle.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const settle = () => settleExams.run(aJob(), world.app)

/** A learner who has studied all and sat a passed exam of which the enrolment does not know yet. */
async function anUnrecorded(): Promise<{
  enrolmentId: string
  templateId: string
  attemptId: string
  token: string
}> {
  const { db } = world
  const exam = await aSittableExam(world, portal)
  const templateId = await aTemplate(world, portal.projectId)
  await db`update train_classes set certificate_template_id = ${templateId} where id = ${exam.classId}`
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...exam })
  const paper = await world.ask(attemptCalls.goClassExam, { examId: exam.examId }, learner.token)
  const { attemptId } = paper
  await db`
    update exam_attempts set status = 'scored', submitted_at = moment(), submit_reason = 'learner', score = 20,
      passed = true, recorded_at = moment(), answers = ${db.json(choosing(paper, '乙') as never)}
    where id = ${attemptId}`
  await db`update enrolments set progress = 10000, study_done_at = moment() where id = ${enrolmentId}`
  return { enrolmentId, templateId, attemptId, token: learner.token }
}

const outcomeOf = async (enrolmentId: string) => {
  const [row] = await world.db`
    select e.status, e.exam_passed,
      (select count(*)::int from certificates where enrolment_id = e.id) as certificates,
      (select count(*)::int from hour_entries where enrolment_id = e.id) > 0 as earned,
      (select count(*)::int from operation_logs where subject_id = e.id::text and action = 'enrolment.pass') as logged
    from enrolments e where id = ${enrolmentId}`
  return { ...row }
}
const untouched = { status: 'active', examPassed: false, certificates: 0, earned: false, logged: 0 }
const passed = { status: 'passed', examPassed: true, certificates: 1, earned: true, logged: 1 }

test('a result that cannot be recorded fails without affecting others, leaves nothing half-written and is retried later', async () => {
  const { db } = world
  const [one, bad, two] = [await anUnrecorded(), await anUnrecorded(), await anUnrecorded()]
  const [template] = await db`select design from certificate_templates where id = ${bad.templateId}`
  await db`update certificate_templates set design = '{"page": 1}' where id = ${bad.templateId}`
  await db`update exam_attempts set recorded_at = null where id = any(${[one, bad, two].map((row) => row.attemptId)}::uuid[])`
  await settle()
  assert.deepEqual(await outcomeOf(one.enrolmentId), passed)
  assert.deepEqual(await outcomeOf(two.enrolmentId), passed)
  assert.deepEqual(await outcomeOf(bad.enrolmentId), untouched)
  const retryOf = async () => {
    const [row] = await db`
      select failures, last_error, round(extract(epoch from retry_at - moment()))::int as seconds
      from exam_attempts where id = ${bad.attemptId}`
    return row!
  }
  const first = await retryOf()
  assert.match(first.lastError as string, /not of its schema/)
  await settle()
  assert.equal(first.failures, 1)
  assert.equal((await retryOf()).failures, 1, 'not again before its time')
  await world.moveClock('45 seconds')
  await settle()
  const second = await retryOf()
  assert.equal(second.failures, 2)
  assert.ok((second.seconds as number) > (first.seconds as number), 'the distance grows')
  await db`update certificate_templates set design = ${db.json(template!.design as never)} where id = ${bad.templateId}`
  await world.moveClock('1 hour')
  await settle()
  assert.deepEqual(await outcomeOf(bad.enrolmentId), passed)
  const [row] = await db`select failures, last_error, retry_at from exam_attempts where id = ${bad.attemptId}`
  assert.deepEqual({ ...row }, { failures: 0, lastError: null, retryAt: null })
  await world.moveClock('0')
})

/** A learner who has sat an exam, once or again, and passed it never; the enrolment knows nothing of it. */
async function aFailed(scores: readonly number[], attempts = 3): Promise<string> {
  const { db } = world
  const exam = await aSittableExam(world, portal, { attempts })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...exam })
  for (const score of scores) {
    const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId: exam.examId }, learner.token)
    await db`
      update exam_attempts set status = 'scored', submitted_at = moment(), submit_reason = 'learner', score = ${score},
        passed = false where id = ${attemptId}`
  }
  return enrolmentId
}

test('results that were not passed are recorded in one transaction: the best of an enrolment counts', async () => {
  const { db } = world
  const [twice, once] = [await aFailed([8, 5]), await aFailed([5])]
  await settle()
  const attempts = await db`
    select recorded_at, xmin::text as written from exam_attempts where enrolment_id in (${twice}, ${once})`
  assert.equal(attempts.length, 3)
  assert.ok(attempts.every(({ recordedAt }) => recordedAt !== null))
  assert.equal(new Set(attempts.map(({ written }) => written as string)).size, 1)
  const [enrolment] = await db`select exam_score::float8 as score from enrolments where id = ${twice}`
  assert.equal(enrolment!.score, 8)
})

test('where one result fails the others are recorded all the same, and no attempt left fails the enrolment', async () => {
  const { db } = world
  const twice = await aFailed([8, 5])
  const used = await aFailed([5], 1)
  // Points are whole or half: no score can be entered for it.
  const bad = await aFailed([5.3])
  await settle()
  const [rows, about] = [
    await db`select id, status, exam_score::float8 as score, exam_passed from enrolments where id in (${twice}, ${used}, ${bad})`,
    await db`
      select enrolment_id, count(*)::int as attempts, count(recorded_at)::int as recorded, sum(failures)::int as failures,
        count(c.id)::int as scores
      from exam_attempts t left join scores c on c.attempt_id = t.id
      where enrolment_id in (${twice}, ${used}, ${bad}) group by 1`,
  ]
  const of = (id: string) => {
    const { id: _id, ...enrolment } = rows.find((row) => row.id === id)!
    const { enrolmentId: _enrolmentId, ...attempts } = about.find((row) => row.enrolmentId === id)!
    return { ...enrolment, ...attempts }
  }
  const open = { status: 'active', examPassed: false }
  assert.deepEqual(of(twice), { ...open, score: 8, attempts: 2, recorded: 2, failures: 0, scores: 2 })
  assert.deepEqual(of(used), {
    ...open,
    status: 'failed',
    score: 5,
    attempts: 1,
    recorded: 1,
    failures: 0,
    scores: 1,
  })
  assert.deepEqual(of(bad), { ...open, score: null, attempts: 1, recorded: 0, failures: 1, scores: 0 })
})

/** A learner who has begun an exam: what they submit with one answer right, and how it is written down. */
async function aSitting(attempts: number) {
  const { db } = world
  const exam = await aSittableExam(world, portal, { attempts })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...exam })
  const paper = await world.ask(attemptCalls.goClassExam, { examId: exam.examId }, learner.token)
  const { attemptId } = paper
  const submission = {
    attemptId,
    accountId: learner.accountId,
    answers: choosing(paper, '乙', 1),
    reason: 'learner' as const,
  }
  const written = async () => {
    const [row] = await db`
      select t.status, t.recorded_at is not null as recorded, t.xmin = e.xmin as together,
        (select count(*)::int from scores where attempt_id = t.id) as scores
      from exam_attempts t join enrolments e on e.id = t.enrolment_id where t.id = ${attemptId}`
    return { ...row }
  }
  return { enrolmentId, attemptId, submission, written }
}

test('a result that ends nothing is recorded with its submission, one of a last attempt after it', async () => {
  const { db } = world
  const [open, last] = [await aSitting(2), await aSitting(1)]
  const ended = await settleBatch(db, [open.submission, last.submission])
  assert.deepEqual(
    ended.map((end) => [end!.passed, end!.recorded]),
    [
      [false, true],
      [false, false],
    ],
  )
  assert.deepEqual(await open.written(), { status: 'scored', recorded: true, together: true, scores: 1 })
  assert.deepEqual(await last.written(), { status: 'scored', recorded: false, together: false, scores: 0 })
})

test('a submission waits for nobody who holds its enrolment; its result is recorded later', async () => {
  const { db } = world
  const { enrolmentId, submission, written } = await aSitting(2)
  await db.begin(async (tx) => {
    await tx`select from enrolments where id = ${enrolmentId} for update`
    const [end] = await settleBatch(db, [submission])
    assert.deepEqual([end!.status, end!.recorded], ['scored', false])
  })
  await settle()
  assert.equal((await written()).recorded, true)
})

test('a submission is kept where its result cannot be recorded', async () => {
  const { db } = world
  const { attemptId, submission, written } = await aSitting(2)
  // Points are whole or half: no score can be entered for it.
  await db`
    update exam_attempts set items = (select jsonb_agg(item || '{"s": 5.3}') from jsonb_array_elements(items) item)
    where id = ${attemptId}`
  const [end] = await settleBatch(db, [submission])
  assert.deepEqual([end!.score, end!.recorded], [5.3, false])
  assert.deepEqual(await written(), { status: 'scored', recorded: false, together: false, scores: 0 })
})

test('an expired attempt that cannot be marked blocks no other', async () => {
  const { db } = world
  const begin = async () => {
    const exam = await aSittableExam(world, portal)
    const learner = await aLearner(world, portal)
    await anEnrolment(world, portal, { ...learner, ...exam })
    return (await world.ask(attemptCalls.goClassExam, { examId: exam.examId }, learner.token)).attemptId
  }
  const [bad, good] = [await begin(), await begin()]
  await db`update exam_attempts set items = '[{"q": "x"}]' where id = ${bad}`
  await world.moveClock('2 hours')
  await settle()
  const statusOf = async (id: string) =>
    (await db`select status from exam_attempts where id = ${id}`)[0]!.status
  assert.deepEqual([await statusOf(good), await statusOf(bad)], ['scored', 'in_progress'])
  await settle()
  const [row] = await db`select retry_at > moment() as later from exam_attempts where id = ${bad}`
  assert.equal(row!.later, true, 'not again before its time')
  await world.moveClock('0')
})

test('a run beyond its time settles and records no further attempt; what is left is due to the next', async () => {
  const { db } = world
  const [scored, open] = [await anUnrecorded(), await anUnrecorded()]
  await db`update exam_attempts set recorded_at = null where id = ${scored.attemptId}`
  const stopped = aJob({ signal: AbortSignal.abort(new Error('its time is over')) })
  const run = async () => settleExams.run(stopped, world.app)
  await assert.rejects(run, /its time is over/)
  assert.deepEqual(await outcomeOf(scored.enrolmentId), untouched)
  await db`
    update exam_attempts set status = 'in_progress', submitted_at = null, submit_reason = null, score = null,
      passed = null, recorded_at = null, deadline_at = moment() - interval '1 hour'
    where id = ${open.attemptId}`
  await assert.rejects(run, /its time is over/)
  const [row] = await db`select status from exam_attempts where id = ${open.attemptId}`
  assert.equal(row!.status, 'in_progress')
  await settle()
  assert.deepEqual(await outcomeOf(scored.enrolmentId), passed)
  assert.equal((await db`select status from exam_attempts where id = ${open.attemptId}`)[0]!.status, 'scored')
})
