import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass, aCourse, type BuiltClass, type ClassInput } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { changeSettings } from '../../../test/build/portal.ts'
import { aClock, aPlayer, watchedAll } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { cartCalls } from '../../cart/contract.ts'
import { certificateCalls } from '../../certificate/contract.ts'
import { catalogueCalls } from '../../catalogue/contract.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { listHourDifferences } from '../../hours/server/differences.ts'
import { correctHours } from '../../hours/server/actions.ts'
import { orderCalls } from '../../order/contract.ts'
import { rollUp } from '../../study/server/actions.ts'
import { studiesOf } from '../../study/server/data.ts'
import { studyCalls } from '../../study/contract.ts'
import { enrolmentCalls } from '../contract.ts'
import { openEnrolment, passByHand, passIfComplete, recordStudies, revertPass } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let template: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report', '/train-manage/class'] })
  admin = await anAccount(world, portal, { role: 'admin' })
  const [row] = await world.db`
    insert into certificate_templates (project_id, name, kind, design, numbering)
    values (${portal.projectId}, '模板', 'class', '{"width":297,"height":210,"accent":"#aa0000","elements":[]}', 'N{year}{serial}')
    returning id`
  template = row!.id as string
})

/** A learner in a class of one required hour and two electives of two hours, of which some are required. */
async function aMixed(input: ClassInput & { learner?: BuiltAccount } = {}) {
  const { learner: known, ...more } = input
  const learner = known ?? (await aLearner(world, portal))
  const built = await aClass(world, portal, {
    hoursTenths: 40,
    requiredHoursTenths: 10,
    electiveMinTenths: 0,
    certificateTemplateId: template,
    courses: [
      { hoursTenths: 10, videos: [10] },
      { hoursTenths: 20, attribute: 'elective', videos: [10] },
      { hoursTenths: 20, attribute: 'elective', videos: [10] },
    ],
    ...more,
  })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId: built.classId })
  return { ...learner, built, enrolmentId }
}
type Mixed = Awaited<ReturnType<typeof aMixed>>

/** Watches all videos of some courses and lets the study be rolled up. */
async function finish(
  student: { enrolmentId: string; built: BuiltClass },
  ...courses: number[]
): Promise<void> {
  const items = courses.flatMap((n) => student.built.courses[n]!.itemIds)
  await watchedAll(world, student.enrolmentId, items)
  await world.db.begin((tx) => rollUp(tx, student.enrolmentId))
}

const linesOf = async (enrolmentId: string) => {
  const rows = await world.db`
    select h.attribute, h.hours_tenths, h.source from hour_entries h where h.enrolment_id = ${enrolmentId}
    order by h.created_at, h.id`
  return rows.map((row) => [row.attribute, row.hoursTenths])
}
const statusOf = async (enrolmentId: string) => {
  const [row] = await world.db`select status from enrolments where id = ${enrolmentId}`
  return row!.status as string
}
const yearTotal = async (accountId: string) => {
  const [row] = await world.db`
    select coalesce(sum(hours_tenths), 0)::int as tenths from hour_entries where account_id = ${accountId}`
  return row!.tenths as number
}
const certificateHours = async (enrolmentId: string) => {
  const [row] = await world.db`
    select (holder->>'hoursTenths')::int as hours from certificates
    where enrolment_id = ${enrolmentId} and status = 'valid'`
  return row?.hours as number | undefined
}
const undo = (student: { enrolmentId: string }) =>
  world.db.begin((tx) => revertPass(tx, { ...admin, ...portal }, student.enrolmentId, '核对后撤回', false))

async function assertInvariants(): Promise<void> {
  for (const file of globSync(
    new URL('../../../test/invariants/{15,26,27}-*.sql', import.meta.url).pathname,
  )) {
    assert.deepEqual([...(await world.db.unsafe(readFileSync(file, 'utf8')))], [], file)
  }
}

test('the one required video passes the class with its own hour: electives bring theirs when they are finished, up to the class', async () => {
  const clock = aClock(world)
  const learner = await aLearner(world, portal)
  const student = await aMixed({ learner })
  const player = await aPlayer(world, { ...student, built: student.built })
  await clock.pass(10)
  await player.beat(0, 10, { ended: true })
  assert.equal(await statusOf(student.enrolmentId), 'passed')
  assert.deepEqual(await linesOf(student.enrolmentId), [['required', 10]])
  assert.equal(await certificateHours(student.enrolmentId), 10)
  const elective = await aPlayer(world, { ...student }, { itemId: student.built.courses[2]!.itemIds[0]! })
  await clock.pass(10)
  await elective.beat(0, 10, { ended: true })
  assert.deepEqual(await linesOf(student.enrolmentId), [
    ['required', 10],
    ['elective', 20],
  ])
  await finish(student, 1)
  await finish(student, 1)
  assert.deepEqual(await linesOf(student.enrolmentId), [
    ['required', 10],
    ['elective', 20],
    ['elective', 10],
  ])
  assert.equal(await certificateHours(student.enrolmentId), 10)
  const passport = await world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, student.token)
  assert.ok(passport.entries.every((entry) => entry.courseName !== null))
  await assertInvariants()
})

