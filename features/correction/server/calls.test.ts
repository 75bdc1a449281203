import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { isIdCard } from '../../../contract/identity.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { failReopened } from '../../exam/attempt/server/record.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aSittableExam, choosing } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { sendForm } from '../../../test/build/file.ts'
import { closedUnits } from '../../../test/build/unit.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { until } from '../../../test/until.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { recordStudy, transition } from '../../enrolment/server/actions.ts'
import { certificateCalls } from '../../certificate/contract.ts'
import { fileCalls } from '../../file/contract.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { changeIdentity } from '../../student/manage/server/actions.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { type Change, correctionCalls as calls } from '../contract.ts'

const page = '/customer/exception-register'
const menus = [page, '/student-manage/student']
const reason = '学员来电，核对原始记录后更正'
let world: World
let portal: BuiltPortal
/** Proposes and approves; a second one of them; and one who only proposes. */
let chief: BuiltAccount
let second: BuiltAccount
let clerk: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  chief = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  second = await anAccount(world, portal, { role: 'admin', userName: '复核' })
  const [role] = await world.db`insert into roles ${world.db({
    projectId: portal.projectId,
    roleName: '客服',
    roleSystem: 1,
    menus: [...menus, `${page}#correct`, '/student-manage/student#edit'],
  })} returning id`
  const service = { ...portal, roles: { ...portal.roles, admin: role!.id as string } }
  clerk = await anAccount(world, service, { role: 'admin', userName: '客服' })
})

const hoursOf = (hoursTenths: number): Change => ({
  kind: 'hours',
  year: yearFromNow(),
  classType: 'public',
  attribute: 'required',
  hoursTenths,
  title: '线下讲座补录',
})
const propose = (accountId: string, change: Change, by = clerk) =>
  world.call(calls.propose, { accountId, change, reason }, by.token)
async function proposed(accountId: string, change: Change, by = clerk): Promise<string> {
  return (await world.ask(calls.propose, { accountId, change, reason }, by.token)).id
}
const approve = (id: string, by = chief) => world.call(calls.approve, { id }, by.token)
const undo = (id: string, by = chief) => world.call(calls.undo, { id, reason }, by.token)
const passport = (learner: BuiltAccount) =>
  world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, learner.token)
const one = async (id: string, by = chief) =>
  (await world.ask(calls.findPageList, {}, by.token)).list.find((row) => row.id === id)!

test('hours: proposed by one, approved by another, in the passport with the reason, and undone by a line with a minus', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, hoursOf(60))
  assert.equal((await passport(learner)).earnedTenths, 0, 'a proposal changes nothing')
  assert.equal((await approve(id, clerk)).respCode, 403)
  assert.deepEqual((await approve(id)).attribute, { status: 'applied' })
  const after = await passport(learner)
  assert.equal(after.earnedTenths, 60)
  assert.deepEqual(
    [after.entries[0]!.source, after.entries[0]!.reason, after.entries[0]!.title],
    ['correction', reason, '线下讲座补录'],
  )
  const row = await one(id)
  assert.deepEqual([row.before.hoursTenths, row.after.hoursTenths], [0, 60])
  assert.deepEqual([row.proposed.name, row.decided!.name, row.applied!.name], ['客服', '主管', '主管'])
  assert.deepEqual((await undo(id)).attribute, { status: 'undone' })
  const back = await passport(learner)
  assert.equal(back.earnedTenths, 0)
  assert.deepEqual(
    back.entries.map((entry) => entry.hoursTenths),
    [-60, 60],
    'the ledger keeps both',
  )
  assert.equal((await undo(id)).respCode, 409)
  const actions = await world.db`
    select action, actor_id from operation_logs
    where subject_id = ${learner.accountId} and action like 'correction.%' order by id`
  assert.deepEqual(
    actions.map((action) => [action.action, action.actorId]),
    [
      ['correction.propose', clerk.accountId],
      ['correction.approve', chief.accountId],
      ['correction.apply', chief.accountId],
      ['correction.undo', chief.accountId],
    ],
  )
})

test('a move into a unit that was merged meanwhile records its successor, and can be undone', async () => {
  const learner = await aLearner(world, portal)
  const [wanted, successor] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const id = await proposed(learner.accountId, { kind: 'unit', unitId: wanted })
  await world.db`update units set status = 'merged', merged_into = ${successor} where id = ${wanted}`
  assert.deepEqual((await approve(id)).attribute, { status: 'applied' })
  const [moved] = await world.db`
    select a.unit_id, u.name from accounts a join units u on u.id = a.unit_id where a.id = ${learner.accountId}`
  assert.equal(moved!.unitId, successor)
  const { after } = await one(id)
  assert.deepEqual(after, { unitId: successor, unitName: moved!.name as string })
  assert.deepEqual((await undo(id)).attribute, { status: 'undone' })
  const [back] = await world.db`select unit_id from accounts where id = ${learner.accountId}`
  assert.equal(back!.unitId, portal.unitId)
})

test('a preview says which hours change, and why a correction can no longer be applied', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, hoursOf(60))
  const line = { year: yearFromNow(), classType: 'public', attribute: 'required' }
  const preview = async (by = chief) => world.ask(calls.preview, { id }, by.token)
  assert.deepEqual(await preview(), {
    effects: { certificates: [], hours: [{ ...line, before: 0, after: 60 }] },
    refusal: null,
  })
  assert.equal((await passport(learner)).earnedTenths, 0)
  await approve(id)
  const settled = await preview()
  assert.deepEqual([settled.effects, settled.refusal?.zh], [null, '这条更正刚刚已被处理，请刷新后查看'])
  const moved = await proposed(learner.accountId, { kind: 'identity', realName: '赵晓明' })
  await world.db`update students set real_name = '赵小名' where account_id = ${learner.accountId}`
  const changed = await world.ask(calls.preview, { id: moved }, clerk.token)
  assert.match(changed.refusal!.zh, /记录已经变了/)
  const elsewhere = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await world.call(calls.preview, { id: moved }, elsewhere.token)).respCode, 404)
})

test('who may approve does not approve their own hours; another does; the database itself holds it', async () => {
  const { accountId } = await aLearner(world, portal)
  const id = await proposed(accountId, hoursOf(10), chief)
  const own = await approve(id)
  assert.equal(own.respCode, 403)
  assert.match(own.respDesc, /另一位/)
  await assert.rejects(
    world.db`update approvals set status = 'approved', decider_id = proposer_id, decided_at = moment() where id = ${id}`,
    /check/,
  )
  assert.equal((await approve(id, second)).respCode, 200)
})

test('nobody proposes or approves anything on their own record, in whichever account they learn', async () => {
  const own = await aLearner(world, portal)
  const staff = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into account_links ${world.db({ accountId: staff.accountId, linkedId: own.accountId, proof: Buffer.from('x') })}`
  const ownRecord = [409, '这是您本人的学习记录，请由其他同事处理']
  const refused = await propose(own.accountId, hoursOf(60), staff)
  assert.deepEqual([refused.respCode, refused.respDesc], ownRecord)
  const id = await proposed(own.accountId, hoursOf(60))
  const approved = await approve(id, staff)
  assert.deepEqual([approved.respCode, approved.respDesc], ownRecord)
  const alone = await world.call(calls.approve, { id, apply: false }, staff.token)
  assert.deepEqual([alone.respCode, alone.respDesc], ownRecord)
  const rejected = await world.call(calls.reject, { id, reason }, staff.token)
  assert.deepEqual([rejected.respCode, rejected.respDesc], ownRecord)
  assert.equal((await passport(own)).earnedTenths, 0)
  assert.deepEqual((await approve(id)).attribute, { status: 'applied' })
  const undone = await undo(id, staff)
  assert.deepEqual([undone.respCode, undone.respDesc], ownRecord)
})

