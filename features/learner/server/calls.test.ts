import assert from 'node:assert/strict'
import { before, mock, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass } from '../../../test/build/class.ts'
import { anExam, aSittableExam } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, watchedAll } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { studyCalls } from '../../study/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { learnerCalls } from '../contract.ts'

const { getDesk } = learnerCalls
const menus = ['/student-manage/student', '/customer/exception-register', '/train-manage/study-report']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus,
    settings: { requiredHoursTenths: { public: 300 }, totalHoursTenths: 300 },
  })
  admin = await anAccount(world, portal, { role: 'admin' })
  clock = aClock(world)
})

const deskOf = (accountId: string, token = admin.token) => world.ask(getDesk, { accountId }, token)

test('a class is explained to the clerk with the sums, the videos missing and the refusals the learner sees', async () => {
  const student = await aStudent(world, portal, {
    courses: [{ videos: [40, 60] }, { videos: [30], attribute: 'elective' }],
  })
  const { accountId, enrolmentId, built } = student
  const { paperId } = await aSittableExam(world, portal)
  await anExam(world, portal, { classId: built.classId, paperId })
  await watchedAll(world, enrolmentId, [built.itemIds[0]!, built.itemIds[2]!])
  const player = await aPlayer(world, student, { itemId: built.itemIds[1]! })
  await clock.pass(10)
  await player.beat(0, 10)
  await clock.pass(5)
  await player.beat(40, 45, { ended: true })
  const { classes, hasMoreClasses, events } = await deskOf(accountId)
  assert.equal(hasMoreClasses, false)
  const [only] = classes!
  assert.deepEqual(only!.explained, {
    progress: 5000,
    requiredSeconds: 100,
    doneSeconds: 50,
    missingSeconds: 50,
    missingVideos: 1,
    isKept: false,
    hasElectives: true,
    refused: [{ reason: 'seek_ahead', seconds: 5 }],
    missingElectiveTenths: 0,
    exam: 'missing',
    isManual: false,
  })
  const process = await world.ask(studyCalls.myClassProcess, { enrolmentId }, student.token)
  assert.deepEqual(process.explained, only!.explained)
  assert.equal(process.progress, only!.explained.progress)
  assert.deepEqual(
    events.map(({ kind, title }) => [kind, title]),
    [
      ['study', built.name],
      ['signIn', null],
    ],
  )
})

test('a pass decided by staff is said to be one, and a percent that videos no longer amount to is said to be kept', async () => {
  const student = await aStudent(world, portal, { videos: [60] })
  const { accountId, enrolmentId } = student
  await world.db`update enrolments set progress = 9000 where id = ${enrolmentId}`
  await world.ask(
    enrolmentCalls.passBatchClass,
    { ids: [enrolmentId], reason: '线下培训已考核' },
    admin.token,
  )
  const [only] = (await deskOf(accountId)).classes!
  assert.equal(only!.status, 'passed')
  assert.deepEqual(
    [only!.explained.progress, only!.explained.isKept, only!.explained.isManual, only!.explained.doneSeconds],
    [9000, true, true, 0],
  )
})

