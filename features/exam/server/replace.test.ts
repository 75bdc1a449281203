import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { anExam, aSittableExam, choosing, voidedByTwo } from '../../../test/build/exam.ts'
import { linkAccounts } from '../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { approvalCalls, approvalRefusals } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { passByHand, recordStudy, revertPass } from '../../enrolment/server/actions.ts'
import { attemptCalls } from '../attempt/contract.ts'
import { examCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  const menus = [
    '/resource-manage/add-question',
    '/train-manage/class',
    '/train-manage/study-report',
    '/cms-manage/score-manage',
    '/customer/exception-register',
  ]
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const by = () => ({ accountId: admin.accountId, projectId: portal.projectId })

/** A learner of a class; has studied all of it by default. */
async function aStudent(classId: string, studied = true) {
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId })
  if (studied) await study(enrolmentId)
  return { ...learner, enrolmentId }
}
async function study(enrolmentId: string) {
  const [item] = await world.db`
    select i.id from course_items i join class_courses c using (course_id) join enrolments e using (class_id)
    where e.id = ${enrolmentId} limit 1`
  await world.db.begin((tx) =>
    recordStudy(tx, {
      enrolmentId,
      progress: 10_000,
      watchedSeconds: 60,
      done: true,
      lastItemId: item!.id as string,
      lastPosition: 60,
    }),
  )
}
const statusOf = async (id: string) =>
  (await world.db`select status from enrolments where id = ${id}`)[0]!.status as string
const runJobs = async () => {
  // Every job that could come due by itself, however long one waits.
  await world.moveClock('2 hours')
  await world.portal.drainJobs()
  await world.moveClock('0')
}

test('a withdrawn exam passes nobody; a person confirms, and those who wait pass in that person’s name', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const [waiting, later] = [await aStudent(classId), await aStudent(classId, false)]
  const impact = { learners: 2, waiting: 1, failed: 0, sitting: 0, marking: 0 }
  const found = await world.ask(examCalls.findImpact, { examId }, admin.token)
  assert.deepEqual(found, { ...impact, passedToday: 0 })
  assert.deepEqual(await world.ask(examCalls.withdraw, { examId }, admin.token), impact)
  await study(later.enrolmentId)
  await runJobs()
  assert.deepEqual(
    [await statusOf(waiting.enrolmentId), await statusOf(later.enrolmentId)],
    ['active', 'active'],
  )
  const { list } = await world.ask(enrolmentCalls.myClass, {}, waiting.token)
  assert.equal(list[0]!.hold, 'exam_withdrawn')
  const [row] = (await world.ask(examCalls.queryExamList, { classId }, admin.token)).list
  assert.deepEqual([row!.status, row!.held], ['withdrawn', true])
  assert.equal((await world.call(examCalls.deleteExam, { examId }, admin.token)).respCode, 409)
  assert.deepEqual(await world.ask(examCalls.release, { examId }, admin.token), { waiting: 2 })
  await world.portal.drainJobs()
  assert.deepEqual(
    [await statusOf(waiting.enrolmentId), await statusOf(later.enrolmentId)],
    ['passed', 'passed'],
  )
  const [entry] = await world.db`
    select actor_id from operation_logs where subject_id = ${waiting.enrolmentId} and action = 'enrolment.pass'`
  assert.equal(entry!.actorId, admin.accountId)
  assert.equal((await world.call(examCalls.release, { examId }, admin.token)).respCode, 409)
  const fresh = await aStudent(classId)
  assert.equal(await statusOf(fresh.enrolmentId), 'passed', 'the class goes without from then on')
})