test('hours of a type nobody has named are refused, by whatever word', async () => {
  const learner = await aLearner(world, portal)
  for (const classType of ['constructor', 'toString', '__proto__', 'nothing']) {
    const refused = await propose(learner.accountId, { ...hoursOf(10), classType } as Change)
    assert.deepEqual([refused.respCode, refused.field], [422, 'change.classType'], classType)
  }
})

test('what is wrong with a change is named by its own field', async () => {
  const learner = await aLearner(world, portal)
  for (const [change, field] of [
    [{ ...hoursOf(10), hoursTenths: 1.5 }, 'change.hoursTenths'],
    [{ ...hoursOf(10), title: '' }, 'change.title'],
    [{ kind: 'pass', enrolmentId: 'nothing', passed: true }, 'change.enrolmentId'],
    [{ kind: 'nothing' }, 'change'],
  ] as const) {
    const refused = await propose(learner.accountId, change as Change)
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
})

test('two approvers concurrently: one applies it, the hours are there once', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, hoursOf(30))
  const replies = await Promise.all([chief, second, chief, second, chief].map((by) => approve(id, by)))
  assert.deepEqual(
    replies.map((reply) => reply.respCode).sort((a, b) => a - b),
    [200, 409, 409, 409, 409],
  )
  assert.equal((await passport(learner)).earnedTenths, 30)
  const undone = await Promise.all([chief, second, chief, second].map((by) => undo(id, by)))
  assert.deepEqual(
    undone.map((reply) => reply.respCode).sort((a, b) => a - b),
    [200, 409, 409, 409],
  )
  assert.equal((await passport(learner)).earnedTenths, 0)
})

test('an approval and another proposal for the same thing wait for one another', async () => {
  const { accountId } = await aLearner(world, portal)
  const change = { kind: 'unit', unitId: await aUnit(world, portal.projectId) } as const
  const id = await proposed(accountId, change)
  const again = async () => (await propose(accountId, change)).respCode
  const [approved, ...proposals] = await race(
    world.db,
    (tx) => tx`select from accounts where id = ${accountId} for no key update`,
    async () => (await approve(id)).respCode,
    again,
    again,
    again,
  )
  assert.equal(approved, 200)
  for (const code of proposals) assert.ok(code === 409 || code === 422, String(code))
})