test('a passed learner who can earn no more is rolled up with all others', async () => {
  const student = await aMixed()
  await finish(student, 0, 1, 2)
  assert.equal((await linesOf(student.enrolmentId)).length, 3)
  const { learner, first, second } = await sharing()
  await finish(first, 0, 1)
  await finish(second, 0, 1)
  const full = await aMixed({ learner, hoursTenths: 30 })
  await finish(full, 0, 1, 2)
  assert.equal((await linesOf(full.enrolmentId)).length, 2, 'the class leaves nothing to the second elective')
  const ids = [student, first, second, full].map(({ enrolmentId }) => enrolmentId)
  const { recorded, passing } = await world.db.begin((tx) => recordStudies(tx, ids, studiesOf(tx, ids)))
  assert.deepEqual([recorded.toSorted(), passing], [ids.toSorted(), []])
})

test('a class that requires electives is passed once enough of them are finished, and shows what is missing', async () => {
  const student = await aMixed({ electiveMinTenths: 20 })
  await finish(student, 0)
  assert.equal(await statusOf(student.enrolmentId), 'active')
  const input = { enrolmentId: student.enrolmentId }
  const seen = async () => {
    const [status, detail, study, report] = [
      await world.ask(enrolmentCalls.getMyPassClassStatus, input, student.token),
      await world.ask(enrolmentCalls.getTrainDetail, input, student.token),
      await world.ask(studyCalls.myClassProcess, input, student.token),
      (await world.ask(enrolmentCalls.findPortfolioPage, input, admin.token)).list[0]!,
    ]
    const facts = [status, detail, study, report].map((one) => [
      one.requiredDone,
      one.requiredItems,
      one.electiveTenths,
      one.electiveMinTenths,
      one.offeredTenths,
    ])
    for (const other of facts) assert.deepEqual(other, facts[0])
    return facts[0]
  }
  assert.deepEqual(await seen(), [1, 1, 0, 20, 40])
  await runJob(world, 'study.roll-up')
  assert.equal(await statusOf(student.enrolmentId), 'active')
  await finish(student, 2)
  assert.equal(await statusOf(student.enrolmentId), 'passed')
  const { passedAt } = (await world.ask(enrolmentCalls.findPortfolioPage, input, admin.token)).list[0]!
  const passed = async (days: object) =>
    (await world.ask(enrolmentCalls.findPortfolioPage, { ...input, ...days }, admin.token)).total
  assert.equal(await passed({ passedFrom: passedAt }), 1)
  assert.equal(await passed({ passedTo: passedAt }), 0)
  assert.deepEqual((await linesOf(student.enrolmentId)).toSorted(), [
    ['elective', 20],
    ['required', 10],
  ])
  assert.equal(await certificateHours(student.enrolmentId), 30)
  assert.deepEqual(await seen(), [1, 1, 20, 20, 40])
  await assertInvariants()
})

test('a manual pass credits the required courses and the electives finished by then', async () => {
  const student = await aMixed()
  await finish(student, 1)
  await world.db.begin((tx) =>
    passByHand(tx, student.enrolmentId, { by: { ...admin, ...portal }, reason: '线下核实' }),
  )
  assert.deepEqual((await linesOf(student.enrolmentId)).toSorted(), [
    ['elective', 20],
    ['required', 10],
  ])
  await assertInvariants()
})

/** Two classes of a year that teach one course, and a learner in both. */
async function sharing(settings: { year?: number } = {}) {
  const learner = await aLearner(world, portal)
  const shared = { ...(await aCourse(world, portal, { hoursTenths: 40, videos: [10] })), hoursTenths: 40 }
  const of = async (own: number, year = yearFromNow()) => {
    const built = await aClass(world, portal, {
      year,
      price: 0,
      hoursTenths: 40 + own,
      certificateTemplateId: template,
      known: [shared],
      courses: [{ hoursTenths: own, videos: [10] }],
    })
    return { built, enrolmentId: await anEnrolment(world, portal, { ...learner, classId: built.classId }) }
  }
  return { learner, shared, first: await of(40), second: await of(20, settings.year) }
}