test('classes that go without their exam count together: beyond whom one person lets pass a day, a second approves', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const release = async (learners: number) => {
    const { classId, examId } = await aSittableExam(world, portal)
    for (let i = 0; i < learners; i++) await aStudent(classId)
    await world.ask(examCalls.withdraw, { examId }, clerk.token)
    return {
      examId,
      release: (more: object = {}) => world.call(examCalls.release, { examId, ...more }, clerk.token),
    }
  }
  const first = await release(6)
  assert.deepEqual((await first.release()).attribute, { waiting: 6 })
  const next = await release(5)
  const { passedToday } = await world.ask(examCalls.findImpact, { examId: next.examId }, clerk.token)
  assert.equal(passedToday, 6)
  assert.equal((await next.release()).respCode, 422, 'a reason for who approves it')
  assert.ok((await next.release({ reason: '本期不再组织考试' })).attribute!.approvalId)
  const last = await release(4)
  assert.deepEqual((await last.release()).attribute, { waiting: 4 })
})

test('others than the approver was shown take another proposal, however many there are', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const [clerk, chief] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const there: string[] = []
  for (let i = 0; i < 11; i++) there.push((await aStudent(classId, false)).enrolmentId)
  const withdrawn = await world.call(examCalls.withdraw, { examId, reason: '本期不考' }, clerk.token)
  await world.call(approvalCalls.approve, { id: withdrawn.attribute!.approvalId! }, chief.token)
  const propose = async () =>
    (await world.ask(examCalls.release, { examId, reason: '本期不再组织考试' }, clerk.token)).approvalId!
  const offered = async (id: string) => {
    const { list } = await world.ask(approvalCalls.findPageList, { status: 'proposed' }, chief.token)
    return list.find((row) => row.id === id)!.steps.includes('approve')
  }
  const first = await propose()
  assert.equal(await offered(first), true)
  await world.db`update enrolments set status = 'removed' where id = ${there[0]!}`
  await aStudent(classId)
  assert.equal(await offered(first), false)
  assert.equal((await world.call(approvalCalls.approve, { id: first }, chief.token)).respCode, 409)
  await world.ask(approvalCalls.withdraw, { id: first }, clerk.token)
  const second = await propose()
  assert.equal((await world.call(approvalCalls.approve, { id: second }, chief.token)).respCode, 200)
})

test('who learns in a class, or got their account from somebody who does, does not give its exam up', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const [staff, helper, colleague] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const own = await aStudent(classId)
  await linkAccounts(world, staff, own)
  await world.db`insert into account_accesses ${world.db({ accountId: helper.accountId, giverId: staff.accountId })}`
  await world.ask(examCalls.withdraw, { examId }, staff.token)
  for (const { token } of [staff, helper]) {
    const refused = await world.call(examCalls.release, { examId }, token)
    assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.ownRecord.zh])
  }
  await world.ask(examCalls.release, { examId }, colleague.token)
  await world.portal.drainJobs()
  assert.equal(await statusOf(own.enrolmentId), 'passed')
})

test('another exam takes its place in one moment: nobody slips through, what is under way counts', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  const [sitting, waiting] = [await aStudent(classId), await aStudent(classId)]
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, sitting.token)
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft' })
  const refused = await world.call(examCalls.publish, { examId: nextId }, admin.token)
  assert.deepEqual([refused.respCode, /替换/.test(refused.respDesc)], [409, true])
  await world.ask(examCalls.publish, { examId: nextId, replace: true }, admin.token)
  const statuses = await world.db`
    select status, held_since from exams where class_id = ${classId} order by status`
  assert.deepEqual(
    statuses.map((row) => ({ ...row })),
    [
      { status: 'active', heldSince: null },
      { status: 'withdrawn', heldSince: null },
    ],
  )
  const [entry] = await world.db`
    select after from operation_logs where subject_id = ${examId} and action = 'exam.replace'`
  assert.deepEqual(entry!.after, {
    status: 'withdrawn',
    by: nextId,
    learners: 2,
    waiting: 2,
    failed: 0,
    sitting: 1,
    marking: 0,
  })
  await runJobs()
  assert.equal(await statusOf(waiting.enrolmentId), 'active')
  assert.equal((await world.call(attemptCalls.goClassExam, { examId }, waiting.token)).respCode, 409)
  const { attemptId } = paper
  const fresh = await aStudent(classId)
  const again = await world.ask(attemptCalls.goClassExam, { examId: nextId }, fresh.token)
  assert.equal(again.number, 1)
  await world.moveClock('0')
  const ended = await world.ask(
    attemptCalls.submitExam,
    { attemptId, answers: choosing(paper, '乙') },
    sitting.token,
  )
  // The job that ran two hours ahead submitted it at its deadline with what was saved.
  assert.equal(ended.status, 'scored')
})