test('an undo that waited for the approval undoes what it applied', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, hoursOf(60))
  const waiting = async () => {
    const rows = await world.db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return rows.length
  }
  const both = await world.db.begin(async (tx) => {
    await tx`select from approvals where id = ${id} for update`
    const approved = approve(id)
    await until(async () => (await waiting()) === 1)
    const undone = undo(id)
    await until(async () => (await waiting()) === 2)
    return { approved, undone }
  })
  assert.deepEqual((await both.approved).attribute, { status: 'applied' })
  assert.deepEqual((await both.undone).attribute, { status: 'undone' })
  assert.equal((await passport(learner)).earnedTenths, 0)
})

test('a proof is shown to who may read the proposal, by its signed address; only one’s own upload is taken', async () => {
  const { accountId } = await aLearner(world, portal)
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = { name: 'proof.png', mime: 'image/png', bytes }
  const { key } = (await sendForm(world, fileCalls.uploadImage, { file }, clerk.token)).attribute.data
  const input = { accountId, change: hoursOf(30), reason, proof: key }
  const foreign = await world.call(calls.propose, input, chief.token)
  assert.deepEqual([foreign.respCode, foreign.field], [422, 'proof'])
  const { id } = await world.ask(calls.propose, input, clerk.token)
  const { proofPath } = await one(id)
  const browser = aBrowser(world)
  await browser.signIn(chief.loginName)
  const shown = await world.portal.http.inject({ url: proofPath!, cookies: browser.cookies })
  assert.equal(shown.headers['content-type'], 'image/jpeg')
  assert.equal(
    (await world.portal.http.inject(proofPath!)).statusCode,
    404,
    'not to who only has the address',
  )
  assert.equal((await world.portal.http.inject(`/media/image/${key}`)).statusCode, 404)
})

test('undone for a day by the database’s clock, not later, and not where hours would fall below zero', async () => {
  const learner = await aLearner(world, portal)
  const applied = async (accountId: string, hoursTenths: number, ago: string) => {
    const id = await proposed(accountId, hoursOf(hoursTenths))
    await approve(id)
    await world.db`update approvals set applied_at = moment() - ${ago}::interval where id = ${id}`
    return id
  }
  const over = await undo(await applied(learner.accountId, 50, '24 hours 1 second'))
  assert.equal(over.respCode, 409)
  assert.match(over.respDesc, /24 小时/)
  assert.equal((await undo(await applied(learner.accountId, 20, '23 hours 59 minutes'))).respCode, 200)
  const { accountId } = await aLearner(world, portal)
  const plus = await applied(accountId, 40, '0')
  const minus = await applied(accountId, -30, '0')
  const below = await undo(plus)
  assert.equal(below.respCode, 409)
  assert.match(below.respDesc, /少于零/)
  assert.equal((await undo(minus)).respCode, 200)
  assert.equal((await undo(plus)).respCode, 200)
  assert.equal((await propose(accountId, hoursOf(-10))).respCode, 409, 'never less than nothing')
})

test('one proposal at a time for one thing; withdrawn by its proposer, rejected with a word', async () => {
  const { accountId } = await aLearner(world, portal)
  const id = await proposed(accountId, hoursOf(10))
  assert.equal((await propose(accountId, hoursOf(20), chief)).respCode, 409)
  const others = { ...hoursOf(20), year: yearFromNow(-1) } as Change
  const another = await proposed(accountId, others)
  assert.equal((await world.call(calls.withdraw, { id }, chief.token)).respCode, 403)
  assert.equal((await world.call(calls.withdraw, { id }, clerk.token)).respCode, 200)
  assert.equal((await approve(id)).respCode, 409)
  assert.equal(
    (await world.call(calls.reject, { id: another, reason: '没有凭证' }, clerk.token)).respCode,
    403,
  )
  assert.equal(
    (await world.call(calls.reject, { id: another, reason: '没有凭证' }, chief.token)).respCode,
    200,
  )
  assert.equal((await one(another)).decision, '没有凭证')
  assert.equal((await propose(accountId, hoursOf(20))).respCode, 200, 'and proposed again')
})

test('approved without being applied it waits, and is applied by its proposer', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, hoursOf(10))
  assert.deepEqual(await world.ask(calls.approve, { id, apply: false }, chief.token), { status: 'approved' })
  assert.equal((await passport(learner)).earnedTenths, 0)
  assert.deepEqual(await world.ask(calls.apply, { id }, clerk.token), { status: 'applied' })
  assert.equal((await passport(learner)).earnedTenths, 10)
})