test('this year’s hours come with what is missing and by attribute, and what is open is listed', async () => {
  const { accountId } = await aLearner(world, portal)
  await world.ask(
    correctionCalls.propose,
    {
      accountId,
      reason: '线下培训证明已核对',
      change: {
        kind: 'hours',
        year: yearFromNow(),
        classType: 'public',
        attribute: 'elective',
        hoursTenths: 20,
        title: '线下培训',
      },
    },
    admin.token,
  )
  const note = '学员来电说学时不对，已答复'
  const first = await world.ask(supportCaseCalls.addNote, { accountId, kind: 'hours', note }, admin.token)
  assert.equal(first.added, false)
  const more = await world.ask(
    supportCaseCalls.addNote,
    { accountId, kind: 'hours', note: '再次来电' },
    admin.token,
  )
  assert.deepEqual(more, { id: first.id, added: true })
  const desk = await deskOf(accountId)
  assert.deepEqual(
    desk.cases.map(({ kind, about }) => [kind, about]),
    [
      ['correction', 'hours'],
      ['issue', 'hours'],
    ],
  )
  assert.match(desk.cases[1]!.note, /^学员来电说学时不对，已答复\n.+ \d{4}-\d\d-\d\d \d\d:\d\d\n再次来电$/)
  const { year, types, ...sums } = desk.hours!
  assert.ok(year === yearFromNow() && types.length === 1)
  assert.deepEqual(sums, {
    requiredTenths: 300,
    earnedTenths: 0,
    missingTenths: 300,
    attributes: { required: 0, elective: 0 },
  })
  await world.db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title)
    values (${portal.projectId}, ${accountId}, ${year}, 'public', 'elective', 30, 'external', '外部')`
  const later = (await deskOf(accountId)).hours!
  assert.deepEqual(later.attributes, { required: 0, elective: 30 })
  assert.deepEqual([later.earnedTenths, later.missingTenths], [30, 270])
  const [logged] = await world.db`
    select count(*)::int as count from operation_logs where subject_id = ${accountId} and action = 'exception.note'`
  assert.equal(logged!.count, 1)
})

test('a passing together that waits for approval stands among the open cases of each it concerns', async () => {
  const student = await aStudent(world, portal, { videos: [60] })
  const other = await aStudent(world, portal, { built: student.built })
  await world.db`
    insert into approvals (project_id, kind, subject_id, title, before, after, reason, second, proposer_id)
    values (${portal.projectId}, 'passes', ${student.built.classId}, '某班',
      ${world.db.json({ members: [{ id: student.enrolmentId }] })}, '{}', '线下考核', true, ${admin.accountId})`
  const kinds = async (accountId: string) => (await deskOf(accountId)).cases.map(({ kind }) => kind)
  assert.deepEqual(await kinds(student.accountId), ['approval'])
  assert.deepEqual(await kinds(other.accountId), [])
})

test('of more open cases than are shown, those that have waited longest are', async () => {
  const student = await aStudent(world, portal, { videos: [60] })
  await world.db`
    insert into approvals (project_id, kind, subject_id, part, title, before, after, reason, second, proposer_id,
      created_at)
    select ${portal.projectId}, 'passes', ${student.built.classId}, n, '第' || n || '批',
      ${world.db.json({ members: [{ id: student.enrolmentId }] })}, '{}', '线下考核', true, ${admin.accountId},
      moment() - make_interval(hours => n)
    from generate_series(1, 60) n`
  const { cases } = await deskOf(student.accountId)
  assert.deepEqual([cases.length, cases[0]!.title, cases.at(-1)!.title], [50, '第60批', '第11批'])
})

test('an approval that its own list hides from a manager of the unit is not on the desk either', async () => {
  const [role] = await world.db`insert into roles ${world.db({
    projectId: portal.projectId,
    roleName: '单位客服',
    roleSystem: 2,
    menus,
  })} returning id`
  const units = { ...portal, roles: { ...portal.roles, unit: role!.id as string } }
  const manager = await anAccount(world, units, { role: 'unit' })
  const student = await aStudent(world, portal, { videos: [60] })
  const [row] = await world.db`
    insert into approvals (project_id, kind, subject_id, title, before, after, reason, second, proposer_id)
    values (${portal.projectId}, 'passes', ${student.built.classId}, '某班',
      ${world.db.json({ members: [{ id: student.enrolmentId }] })}, '{}', '线下考核', true, ${admin.accountId})
    returning id`
  const id = row!.id as string
  const both = async ({ token }: BuiltAccount) => [
    (await world.ask(approvalCalls.findPageList, { id }, token)).total,
    (await deskOf(student.accountId, token)).cases.length,
  ]
  assert.deepEqual(await both(admin), [1, 1])
  assert.deepEqual(await both(manager), [0, 0])
})

test('however many classes a learner has, the desk takes at most ten statements and shows twenty', async () => {
  const one = await aStudent(world, portal, { videos: [60] })
  const many = await aLearner(world, portal)
  for (let n = 0; n < 22; n++) {
    const built = await aClass(world, portal, { courses: [{ videos: [60, 30] }] })
    await aStudent(world, portal, { built, learner: many })
  }
  const statements = new Set<object>()
  const query = Object.getPrototypeOf(world.db`select 1`) as { handle(): Promise<unknown> }
  const { handle } = query
  mock.method(query, 'handle', function (this: object) {
    statements.add(this)
    return handle.call(this)
  })
  const counted = async (accountId: string) => {
    statements.clear()
    const desk = await deskOf(accountId)
    return { desk, count: statements.size }
  }
  // The fewest of several: what the program does by itself meanwhile is counted as well.
  const fewest = async (accountId: string) => {
    const runs = []
    for (let run = 0; run < 6; run++) runs.push(await counted(accountId))
    return runs.reduce((least, run) => (run.count < least.count ? run : least))
  }
  const few = await fewest(one.accountId)
  const all = await fewest(many.accountId)
  mock.restoreAll()
  assert.ok(few.count > 0 && few.count <= 10, `${few.count} statements`)
  assert.equal(all.count, few.count)
  assert.equal(all.desk.classes!.length, 20)
  assert.deepEqual([few.desk.hasMoreClasses, all.desk.hasMoreClasses], [false, true])
})

test('a learner elsewhere is not found, and each part is for those who may list it', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const { accountId } = await aLearner(world, portal, { unitId })
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.equal((await world.call(getDesk, { accountId }, manager.token)).respCode, 404)
  const stranger = await aPortal(world, { menus })
  const outside = await anAccount(world, stranger, { role: 'admin' })
  assert.equal((await world.call(getDesk, { accountId }, outside.token)).respCode, 404)
  const service = await aPortal(world, { menus: ['/customer/exception-register'] })
  const clerk = await anAccount(world, service, { role: 'admin' })
  const own = await aStudent(world, service, { videos: [60] })
  const desk = await deskOf(own.accountId, clerk.token)
  assert.deepEqual([desk.hours, desk.classes, desk.events], [null, null, []])
})