test('a pass in an attempt of the exam that was replaced still counts', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  const sitting = await aStudent(classId)
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, sitting.token)
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft' })
  await world.ask(examCalls.publish, { examId: nextId, replace: true }, admin.token)
  const answers = choosing(paper, '乙')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, sitting.token)
  assert.equal(await statusOf(sitting.enrolmentId), 'passed')
})

test('a lost exam that gets a successor holds no longer by itself', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  const waiting = await aStudent(classId)
  await world.ask(examCalls.withdraw, { examId }, admin.token)
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft' })
  await world.ask(examCalls.publish, { examId: nextId }, admin.token)
  const { list } = await world.ask(enrolmentCalls.myClass, {}, waiting.token)
  assert.deepEqual([list[0]!.hold, list[0]!.examRequired], [null, true])
  assert.equal((await world.call(examCalls.release, { examId }, admin.token)).respCode, 409)
})

test('a class does not lose its published exam to another class', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const other = await aSittableExam(world, portal)
  const { list } = await world.ask(examCalls.queryExamList, { classId }, admin.token)
  const { className, paperName, total, passScore, minutes, status, held, begun, passed, marking, ...fields } =
    list[0]!
  const moved = await world.call(examCalls.saveExam, { ...fields, classId: other.classId }, admin.token)
  assert.deepEqual([moved.respCode, /不能换到别的班级/.test(moved.respDesc)], [409, true])
  assert.equal((await world.ask(examCalls.queryExamList, { classId }, admin.token)).list[0]!.examId, examId)
})

test('a copied class has its exam as a draft and cannot be published until the exam is published or deleted', async () => {
  const { classId, paperId } = await aSittableExam(world, portal, { attempts: 2, requiredProgress: 5000 })
  const copy = async () => {
    const { id, withExam } = await world.ask(classCalls.copyTrainClass, { id: classId }, admin.token)
    assert.equal(withExam, true)
    const [exam] = (await world.ask(examCalls.queryExamList, { classId: id }, admin.token)).list
    return { id, exam: exam! }
  }
  const { id, exam } = await copy()
  assert.deepEqual(
    [exam.status, exam.paperId, exam.attempts, exam.requiredProgress],
    ['draft', paperId, 2, 5000],
  )
  const publish = (classOf: string) =>
    world.call(classCalls.updateOnShelf, { ids: [classOf], onShelf: true }, admin.token)
  const refused = await publish(id)
  assert.match(JSON.stringify(refused), /考试还没有发布/)
  await world.ask(examCalls.publish, { examId: exam.examId }, admin.token)
  assert.doesNotMatch(JSON.stringify(await publish(id)), /考试还没有发布/)
  const without = await copy()
  await world.ask(examCalls.deleteExam, { examId: without.exam.examId }, admin.token)
  assert.doesNotMatch(JSON.stringify(await publish(without.id)), /考试还没有发布/)
})

/** A learner whose pass was reverted although every requirement is met. */
async function aReverted() {
  const { classId, examId } = await aSittableExam(world, portal)
  const templateId = await aTemplate(world, portal.projectId)
  await world.db`update train_classes set certificate_template_id = ${templateId} where id = ${classId}`
  const learner = await aStudent(classId)
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const answers = choosing(paper, '乙')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, learner.token)
  assert.equal(await statusOf(learner.enrolmentId), 'passed')
  await world.db.begin((tx) => revertPass(tx, by(), learner.enrolmentId, '替考', true))
  return learner
}