/** A learner who sat an exam of ten questions of 2 points, with so many right. */
async function aSitter(right: number, options: { studied?: boolean; template?: boolean } = {}) {
  const { classId, examId } = await aSittableExam(world, portal, { attempts: 3, requiredProgress: 0 })
  if (options.template) {
    const certificateTemplateId = await aTemplate(world, portal.projectId)
    await world.db`update train_classes set ${world.db({ certificateTemplateId })} where id = ${classId}`
  }
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  if (options.studied) {
    const [item] = await world.db`
      select i.id from class_courses cc join course_items i on i.course_id = cc.course_id where cc.class_id = ${classId}`
    const study = { enrolmentId, progress: 10_000, watchedSeconds: 600, lastPosition: 600, done: true }
    await world.db.begin((tx) => recordStudy(tx, { ...study, lastItemId: item!.id as string }))
  }
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const answers = choosing(paper, '乙', right)
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, learner.token)
  return { ...learner, enrolmentId, classId, examId, attemptId: paper.attemptId, total: paper.total }
}
const enrolmentOf = async (id: string) => {
  const [row] =
    await world.db`select status, exam_score, exam_passed, passed_by from enrolments where id = ${id}`
  return { ...row } as { status: string; examScore: number; examPassed: boolean; passedBy: string | null }
}

test('a score: corrected upwards the pass, hours and certificate follow; undone, all of them go', async () => {
  const sitter = await aSitter(3, { studied: true, template: true })
  assert.equal((await enrolmentOf(sitter.enrolmentId)).status, 'active')
  const change: Change = { kind: 'score', attemptId: sitter.attemptId, score: sitter.total }
  const id = await proposed(sitter.accountId, change)
  assert.equal((await approve(id)).respCode, 200)
  assert.deepEqual(await enrolmentOf(sitter.enrolmentId), {
    status: 'passed',
    examScore: sitter.total,
    examPassed: true,
    passedBy: 'rule',
  })
  assert.equal((await passport(sitter)).earnedTenths, 80)
  const valid = async () =>
    (
      await world.db`select id from certificates where enrolment_id = ${sitter.enrolmentId} and status = 'valid'`
    ).length
  assert.equal(await valid(), 1)
  assert.equal((await undo(id)).respCode, 200)
  assert.equal((await enrolmentOf(sitter.enrolmentId)).status, 'active')
  assert.equal((await passport(sitter)).earnedTenths, 0)
  assert.equal(await valid(), 0)
  // What was earned once and reverted is earned again.
  assert.equal((await approve(await proposed(sitter.accountId, change))).respCode, 200)
  assert.equal((await passport(sitter)).earnedTenths, 80)
  assert.equal(await valid(), 1)
})

test('a score that was sat again since, or whose certificate was printed, is not undone, with a reason', async () => {
  const printed = await aSitter(3, { studied: true, template: true })
  const id = await proposed(printed.accountId, {
    kind: 'score',
    attemptId: printed.attemptId,
    score: printed.total,
  })
  await approve(id)
  await world.db`update certificates set print_count = 1 where enrolment_id = ${printed.enrolmentId}`
  const saved = await undo(id)
  assert.equal(saved.respCode, 409)
  assert.match(saved.respDesc, /已打印/)
  assert.equal((await enrolmentOf(printed.enrolmentId)).status, 'passed')
  const again = await aSitter(3)
  const lifted = await proposed(again.accountId, { kind: 'score', attemptId: again.attemptId, score: 8 })
  await approve(lifted)
  await world.ask(attemptCalls.goClassExam, { examId: again.examId }, again.token)
  const sat = await undo(lifted)
  assert.equal(sat.respCode, 409)
  assert.match(sat.respDesc, /又参加/)
})

test('a score corrected downwards reverts a pass by rule, but not a manual one', async () => {
  const ruled = await aSitter(10, { studied: true })
  assert.equal((await enrolmentOf(ruled.enrolmentId)).status, 'passed')
  await approve(await proposed(ruled.accountId, { kind: 'score', attemptId: ruled.attemptId, score: 2 }))
  assert.deepEqual(await enrolmentOf(ruled.enrolmentId), {
    status: 'active',
    examScore: 2,
    examPassed: false,
    passedBy: null,
  })
  assert.equal((await passport(ruled)).earnedTenths, 0)
  const byHand = await aSitter(3)
  await approve(
    await proposed(byHand.accountId, { kind: 'pass', enrolmentId: byHand.enrolmentId, passed: true }),
  )
  await approve(await proposed(byHand.accountId, { kind: 'score', attemptId: byHand.attemptId, score: 0 }))
  assert.equal((await enrolmentOf(byHand.enrolmentId)).status, 'passed')
  const odd = await propose(byHand.accountId, { kind: 'score', attemptId: byHand.attemptId, score: 1.3 })
  assert.deepEqual([odd.respCode, odd.field], [422, 'change.score'])
})