test('a course counts once for a learner and year, whichever class brings it; another year counts it again', async () => {
  const { learner, first, second } = await sharing()
  await finish(first, 0, 1)
  await finish(second, 0, 1)
  assert.deepEqual(await linesOf(first.enrolmentId), [
    ['required', 40],
    ['required', 40],
  ])
  assert.deepEqual(await linesOf(second.enrolmentId), [['required', 20]])
  assert.equal(await certificateHours(second.enrolmentId), 20)
  const passport = await world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, learner.token)
  assert.equal(passport.earnedTenths, 100)
  assert.deepEqual(
    passport.repeated.map((one) => [one.className, one.countedIn]),
    [[second.built.name, first.built.name]],
  )
  const apart = await sharing({ year: yearFromNow(-1) })
  await finish(apart.first, 0, 1)
  await finish(apart.second, 0, 1)
  assert.equal(await yearTotal(apart.learner.accountId), 140)
  await assertInvariants()
})

test('a class that was counted before gives a certificate that says so, on its face and where it is checked', async () => {
  const { learner, shared, first } = await sharing()
  await finish(first, 0, 1)
  const repeat = await aClass(world, portal, {
    hoursTenths: 40,
    known: [shared],
    certificateTemplateId: template,
  })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId: repeat.classId })
  const [mine] = (await world.ask(enrolmentCalls.myClass, { state: 'studying' }, learner.token)).list.filter(
    (one) => one.enrolmentId === enrolmentId,
  )
  const study = await world.ask(studyCalls.myClassProcess, { enrolmentId }, learner.token)
  assert.deepEqual([mine!.heldTenths, study.heldTenths], [40, 40], 'said before anything is done for it')
  await finish({ ...learner, built: repeat, enrolmentId }, 0)
  const { list } = await world.ask(certificateCalls.getMyCertificate, { enrolmentId }, learner.token)
  assert.deepEqual([list[0]!.hoursTenths, list[0]!.heldTenths], [0, 40])
  const url = `/check/${list[0]!.verifyCode}`
  const page = async (language: string) =>
    (await world.portal.http.inject({ url, headers: { 'accept-language': language } })).body
  assert.match(await page('zh'), /<dd>4（本班课程此前已计学时，本次新增 0 学时）<\/dd>/)
  assert.match(await page('en'), /<dd>4 \(its courses had been counted before; 0 new\)<\/dd>/)
})

test('where the project lets a course count more than once, it does', async () => {
  const { learner, first, second } = await sharing()
  await changeSettings(world, portal.projectId, { countCourseOnce: false })
  await finish(first, 0, 1)
  await finish(second, 0, 1)
  await changeSettings(world, portal.projectId, { countCourseOnce: true })
  assert.equal(await yearTotal(learner.accountId), 140)
})

test('two classes that share a course, passed at the same time, give its hours once', async () => {
  for (let round = 0; round < 5; round++) {
    const { learner, first, second } = await sharing()
    for (const { enrolmentId, built } of [first, second]) {
      await watchedAll(world, enrolmentId, built.itemIds)
      await world.db`update enrolments set study_done_at = moment(), progress = 10000 where id = ${enrolmentId}`
    }
    // Both wait for the lock on the learner's ledger, so that both have read before either writes.
    let free = () => {}
    const held = new Promise<void>((resolve) => (free = resolve))
    const blocker = world.db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext(${`hours ${learner.accountId}`}))`
      await held
    })
    const passes = [first, second].map(({ enrolmentId }) =>
      world.db.begin((tx) => passIfComplete(tx, enrolmentId)),
    )
    for (;;) {
      const [row] =
        await world.db`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
      if ((row!.n as number) >= 2) break
    }
    free()
    await Promise.all([blocker, ...passes])
    assert.equal(await yearTotal(learner.accountId), 100)
  }
  await assertInvariants()
})

test('a pass that is reversed gives its course to the other class that taught it', async () => {
  const { learner, first, second } = await sharing()
  await finish(first, 0, 1)
  await finish(second, 0, 1)
  await undo(first)
  assert.equal(await yearTotal(learner.accountId), 60)
  assert.deepEqual((await linesOf(second.enrolmentId)).toSorted(), [
    ['required', 20],
    ['required', 40],
  ])
  await undo(second)
  assert.equal(await yearTotal(learner.accountId), 0)
  await assertInvariants()
})