test('a reverted pass is not granted again by study, exam or time, and both pages show it', async () => {
  const learner = await aReverted()
  const { enrolmentId, token } = learner
  await study(enrolmentId)
  await runJobs()
  const [row] = await world.db`
    select status, (select count(*)::int from certificates where enrolment_id = e.id and status = 'valid') as valid
    from enrolments e where id = ${enrolmentId}`
  assert.deepEqual({ ...row }, { status: 'active', valid: 0 })
  const { list } = await world.ask(enrolmentCalls.myClass, {}, token)
  assert.equal(list[0]!.hold, 'barred')
  const report = await world.ask(enrolmentCalls.findPortfolioPage, { enrolmentId }, admin.token)
  assert.deepEqual([report.list[0]!.hold, report.list[0]!.barReason], ['barred', '替考'])
})

test('only a person lifts the bar: explicitly, with a reason, or by passing manually', async () => {
  const [one, two, plain] = [
    await aReverted(),
    await aReverted(),
    await aStudent((await aSittableExam(world, portal)).classId),
  ]
  const lifted = await world.ask(
    enrolmentCalls.liftPassBar,
    { ids: [one.enrolmentId, plain.enrolmentId], reason: '复核后确认本人考试' },
    admin.token,
  )
  assert.deepEqual(
    [lifted.succeeded, lifted.failed.map(({ id }) => id)],
    [[one.enrolmentId], [plain.enrolmentId]],
  )
  assert.equal(await statusOf(one.enrolmentId), 'passed')
  const [entry] = await world.db`
    select actor_id, reason from operation_logs
    where subject_id = ${one.enrolmentId} and action = 'enrolment.liftBar'`
  assert.deepEqual({ ...entry }, { actorId: admin.accountId, reason: '复核后确认本人考试' })
  await world.db.begin((tx) => passByHand(tx, two.enrolmentId, { by: by(), reason: '特批' }))
  const [row] = await world.db`select status, bar_reason from enrolments where id = ${two.enrolmentId}`
  assert.deepEqual({ ...row }, { status: 'passed', barReason: '替考' }, 'on record, without effect')
  const { list } = await world.ask(enrolmentCalls.myClass, {}, two.token)
  assert.equal(list[0]!.hold, null)
  const again = await world.ask(
    enrolmentCalls.liftPassBar,
    { ids: [two.enrolmentId], reason: '已合格' },
    admin.token,
  )
  assert.equal(again.failed.length, 1)
})

test('a pass that never rested on an exam is not lost with an old attempt at one', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const learner = await aStudent(classId)
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const { attemptId } = paper
  await world.ask(attemptCalls.submitExam, { attemptId, answers: choosing(paper, '甲') }, learner.token)
  await world.ask(examCalls.withdraw, { examId }, admin.token)
  await world.ask(examCalls.release, { examId }, admin.token)
  await world.portal.drainJobs()
  assert.equal(await statusOf(learner.enrolmentId), 'passed')
  const { paperId } = await aSittableExam(world, portal)
  await anExam(world, portal, { classId, paperId })
  const second = await anAccount(world, portal, { role: 'admin' })
  await voidedByTwo(world, { attemptId, reason: '阅卷差错' }, admin, second)
  assert.equal(await statusOf(learner.enrolmentId), 'passed')
})