test('a correction of a pass or a score ends with the enrolment it is about, and others stay', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const given = await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: true })
  const hours = await proposed(learner.accountId, hoursOf(10))
  await world.db.begin(async (tx) => {
    const enrolment = { id: enrolmentId, projectId: portal.projectId, classId, status: 'active' } as const
    await transition(tx, null, enrolment, 'remove', '登记错误')
  })
  const [ended, stays] = [await one(given), await one(hours)]
  assert.deepEqual([ended.status, stays.status], ['withdrawn', 'proposed'])
  const [entry] = await world.db`
    select after, reason from operation_logs
    where subject_id = ${learner.accountId} and action = 'correction.withdraw'`
  assert.deepEqual([entry!.after.correctionId, entry!.reason], [given, 'enrolment.left'])
})

test('a pass is given and taken by correction; both ways back', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const given = await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: true })
  await approve(given)
  assert.deepEqual(
    [(await enrolmentOf(enrolmentId)).status, (await passport(learner)).earnedTenths],
    ['passed', 80],
  )
  await undo(given)
  assert.deepEqual(
    [(await enrolmentOf(enrolmentId)).status, (await passport(learner)).earnedTenths],
    ['active', 0],
  )
  await approve(await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: true }))
  const taken = await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: false })
  await approve(taken)
  assert.equal((await passport(learner)).earnedTenths, 0)
  await undo(taken)
  assert.deepEqual(
    [(await enrolmentOf(enrolmentId)).status, (await passport(learner)).earnedTenths],
    ['passed', 80],
  )
})

test('a pass that was taken by mistake comes back after the end, and after the attempts were used up', async () => {
  const { classId } = await aClass(world, portal, { price: 0, validDays: 30 })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  for (const status of ['expired', 'failed']) {
    const [row] = await world.db`select status from enrolments where id = ${enrolmentId}`
    if (row!.status !== 'passed')
      await approve(await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: true }))
    const taken = await proposed(learner.accountId, { kind: 'pass', enrolmentId, passed: false })
    await approve(taken)
    await world.db`
      update enrolments set status = ${status}, expires_at = moment() - interval '1 minute' where id = ${enrolmentId}`
    await world.db`
      insert into operation_logs ${world.db({
        projectId: portal.projectId,
        action: 'enrolment.expire',
        subjectKind: 'enrolment',
        subjectId: enrolmentId,
        before: { status: 'active' },
        after: { status },
      })}`
    assert.equal((await undo(taken)).respCode, 200, status)
    assert.equal((await enrolmentOf(enrolmentId)).status, 'passed')
  }
  assert.equal((await passport(learner)).earnedTenths, 80)
})

test('undoing a manual pass leaves an enrolment without attempts failed, so that a make-up can be granted', async () => {
  const sitter = await aSitter(3)
  await world.db`update exams set attempts = 1 where id = (
    select exam_id from exam_attempts where id = ${sitter.attemptId})`
  await world.db.begin((tx) => failReopened(tx, sitter.enrolmentId))
  assert.equal((await enrolmentOf(sitter.enrolmentId)).status, 'failed')
  const { accountId, enrolmentId } = sitter
  const given = await proposed(accountId, { kind: 'pass', enrolmentId, passed: true })
  await approve(given)
  assert.equal((await undo(given)).respCode, 200)
  assert.equal((await enrolmentOf(enrolmentId)).status, 'failed')
})

const cardOf = async (accountId: string) => {
  const [row] = await world.db`select real_name, card_sealed from students where account_id = ${accountId}`
  return [row!.realName, world.app.secrets.open('students.card', accountId, row!.cardSealed as Buffer)]
}

test('name and ID: corrected by one person with a reason, found under the new ones, undone to the very number', async () => {
  const learner = await aLearner(world, portal, { name: '王小名' })
  const { accountId } = learner
  const before = await cardOf(accountId)
  const cardNumber = '320102198801010014'
  const id = await proposed(accountId, { kind: 'identity', realName: '王小明', cardNumber })
  const [saved] = await world.db`select before, after from approvals where id = ${id}`
  assert.ok(
    !JSON.stringify(saved).includes(cardNumber) && !JSON.stringify(saved).includes(before[1] as string),
  )
  assert.equal((await approve(id, clerk)).respCode, 200)
  assert.deepEqual(await cardOf(accountId), ['王小明', cardNumber])
  const found = await world.ask(studentManageCalls.findPageList, { card: cardNumber }, clerk.token)
  assert.deepEqual(
    found.list.map((row) => [row.id, row.realName, row.verifyStatus]),
    [[accountId, '王小明', 'unverified']],
  )
  assert.equal((await undo(id, clerk)).respCode, 200)
  assert.deepEqual(await cardOf(accountId), before)
  const taken = await cardOf((await aLearner(world, portal)).accountId)
  const other = await proposed(accountId, {
    kind: 'identity',
    realName: '王小明',
    cardNumber: taken[1] as string,
  })
  assert.equal((await approve(other, clerk)).respCode, 422, 'somebody has it')
  assert.deepEqual(await cardOf(accountId), before)
  assert.equal(
    (await propose(accountId, { kind: 'identity', realName: '王小鸣' })).respCode,
    409,
    'one waits',
  )
})