test('a pass whose hours were corrected away is not reversed below zero', async () => {
  const student = await aMixed()
  await finish(student, 0)
  const line = {
    projectId: portal.projectId,
    accountId: student.accountId,
    year: yearFromNow(),
    classType: 'public',
  }
  const correct = (hoursTenths: number) =>
    world.db.begin((tx) =>
      correctHours(
        tx,
        { ...line, attribute: 'required', hoursTenths, title: '更正' },
        { operatorId: admin.accountId, reason: '核对' },
      ),
    )
  await correct(-2)
  await assert.rejects(undo(student), (error) => error instanceof Refusal && /少于零/.test(error.say('zh')))
  assert.deepEqual([await statusOf(student.enrolmentId), await yearTotal(student.accountId)], ['passed', 8])
  await correct(2)
  await undo(student)
  assert.deepEqual([await statusOf(student.enrolmentId), await yearTotal(student.accountId)], ['active', 0])
  await assertInvariants()
})

test('before buying, the class, the cart and the order show which hours are held already', async () => {
  const { learner, shared, first } = await sharing()
  await finish(first, 0, 1)
  const offered = await aClass(world, portal, {
    price: 100,
    hoursTenths: 80,
    known: [shared],
    courses: [{ hoursTenths: 40 }],
  })
  const { classId } = offered
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: classId }, learner.token)
  assert.deepEqual([detail.hoursTenths, detail.heldTenths], [80, 40])
  const { list } = await world.ask(catalogueCalls.findClassList, { keyword: offered.name }, learner.token)
  assert.equal(list.find((one) => one.id === classId)!.heldTenths, 40)
  const stranger = await aLearner(world, portal)
  const other = await world.ask(catalogueCalls.findClassDetail, { id: classId }, stranger.token)
  assert.equal(other.heldTenths, 0)
  await world.ask(cartCalls.save, { classIds: [classId] }, learner.token)
  const cart = await world.ask(cartCalls.find, {}, learner.token)
  assert.equal(cart.list[0]!.heldTenths, 40)
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  assert.equal(order.items[0]!.heldTenths, 40)
})

test('two versions of a class are never both live for a learner, requested one after the other or concurrently', async () => {
  const learner = await aLearner(world, portal)
  const old = await aClass(world, portal, { price: 0 })
  const fresh = await aClass(world, portal, { price: 0, versionOf: old.classId, name: `${old.name} 新版` })
  const join = (classId: string) =>
    world.db.begin((tx) =>
      openEnrolment(tx, {
        projectId: portal.projectId,
        accountId: learner.accountId,
        classId,
        source: 'order',
        sourceId: null,
        by: null,
      }),
    )
  const both = await Promise.allSettled([old, fresh, old, fresh].map(({ classId }) => join(classId)))
  assert.equal(both.filter((one) => one.status === 'fulfilled').length, 1)
  const replies = await Promise.all(
    [old, fresh].map(({ classId }) => world.call(enrolmentCalls.applyMyClass, { classId }, learner.token)),
  )
  assert.deepEqual(
    replies.map((reply) => reply.respCode),
    [409, 409],
  )
  const reply = await world.call(cartCalls.save, { classIds: [fresh.classId] }, learner.token)
  assert.match(reply.respDesc, /已加入/)
  await assertInvariants()
})

test('hours written for a whole class stay, cover its courses, and are listed where the rules give less', async () => {
  const { learner, first, second } = await sharing()
  const student: Mixed = await aMixed({ learner })
  await world.db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id, title)
    select project_id, account_id, ${yearFromNow()}::int, 'public', v.attribute, v.tenths, 'class', e.id, '-'
    from enrolments e, (values ('required', 10), ('elective', 30)) v (attribute, tenths) where e.id = ${student.enrolmentId}
    union all
    select project_id, account_id, ${yearFromNow()}::int, 'public', 'required', 80, 'class', e.id, '-'
    from enrolments e where e.id = ${first.enrolmentId}`
  await world.db`
    update enrolments set status = 'passed', passed_at = moment(), passed_by = 'rule', study_done_at = moment()
    where id in (${student.enrolmentId}, ${first.enrolmentId})`
  await finish(student, 0, 1)
  assert.equal((await linesOf(student.enrolmentId)).length, 2)
  await finish(second, 0, 1)
  assert.deepEqual(await linesOf(second.enrolmentId), [['required', 20]])
  const found = []
  for await (const one of listHourDifferences(world.db)) {
    if (one.accountId === learner.accountId) found.push(one)
  }
  assert.deepEqual(
    found.map((one) => [one.enrolmentId, one.attribute, one.written, one.due, one.reason]),
    [[student.enrolmentId, 'elective', 3, 2, 'elective_not_finished']],
  )
})