test('who publishes, withdraws or releases exams of one class at once goes one after the other', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft' })
  const publish = () => world.call(examCalls.publish, { examId: nextId, replace: true }, admin.token)
  const replies = await race(
    world.db,
    (tx) => tx`select pg_advisory_xact_lock(hashtext(${`exams ${classId}`}))`,
    publish,
    () => world.call(examCalls.withdraw, { examId }, admin.token),
  )
  assert.ok(
    replies.every(({ respCode }) => [200, 409].includes(respCode)),
    JSON.stringify(replies),
  )
  const other = await aSittableExam(world, portal)
  await world.ask(examCalls.withdraw, { examId: other.examId }, admin.token)
  const heirId = await anExam(world, portal, { ...other, status: 'draft' })
  const [published, released] = await race(
    world.db,
    (tx) => tx`select pg_advisory_xact_lock(hashtext(${`exams ${other.classId}`}))`,
    () => world.call(examCalls.publish, { examId: heirId }, admin.token),
    () => world.call(examCalls.release, { examId: other.examId }, admin.token),
  )
  assert.ok(
    [published, released].every(({ respCode }) => [200, 409].includes(respCode)),
    JSON.stringify([published, released]),
  )
})

/** A learner who has studied all and used up the attempts of an exam that allows one. */
async function aFailed(classId: string, examId: string) {
  const learner = await aStudent(classId)
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const answers = choosing(paper, '甲')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, learner.token)
  assert.equal(await statusOf(learner.enrolmentId), 'failed')
  return learner
}

test('who failed the exam of before gets the attempts of the one in its place; a bar and an end stay', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal, { attempts: 1 })
  const [failed, barred, over] = [
    await aFailed(classId, examId),
    await aFailed(classId, examId),
    await aFailed(classId, examId),
  ]
  await world.db`update enrolments set bar_reason = '替考' where id = ${barred.enrolmentId}`
  await world.db`
    update enrolments set expires_at = moment() - interval '1 day' where id = ${over.enrolmentId}`
  const impact = await world.ask(examCalls.findImpact, { examId }, admin.token)
  assert.deepEqual([impact.learners, impact.failed], [3, 1])
  // The same exam once more has no attempt for them.
  await world.ask(examCalls.withdraw, { examId }, admin.token)
  await world.ask(examCalls.publish, { examId }, admin.token)
  await world.portal.drainJobs()
  assert.equal(await statusOf(failed.enrolmentId), 'failed')
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft', attempts: 1 })
  await world.ask(examCalls.publish, { examId: nextId, replace: true }, admin.token)
  await world.portal.drainJobs()
  const statuses = await Promise.all([failed, barred, over].map((one) => statusOf(one.enrolmentId)))
  assert.deepEqual(statuses, ['active', 'failed', 'failed'])
  const paper = await world.ask(attemptCalls.goClassExam, { examId: nextId }, failed.token)
  const answers = choosing(paper, '乙')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, failed.token)
  assert.equal(await statusOf(failed.enrolmentId), 'passed')
})

test('who failed an exam that is given up passes like the others; whose end has come counts too, for the second person', async () => {
  const { classId, examId } = await aSittableExam(world, portal, { attempts: 1 })
  const failed = await aFailed(classId, examId)
  const expired = await aStudent(classId)
  await world.db`
    update enrolments set status = 'expired', expires_at = moment() - interval '1 day' where id = ${expired.enrolmentId}`
  const { learners } = await world.ask(examCalls.withdraw, { examId }, admin.token)
  assert.equal(learners, 2)
  await world.ask(examCalls.release, { examId }, admin.token)
  await world.portal.drainJobs()
  assert.deepEqual(
    [await statusOf(failed.enrolmentId), await statusOf(expired.enrolmentId)],
    ['passed', 'expired'],
  )
})

test('a class whose exams were all withdrawn is copied with the one withdrawn last', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  const ids = [examId, await anExam(world, portal, { classId, paperId, status: 'draft' })]
  ids.push(await anExam(world, portal, { classId, paperId, status: 'draft' }))
  for (const [i, hours] of [2, 1, 3].entries()) {
    await world.db`
      update exams set status = 'withdrawn', held_since = moment() - make_interval(hours => ${hours})
      where id = ${ids[i]!}`
  }
  const { id } = await world.ask(classCalls.copyTrainClass, { id: classId }, admin.token)
  const [copy] = await world.db`select copied_from from exams where class_id = ${id}`
  assert.equal(copy!.copiedFrom, ids[1])
})