test('a certificate with a wrong name is reissued with the right one, the old one shows it, and undoing reverts both', async () => {
  const holder = await aSitter(10, { studied: true, template: true })
  const { accountId, enrolmentId } = holder
  const [cardBefore, cardNumber] = [(await cardOf(accountId))[1], '320102198801010022']
  const certificates = async () =>
    world.db<
      { id: string; number: string; status: string; verifyCode: string; name: string; reissueOf: string }[]
    >`
      select id, number, status, verify_code, holder->>'realName' as name, reissue_of from certificates
      where enrolment_id = ${enrolmentId} order by issued_at, id`
  const [first] = await certificates()
  const wrongName = first!.name
  const id = await proposed(accountId, { kind: 'identity', realName: '欧阳若溪', cardNumber })
  const { className, year } = (
    await world.ask(studentManageCalls.findCertificateList, { accountId }, clerk.token)
  ).list[0]!
  const effect = { event: 'reissued', className, year, number: first!.number, printCount: 0 }
  const preview = () => world.ask(calls.preview, { id }, clerk.token)
  const expected = { effects: { certificates: [{ ...effect, current: null }], hours: [] }, refusal: null }
  assert.deepEqual(await preview(), expected)
  assert.deepEqual(await preview(), expected, 'looking changes nothing')
  assert.equal((await certificates()).length, 1)
  assert.equal((await one(id)).effects, null)
  const [named] = await world.db`select real_name from students where account_id = ${accountId}`
  assert.equal(named!.realName, wrongName)

  // Issued long ago.
  await world.db`
    update certificates set holder = holder || '{"issuedDate": "2022-03-01"}' where id = ${first!.id as string}`
  assert.equal((await approve(id)).respCode, 200)
  const [old, fresh, ...more] = await certificates()
  assert.deepEqual((await one(id)).effects, {
    certificates: [{ ...effect, current: { id: fresh!.id, number: fresh!.number } }],
    hours: [],
  })
  const shown = (await world.ask(studentManageCalls.findCertificateList, { accountId }, clerk.token)).list
  assert.deepEqual(
    shown.map(({ firstIssued }) => firstIssued),
    ['2022-03-01', null],
  )
  const reissued = await world.portal.http.inject(`/check/${fresh!.verifyCode}`)
  assert.match(reissued.payload, /签发日期<\/dt><dd>2022年3月1日<.*换发日期<\/dt><dd>20\d\d年\d+月\d+日</)
  const print = (certificateId: unknown, by = clerk) =>
    world.call(certificateCalls.printCertificate, { id: certificateId as string }, by.token)
  assert.match(Buffer.from((await print(fresh!.id)).attribute.pdf, 'base64').toString('latin1'), /^%PDF/)
  assert.equal((await print(old!.id)).respCode, 409, 'a replaced one is not handed out')
  const elsewhere = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await print(fresh!.id, elsewhere)).respCode, 404)
  const [counted] = await world.db`select print_count from certificates where id = ${fresh!.id as string}`
  assert.equal(counted!.printCount, 0, 'looking is not printing')
  assert.equal(more.length, 0)
  assert.deepEqual([old!.status, old!.name, old!.number], ['superseded', wrongName, first!.number])
  assert.deepEqual([fresh!.status, fresh!.name, fresh!.reissueOf], ['valid', '欧阳若溪', old!.id])
  assert.notEqual(fresh!.number, old!.number)
  const checked = await world.portal.http.inject(`/check/${old!.verifyCode}`)
  assert.match(checked.payload, /证书已被新证书替换/)
  assert.ok(checked.payload.includes(`/check/${fresh!.verifyCode}`))
  const [action] = await world.db`
    select actor_id, reason from operation_logs
    where action = 'certificate.correct' and subject_id = ${old!.id}`
  assert.deepEqual({ ...action }, { actorId: chief.accountId, reason })

  await world.db`update certificates set print_count = 1 where id = ${fresh!.id}`
  const printed = await undo(id)
  assert.equal(printed.respCode, 409)
  assert.match(printed.respDesc, new RegExp(fresh!.number))
  await world.db`update certificates set print_count = 0 where id = ${fresh!.id}`
  assert.equal((await undo(id)).respCode, 200)
  assert.deepEqual(
    (await certificates()).map(({ status, name }) => [status, name]),
    [
      ['superseded', wrongName],
      ['superseded', '欧阳若溪'],
      ['valid', wrongName],
    ],
  )
  assert.equal((await cardOf(accountId))[1], cardBefore)
})

/** Studies all that is left to a sitter, who passes by it. */
async function studyAll({ classId, enrolmentId }: { classId: string; enrolmentId: string }): Promise<void> {
  const [item] = await world.db`
    select i.id from class_courses cc join course_items i on i.course_id = cc.course_id
    where cc.class_id = ${classId}`
  const study = { enrolmentId, progress: 10_000, watchedSeconds: 600, lastPosition: 600, done: true }
  await world.db.begin((tx) => recordStudy(tx, { ...study, lastItemId: item!.id as string }))
}

test('whose name a certificate has takes two people, also where it was issued since it was proposed', async () => {
  const holder = await aSitter(10, { studied: true, template: true })
  const change = { kind: 'identity', realName: '另一个人' } as const
  const given = await world.ask(calls.propose, { accountId: holder.accountId, change, reason }, chief.token)
  assert.ok(given.second)
  assert.equal((await approve(given.id, chief)).respCode, 403)
  assert.equal((await approve(given.id, second)).respCode, 200)

  const sitter = await aSitter(10, { template: true })
  const early = await world.ask(calls.propose, { accountId: sitter.accountId, change, reason }, chief.token)
  assert.ok(!early.second)
  await studyAll(sitter)
  assert.equal((await approve(early.id, chief)).respCode, 403)
  assert.equal((await approve(early.id, second)).respCode, 200)
})

test('a certificate without the corrected data stays, and who passes meanwhile gets the right name', async () => {
  const sitter = await aSitter(10, { template: true })
  const { accountId, enrolmentId } = sitter
  const id = await proposed(accountId, { kind: 'identity', realName: '司徒明远' })
  await Promise.all([approve(id), studyAll(sitter)])
  const valid = () => world.db`
    select number, holder->>'realName' as name from certificates
    where enrolment_id = ${enrolmentId} and status = 'valid'`
  const [saved] = await valid()
  assert.equal(saved!.name, '司徒明远')
  // Another birthday with the same digits before and after it: the mask is the same.
  const card = (await cardOf(accountId))[1] as string
  const cardNumber = Array.from({ length: 28 * 12 }, (_, i) => {
    const [month, day] = [(i % 12) + 1, Math.floor(i / 12) + 1].map((part) => String(part).padStart(2, '0'))
    return card.slice(0, 10) + month + day + card.slice(14)
  }).find((one) => one !== card && isIdCard(one))!
  const same = { kind: 'identity', realName: '司徒明远', cardNumber } as const
  assert.equal((await approve(await proposed(accountId, same))).respCode, 200)
  assert.deepEqual((await valid())[0], saved)
})

test('a record that changed since the proposal is not corrected over, nor a later correction undone under', async () => {
  const { accountId } = await aLearner(world, portal)
  const [first, later] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const stale = await proposed(accountId, { kind: 'unit', unitId: first })
  await world.db`update accounts set unit_id = ${later} where id = ${accountId}`
  const refused = await approve(stale)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /已经变了/)
  await world.ask(calls.withdraw, { id: stale }, clerk.token)
  const one = await proposed(accountId, { kind: 'unit', unitId: first })
  await approve(one)
  const two = await proposed(accountId, { kind: 'unit', unitId: portal.unitId })
  await approve(two)
  assert.match((await undo(one)).respDesc, /又被改过/)
  assert.equal((await undo(two)).respCode, 200)
  assert.equal((await undo(one)).respCode, 200)
})

test('a move waits for its second person; by then the unit takes nobody new, or was merged into another', async () => {
  const { accountId } = await aLearner(world, portal)
  const [closed, merged] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const successor = await aUnit(world, portal.projectId)
  const unitNow = async () =>
    (await world.db`select unit_id from accounts where id = ${accountId}`)[0]!.unitId as string
  const late = await proposed(accountId, { kind: 'unit', unitId: closed })
  await world.db`update units set status = 'disabled' where id = ${closed}`
  const refused = await approve(late)
  assert.equal(refused.respCode, 422)
  assert.match(refused.respDesc, /已停用/)
  assert.equal(await unitNow(), portal.unitId)
  await world.ask(calls.withdraw, { id: late }, clerk.token)
  const id = await proposed(accountId, { kind: 'unit', unitId: merged })
  await world.db`update units set status = 'merged', merged_into = ${successor} where id = ${merged}`
  assert.equal((await approve(id)).respCode, 200)
  assert.equal(await unitNow(), successor)
})

test('out of scope, without the button, a stranger’s attempt or enrolment: refused, nothing stored', async () => {
  const sitter = await aSitter(3)
  const other = await aLearner(world, portal)
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const bare = await anAccount(world, await aPortal(world, { menus, buttons: [] }), { role: 'admin' })
  const [before] = await world.db`select count(*)::int as n from approvals`
  const code = async (accountId: string, change: Change, token: string | null) =>
    (await world.call(calls.propose, { accountId, change, reason }, token)).respCode
  assert.equal(await code(other.accountId, hoursOf(10), abroad.token), 404)
  assert.equal(await code(other.accountId, hoursOf(10), bare.token), 403)
  assert.equal(await code(other.accountId, hoursOf(10), other.token), 403)
  assert.equal(await code(other.accountId, hoursOf(10), null), 401)
  assert.equal(await code(clerk.accountId, hoursOf(10), clerk.token), 404, 'staff are no learners')
  assert.equal(
    await code(other.accountId, { kind: 'score', attemptId: sitter.attemptId, score: 5 }, clerk.token),
    404,
  )
  assert.equal(
    await code(other.accountId, { kind: 'pass', enrolmentId: sitter.enrolmentId, passed: true }, clerk.token),
    404,
  )
  for (const { unitId, message: says } of await closedUnits(world, portal)) {
    const change = { kind: 'unit', unitId } as const
    const refused = await world.call(
      calls.propose,
      { accountId: other.accountId, change, reason },
      clerk.token,
    )
    assert.deepEqual([refused.respCode, refused.field], [422, 'change.unitId'])
    assert.match(refused.respDesc, says)
  }
  assert.equal(await code(other.accountId, { ...hoursOf(10), classType: '没有' } as Change, clerk.token), 422)
  const [after] = await world.db`select count(*)::int as n from approvals`
  assert.equal(after!.n, before!.n)
  const id = await proposed(other.accountId, hoursOf(10))
  assert.equal((await approve(id, abroad)).respCode, 404)
  assert.equal((await world.ask(calls.findPageList, {}, abroad.token)).total, 0)
})

test('a rejected correction is news to its proposer alone, until it is seen or proposed again', async () => {
  const { accountId } = await aLearner(world, portal)
  const news = async (by: BuiltAccount) =>
    (await world.ask(workQueueCalls.findMine, {}, by.token)).find(
      ({ code }) => code === 'correction.rejected',
    )?.count
  const before = (await news(clerk)) ?? 0
  const reject = async (id: string) => world.ask(calls.reject, { id, reason: '签到表不符' }, chief.token)
  await reject(await proposed(accountId, hoursOf(10)))
  assert.equal(await news(clerk), before + 1)
  assert.equal(await news(second), undefined)
  const { total } = await world.ask(calls.findPageList, { status: 'rejected', own: true }, clerk.token)
  assert.ok(total >= before + 1)
  const others = await world.ask(
    calls.findPageList,
    { status: 'rejected', own: false, accountId },
    clerk.token,
  )
  assert.equal(others.total, 0)
  const again = await proposed(accountId, hoursOf(10))
  assert.equal((await news(clerk)) ?? 0, before)
  await reject(again)
  assert.equal(await news(clerk), before + 1)
  await world.ask(workQueueCalls.see, { code: 'correction.rejected' }, clerk.token)
  assert.equal(await news(clerk), undefined)
})

test('the list shows what waits for me, by learner, kind and state', async () => {
  const learner = await aLearner(world, portal, { name: '司马相如' })
  const hours = await proposed(learner.accountId, hoursOf(10), chief)
  const unit = await proposed(learner.accountId, { kind: 'unit', unitId: null }, clerk)
  const ids = async (input: Parameters<typeof world.ask<typeof calls.findPageList>>[1], by: BuiltAccount) =>
    (await world.ask(calls.findPageList, { ...input, keyword: '司马' }, by.token)).list.map((row) => row.id)
  assert.deepEqual(await ids({}, chief), [unit, hours])
  assert.deepEqual(await ids({ waiting: 'me' }, chief), [unit], 'not one’s own hours')
  assert.deepEqual(await ids({ waiting: 'me' }, second), [unit, hours])
  assert.deepEqual(await ids({ waiting: 'me' }, clerk), [unit])
  assert.deepEqual(await ids({ kind: 'hours', status: 'proposed' }, clerk), [hours])
  assert.deepEqual(await ids({ after: unit }, clerk), [hours])
})

test('after all of this the record is consistent: steps, scores, certificates and hours', async () => {
  for (const name of [
    '10-history-is-a-path',
    '24-score-is-a-function',
    '26-certificate-is-earned',
    '27-hours-are-the-ledger',
  ]) {
    const query = readFileSync(new URL(`../../../test/invariants/${name}.sql`, import.meta.url), 'utf8')
    assert.deepEqual([...(await world.db.unsafe(query))], [], name)
  }
})

test('who approves waits for the learner’s account before the proposal and the profile are touched', async () => {
  const learner = await aLearner(world, portal)
  const id = await proposed(learner.accountId, { kind: 'identity', realName: '新名' })
  const [approved] = await race(
    world.db,
    async (tx) => {
      await tx`select from accounts where id = ${learner.accountId} for no key update`
      return async () => {
        await tx`select from approvals where id = ${id} for update nowait`
        await tx`select from students where account_id = ${learner.accountId} for update nowait`
      }
    },
    () => approve(id),
  )
  assert.deepEqual(approved.attribute, { status: 'applied' })
})

test('an identity is changed after the account is locked, as a profile is', async () => {
  const learner = await aLearner(world, portal)
  const [row] = await world.db`select card_sealed from students where account_id = ${learner.accountId}`
  const cardNumber = world.app.secrets.open('students.card', learner.accountId, row!.cardSealed as Buffer)
  await race(
    world.db,
    async (tx) => {
      await tx`select from accounts where id = ${learner.accountId} for no key update`
      return () => tx`select from students where account_id = ${learner.accountId} for update nowait`
    },
    () =>
      world.app.db.begin((tx) =>
        changeIdentity(tx, world.app.secrets, learner.accountId, { realName: '新名', cardNumber }),
      ),
  )
})
