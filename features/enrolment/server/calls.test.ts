import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { runJob } from '../../../test/build/job.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import type { Tx } from '../../../server/db.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { catalogueCalls } from '../../catalogue/contract.ts'
import { classEndCalls } from '../classEnd/contract.ts'
import { enrolmentCalls } from '../contract.ts'
import { resumeEnrolment, suspendEnrolment } from '../suspension/server/actions.ts'
import { recordStudy } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const year = yearFromNow()
const statusOf = async (id: string) => {
  const [row] = await world.db`select status from enrolments where id = ${id}`
  return row!.status as string
}
const soldOf = async (classId: string) => {
  const [row] = await world.db`select sold from train_classes where id = ${classId}`
  return row!.sold as number
}
const finish = (enrolmentId: string, itemId: string, done = true) =>
  world.db.begin((tx) =>
    recordStudy(tx, {
      enrolmentId,
      lastItemId: itemId,
      lastPosition: 300,
      watchedSeconds: 300,
      progress: done ? 10000 : 5000,
      done,
    }),
  )

test('a class whose price is set, or that is given a review, while somebody joins it is not joined for nothing', async () => {
  const learner = await aLearner(world, portal)
  const joining = (classId: string, change: (tx: Tx) => Promise<unknown>) =>
    race(world.db, change, () => world.call(enrolmentCalls.applyMyClass, { classId }, learner.token))
  const priced = await aClass(world, portal, { price: 0 })
  const [refused] = await joining(
    priced.classId,
    (tx) => tx`update train_classes set price = 5000 where id = ${priced.classId}`,
  )
  assert.match(refused.respDesc, /请先下单/)
  const reviewed = await aClass(world, portal, { price: 0 })
  const [applied] = await joining(
    reviewed.classId,
    (tx) => tx`update train_classes set need_review = true where id = ${reviewed.classId}`,
  )
  assert.equal(applied.attribute!.status, 'applied')
})

test('a free class is joined at once, a reviewed one after approval, a priced one never without an order', async () => {
  const learner = await aLearner(world, portal)
  const [free, reviewed, priced] = [
    await aClass(world, portal, { price: 0 }),
    await aClass(world, portal, { price: 0, needReview: true, validDays: 10 }),
    await aClass(world, portal, { price: 100 }),
  ]
  const apply = (classId: string) => world.call(enrolmentCalls.applyMyClass, { classId }, learner.token)
  assert.equal((await apply(free.classId)).attribute.status, 'active')
  assert.match((await apply(free.classId)).respDesc, /您已加入/)
  assert.match((await apply(priced.classId)).respDesc, /请先下单/)
  const applied = (await apply(reviewed.classId)).attribute
  assert.equal(applied.status, 'applied')
  await assert.rejects(finish(applied.enrolmentId, reviewed.itemIds[0]!), /cannot be studied/)
  await world.moveClock('3 days')
  await world.ask(
    enrolmentCalls.reviewBatchClass,
    { ids: [applied.enrolmentId], approve: true },
    (await anAccount(world, portal, { role: 'admin' })).token,
  )
  const [row] = await world.db`
    select status, round(extract(epoch from expires_at - moment()) / 86400) as days from enrolments
    where id = ${applied.enrolmentId}`
  assert.deepEqual({ ...row }, { status: 'active', days: 10 })
  await world.moveClock('0')
})

test('an application is withdrawn by its learner or rejected with a reason, and its place is free again', async () => {
  const [one, two] = [await aLearner(world, portal), await aLearner(world, portal)]
  const built = await aClass(world, portal, { price: 0, needReview: true, quota: 1 })
  const apply = (token: string) => world.call(enrolmentCalls.applyMyClass, { classId: built.classId }, token)
  const first = (await apply(one.token)).attribute
  assert.match((await apply(two.token)).respDesc, /已满/)
  const foreign = { enrolmentId: first.enrolmentId }
  assert.equal((await world.call(enrolmentCalls.withdrawMyClass, foreign, two.token)).respCode, 404)
  await world.ask(enrolmentCalls.withdrawMyClass, foreign, one.token)
  assert.equal((await world.call(enrolmentCalls.withdrawMyClass, foreign, one.token)).respCode, 409)
  const second = (await apply(two.token)).attribute
  const reject = { ids: [second.enrolmentId], approve: false }
  const noReason = await world.call(enrolmentCalls.reviewBatchClass, reject, admin.token)
  assert.deepEqual([noReason.respCode, noReason.field], [422, 'reason'])
  await world.ask(enrolmentCalls.reviewBatchClass, { ...reject, reason: '材料不全' }, admin.token)
  assert.equal(await statusOf(second.enrolmentId), 'rejected')
  assert.equal(await soldOf(built.classId), 0)
})

test('a rejected application is shown with its reason, until there is another or 30 days have passed', async () => {
  const learner = await aLearner(world, portal)
  const rejected = async () => {
    const { classId } = await aClass(world, portal, { price: 0, needReview: true })
    const applied = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
    const decision = { ids: [applied.enrolmentId], approve: false, reason: '材料不全' }
    assert.deepEqual((await world.ask(enrolmentCalls.reviewBatchClass, decision, admin.token)).failed, [])
    return { classId, ...applied }
  }
  const mine = async (input: object = {}) =>
    (await world.ask(enrolmentCalls.myClass, input, learner.token)).list.map((row) => [
      row.enrolmentId,
      row.rejectReason,
    ])
  const [first, second] = [await rejected(), await rejected()]
  assert.deepEqual(await mine(), [
    [second.enrolmentId, '材料不全'],
    [first.enrolmentId, '材料不全'],
  ])
  assert.deepEqual(await mine({ state: 'studying' }), [])
  const again = await world.ask(enrolmentCalls.applyMyClass, { classId: second.classId }, learner.token)
  assert.deepEqual(await mine({ state: 'applying' }), [
    [first.enrolmentId, '材料不全'],
    [again.enrolmentId, null],
  ])
  await world.moveClock('31 days')
  learner.token = await signedIn(world, learner.loginName, undefined, portal.unitId)
  assert.deepEqual(await mine(), [[again.enrolmentId, null]])
  await world.moveClock('0')
})

test('what needs action comes before what is studied, and that before what waits or is passed', async () => {
  const learner = await aLearner(world, portal)
  const join = async (name: string, needReview: boolean) => {
    const { classId, itemIds } = await aClass(world, portal, { name, needReview, price: 0 })
    const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
    return { enrolmentId, itemIds }
  }
  const applied = await join('审核中的', true)
  const rejected = await join('未通过的', true)
  const decision = { ids: [rejected.enrolmentId], approve: false, reason: '材料不全' }
  await world.ask(enrolmentCalls.reviewBatchClass, decision, admin.token)
  const paused = await join('暂停的', false)
  const suspension = { enrolmentId: paused.enrolmentId, cause: 'refund:1', reason: '退款' }
  await world.db.begin((tx) => suspendEnrolment(tx, null, suspension))
  const studied = await join('在学的', false)
  const passed = await join('合格的', false)
  await finish(passed.enrolmentId, passed.itemIds[0]!)
  const { list } = await world.ask(enrolmentCalls.myClass, {}, learner.token)
  assert.deepEqual(
    list.map((row) => row.enrolmentId),
    [rejected, studied, paused, applied, passed].map(({ enrolmentId }) => enrolmentId),
  )
  assert.equal(list[2]!.hold, 'refunding')
  await world.db.begin((tx) => resumeEnrolment(tx, null, suspension))
})

test('my classes: what was studied last comes first, with progress, counts and contents', async () => {
  const learner = await aLearner(world, portal)
  const [one, two, three] = [
    await aClass(world, portal),
    await aClass(world, portal, { courses: [{ videos: [60, 120] }, { attribute: 'elective' }] }),
    await aClass(world, portal, { year: 2024, classType: 'specialized' }),
  ]
  const first = await anEnrolment(world, portal, { ...learner, ...one })
  const second = await anEnrolment(world, portal, { ...learner, ...two })
  const third = await anEnrolment(world, portal, { ...learner, ...three })
  await finish(second, two.itemIds[0]!, false)
  await finish(first, one.itemIds[0]!)
  const mine = await world.ask(enrolmentCalls.myClass, {}, learner.token)
  assert.deepEqual(
    mine.list.map((row) => [row.enrolmentId, row.status, row.progress]),
    [
      [second, 'active', 5000],
      [third, 'active', 0],
      [first, 'passed', 10000],
    ],
  )
  const find = async (input: object) =>
    (await world.ask(enrolmentCalls.myClass, input, learner.token)).list.map((row) => row.enrolmentId)
  assert.deepEqual(await find({ year: 2024 }), [third])
  assert.deepEqual(await find({ state: 'passed' }), [first])
  assert.deepEqual(await find({ classType: 'specialized', state: 'studying' }), [third])
  const counts = await world.ask(enrolmentCalls.countMyClass, {}, learner.token)
  assert.deepEqual(counts, {
    total: 3,
    applied: 0,
    approved: 0,
    studying: 2,
    passed: 1,
    failed: 0,
    expired: 0,
  })
  const detail = await world.ask(enrolmentCalls.getTrainDetail, { enrolmentId: second }, learner.token)
  assert.deepEqual(
    detail.courses.map((course) => [course.attribute, course.items.map((item) => item.durationSeconds)]),
    [
      ['required', [60, 120]],
      ['elective', [600]],
    ],
  )
  assert.equal(detail.lastItemTitle, detail.courses[0]!.items[0]!.title)
  const status = await world.ask(enrolmentCalls.getMyPassClassStatus, { enrolmentId: first }, learner.token)
  assert.deepEqual([status.passed, status.passedBy, status.studyDone], [true, 'rule', true])
})

test("another learner's class is absent, and a stranger and a manager are turned away", async () => {
  const [owner, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  const enrolmentId = await anEnrolment(world, portal, { ...owner, ...(await aClass(world, portal)) })
  for (const call of [enrolmentCalls.getTrainDetail, enrolmentCalls.getMyPassClassStatus]) {
    assert.equal((await world.call(call, { enrolmentId }, other.token)).respCode, 404)
    assert.equal((await world.call(call, { enrolmentId }, admin.token)).respCode, 403)
    assert.equal((await world.call(call, { enrolmentId }, null)).respCode, 401)
  }
  assert.equal((await world.ask(enrolmentCalls.myClass, {}, other.token)).total, 0)
  const report = await world.call(enrolmentCalls.findPortfolioPage, {}, owner.token)
  assert.equal(report.respCode, 403)
})

test('recommended: fitting, open, not joined, and what earns missing hours first', async () => {
  const other = await aPortal(world)
  const learner = await aLearner(world, other)
  await world.db`update students set personnel_category = '工程' where account_id = ${learner.accountId}`
  const now = { year, classType: 'vocational' }
  const plain = await aClass(world, other, { ...now })
  const fits = await aClass(world, other, { ...now, personnelCategories: ['工程', '卫生'] })
  await aClass(world, other, { ...now, personnelCategories: ['卫生'] })
  await aClass(world, other, { ...now, status: 'off_shelf' })
  await aClass(world, other, { ...now, signUpTo: '2020-01-01T00:00:00Z' })
  await aClass(world, other, { ...now, year: year - 1 })
  const joined = await aClass(world, other, { ...now })
  await anEnrolment(world, other, { ...learner, ...joined })
  const missing = await aClass(world, other, { year, classType: 'specialized' })
  const list = await world.ask(catalogueCalls.getRecommendedClassList, {}, learner.token)
  assert.deepEqual(
    list.map((row) => row.id),
    [missing.classId, plain.classId, fits.classId],
  )
})

test('the study report holds only rows of the caller’s scope', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const built = await aClass(world, portal, { year: 2011 })
  const people = {
    mine: await aLearner(world, portal, { name: '欧阳修明' }),
    below: await aLearner(world, portal, { name: '诸葛小亮', unitId: below }),
    beside: await aLearner(world, portal, { name: '司马小光', unitId: beside }),
  }
  const ids: Record<string, string> = {}
  for (const [name, learner] of Object.entries(people))
    ids[name] = await anEnrolment(world, portal, { ...learner, ...built })
  const manager = await anAccount(world, portal, { role: 'unit' })
  const names = async (token: string, input: object = {}) =>
    (await world.ask(enrolmentCalls.findPortfolioPage, { year: 2011, ...input }, token)).list.map(
      (row) => row.realName,
    )
  assert.deepEqual(await names(admin.token), ['司马小光', '诸葛小亮', '欧阳修明'])
  assert.deepEqual(await names(manager.token), ['诸葛小亮', '欧阳修明'])
  assert.deepEqual(await names(manager.token, { unitId: below }), ['诸葛小亮'])
  assert.deepEqual(await names(manager.token, { unitId: beside }), [])
  assert.deepEqual(await names(admin.token, { keyword: '小光' }), ['司马小光'])
  assert.deepEqual(await names(admin.token, { keyword: '欧' }), ['欧阳修明'])
  // Callers give a complete number as well, which finds nobody beyond the scope either.
  const { secrets } = world.app
  const { accountId } = people.beside
  const [profile] = await world.db`select card_sealed from students where account_id = ${accountId}`
  const card = secrets.open('students.card', accountId, profile!.cardSealed as Buffer)
  const mobile = '13912345678'
  await world.db`
    update accounts set mobile_index = ${secrets.blindIndex('mobile', mobile)} where id = ${accountId}`
  for (const keyword of [card, mobile]) {
    assert.deepEqual(await names(admin.token, { keyword }), ['司马小光'])
    assert.deepEqual(await names(manager.token, { keyword }), [])
  }
  const ofClass = async (className: string) =>
    (await world.ask(enrolmentCalls.findPortfolioPage, { classId: built.classId, className }, admin.token))
      .list
  const [row] = await ofClass('')
  assert.equal((await ofClass(row!.className.slice(1))).length, 3)
  assert.equal((await ofClass('没有这样的班级')).length, 0)
  assert.deepEqual(await names(admin.token, { after: ids.beside! }), ['诸葛小亮', '欧阳修明'])
  const passed = await world.ask(
    enrolmentCalls.passBatchClass,
    { ids: [ids.mine!, ids.beside!], reason: '线下集中培训' },
    manager.token,
  )
  assert.deepEqual(passed.succeeded, [ids.mine])
  assert.equal(passed.failed[0]!.id, ids.beside)
  assert.equal(await statusOf(ids.beside!), 'active')
})

test('a manual pass earns the hours, is marked so for good, and is not made twice', async () => {
  const learner = await aLearner(world, portal)
  const built = await aClass(world, portal, { hoursTenths: 125 })
  const id = await anEnrolment(world, portal, { ...learner, ...built })
  const pass = { ids: [id], reason: '线下集中培训' }
  for (const reason of [undefined, '', ' '])
    assert.equal(
      (await world.call(enrolmentCalls.passBatchClass, { ids: [id], reason } as never, admin.token)).field,
      'reason',
    )
  assert.equal(await statusOf(id), 'active')
  assert.deepEqual((await world.ask(enrolmentCalls.passBatchClass, pass, admin.token)).succeeded, [id])
  const again = await world.ask(enrolmentCalls.passBatchClass, pass, admin.token)
  assert.equal(again.failed.length, 1)
  const { list } = await world.ask(enrolmentCalls.findPortfolioPage, { classId: built.classId }, admin.token)
  assert.deepEqual([list[0]!.passedBy, list[0]!.passReason], ['manual', '线下集中培训'])
  const passport = await world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, learner.token)
  assert.equal(passport.earnedTenths, 125)
  const [action] = await world.db`
    select actor_id, reason from operation_logs where action = 'enrolment.pass' and subject_id = ${id}`
  assert.deepEqual({ ...action }, { actorId: admin.accountId, reason: '线下集中培训' })
})

test('what was paid is not removed; the rest is, and its place is free', async () => {
  const learner = await aLearner(world, portal)
  const [bought, given] = [await aClass(world, portal), await aClass(world, portal)]
  const paid = await anEnrolment(world, portal, { ...learner, ...bought, source: 'order' })
  const free = await anEnrolment(world, portal, { ...learner, ...given })
  const result = await world.ask(
    enrolmentCalls.deleteBatchClass,
    { ids: [paid, free], reason: '重复导入' },
    admin.token,
  )
  assert.deepEqual(result.succeeded, [free])
  assert.match(result.failed[0]!.reason, /先退款/)
  assert.deepEqual([await statusOf(free), await soldOf(given.classId)], ['removed', 0])
  assert.equal(
    (await world.call(enrolmentCalls.getTrainDetail, { enrolmentId: free }, learner.token)).respCode,
    404,
  )
})

test('an end that has come ends study immediately, is written down by the job, and can be moved', async () => {
  const learner = await aLearner(world, portal)
  const built = await aClass(world, portal, { validDays: 30 })
  const id = await anEnrolment(world, portal, { ...learner, ...built })
  const done = await anEnrolment(world, portal, { ...learner, ...(await aClass(world, portal)) })
  await world.ask(enrolmentCalls.passBatchClass, { ids: [done], reason: '线下集中培训' }, admin.token)
  await world.db`update enrolments set expires_at = moment() - interval '1 minute' where id in (${id}, ${done})`
  await assert.rejects(finish(id, built.itemIds[0]!), /cannot be studied/)
  const mine = await world.ask(enrolmentCalls.myClass, { state: 'expired' }, learner.token)
  assert.deepEqual(
    mine.list.map((row) => row.enrolmentId),
    [id],
  )
  assert.equal(await statusOf(id), 'active')
  await runJob(world, 'enrolment.expire')
  assert.deepEqual([await statusOf(id), await statusOf(done)], ['expired', 'passed'])
  const extend = (expiresAt: string) =>
    world.ask(enrolmentCalls.extendBatchClass, { ids: [id], expiresAt, reason: '病假' }, admin.token)
  assert.match((await extend('2020-01-01T00:00:00Z')).failed[0]!.reason, /晚于现在/)
  assert.equal(await statusOf(id), 'expired')
  assert.deepEqual((await extend('2099-01-01T00:00:00Z')).succeeded, [id])
  await finish(id, built.itemIds[0]!)
  assert.equal(await statusOf(id), 'passed')
})

test('an extension never shortens, and what has no end is not given one', async () => {
  const learner = await aLearner(world, portal)
  const yearLong = await anEnrolment(world, portal, {
    ...learner,
    ...(await aClass(world, portal, { validDays: 365 })),
  })
  const endless = await anEnrolment(world, portal, { ...learner, ...(await aClass(world, portal)) })
  await world.db`update enrolments set expires_at = null where id = ${endless}`
  const endOf = async (id: string) =>
    (await world.db`select expires_at from enrolments where id = ${id}`)[0]!.expiresAt as string | null
  const extend = async (id: string, expiresAt: string) => {
    const input = { ids: [id], expiresAt, reason: '病假' }
    return (await world.ask(enrolmentCalls.extendBatchClass, input, admin.token)).failed[0]?.reason
  }
  const end = (await endOf(yearLong))!
  const soon = new Date(Date.now() + 60_000).toISOString()
  assert.match(
    (await extend(yearLong, soon))!,
    /^现在的学习截止时间是 \d{4}-\d\d-\d\d \d\d:\d\d，延期只能改到更晚$/,
  )
  assert.match((await extend(yearLong, end))!, /延期只能改到更晚/)
  assert.match((await extend(endless, soon))!, /没有截止时间/)
  assert.deepEqual([await endOf(yearLong), await endOf(endless)], [end, null])
  assert.equal(await extend(yearLong, new Date(Date.parse(end) + 1000).toISOString()), undefined)
})

test('a unit extends its people within the terms of the class and of this year; the provider beyond them', async () => {
  const manager = await anAccount(world, portal, { role: 'unit' })
  const learner = await aLearner(world, portal)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const placeIn = async (input: Parameters<typeof aClass>[2]) => {
    const { classId } = await aClass(world, portal, input)
    const id = await anEnrolment(world, portal, { ...learner, classId })
    await world.db`update enrolments set status = 'expired', expires_at = moment() - interval '1 day' where id = ${id}`
    return { id, classId }
  }
  const extend = async (id: string, days: number, { token } = manager) => {
    const input = { ids: [id], expiresAt: inDays(days), reason: '病假' }
    return (await world.ask(enrolmentCalls.extendBatchClass, input, token)).failed[0]?.reason
  }
  const limited = await placeIn({ validDays: 60 })
  assert.match((await extend(limited.id, 61))!, /单位最晚可以延到 \d{4}-\d\d-\d\d/)
  await world.db`update train_classes set study_to = moment() + interval '20 days' where id = ${limited.classId}`
  assert.match((await extend(limited.id, 21))!, /请平台的工作人员办理延期/)
  assert.equal(await extend(limited.id, 19), undefined)
  const old = await placeIn({ validDays: 60 })
  await world.db`update train_classes set year = 2023 where id = ${old.classId}`
  assert.match((await extend(old.id, 5))!, /往年的班级，单位不能延期/)
  const { classId } = old
  const all = await world.call(classEndCalls.extendClassLearners, { classId, reason: '病假' }, manager.token)
  assert.deepEqual([all.respCode, /往年的班级，单位不能延期/.test(all.respDesc)], [409, true])
  assert.equal(await extend(old.id, 3650, admin), undefined)
})

test('extending a class lists who still ends earlier, and extends all of them together', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const built = await aClass(world, portal, { validDays: 10 })
  const { classId } = built
  const learners = await Promise.all([1, 2, 3].map(() => aLearner(world, portal)))
  const [one, over, later] = (await Promise.all(
    learners.map((learner) => anEnrolment(world, portal, { ...learner, ...built })),
  )) as [string, string, string]
  // A crowd that no page of two hundred holds.
  await world.db`
    with people as (
      insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select ${portal.projectId}, ${portal.roles.learner}, 'crowd' || n, '学员' || n, '-' from generate_series(1, 600) n
      returning id),
    joined as (
      insert into enrolments (project_id, account_id, class_id, source, status, expires_at)
      select ${portal.projectId}, id, ${classId}, 'free', 'active', moment() + interval '10 days' from people
      returning id, account_id)
    insert into operation_logs (project_id, action, subject_kind, subject_id, after)
    select ${portal.projectId}, 'enrolment.open', 'enrolment', id, json_build_object('status', 'active') from joined`
  await world.db`update train_classes set sold = 603 where id = ${classId}`
  await world.db`update enrolments set expires_at = moment() + interval '1 year' where id = ${later}`
  await world.db`
    update enrolments set status = 'expired', expires_at = moment() - interval '1 day', study_done_at = moment()
    where id = ${over}`
  const ends = () => world.ask(classEndCalls.findEarlierEnds, { classId }, staff.token)
  // The one ended manually ends earlier than the class allows.
  assert.deepEqual([(await ends()).count, (await ends()).ended], [1, 1])
  await world.db`update train_classes set valid_days = 40 where id = ${classId}`
  const found = await ends()
  assert.deepEqual([found.count, found.ended], [602, 1])
  assert.ok(Date.parse(found.until!) - Date.parse(found.to!) > 29 * 86_400_000)
  const input = { classId, reason: '工期延长' }
  assert.deepEqual(await world.ask(classEndCalls.extendClassLearners, input, staff.token), { extended: 602 })
  const left = { count: 0, ended: 0, from: null, to: null, until: null }
  assert.deepEqual(await ends(), left)
  assert.deepEqual([await statusOf(one), await statusOf(over)], ['active', 'passed'])
  const rows = await world.db`
    select round(extract(epoch from expires_at - created_at) / 86400)::int as days, count(*)::int as count
    from enrolments where class_id = ${classId} group by 1 order by 1`
  assert.deepEqual(
    rows.map(({ days, count }) => [days, count]),
    [
      [40, 602],
      [365, 1],
    ],
  )
  const logs = await world.db`
    select actor_id, reason, count(*)::int as count from operation_logs
    where action = 'enrolment.extend' and subject_id in (select id::text from enrolments where class_id = ${classId})
    group by 1, 2`
  assert.deepEqual(
    logs.map((row) => ({ ...row })),
    [{ actorId: staff.accountId, reason: '工期延长', count: 602 }],
  )
  // Without any end the class takes the end from them as well.
  await world.db`update train_classes set valid_days = null where id = ${classId}`
  assert.equal((await ends()).until, null)
  await world.ask(classEndCalls.extendClassLearners, input, staff.token)
  assert.deepEqual(await ends(), left)
  const elsewhere = await aPortal(world, { menus: ['/train-manage/study-report'] })
  const foreign = await anAccount(world, elsewhere, { role: 'admin' })
  for (const call of [classEndCalls.findEarlierEnds, classEndCalls.extendClassLearners]) {
    assert.equal((await world.call(call, input as never, foreign.token)).respCode, 404)
    assert.equal((await world.call(call, input as never, learners[0]!.token)).respCode, 403)
  }
})

test('days of study count from the approval, also when the class is extended', async () => {
  const built = await aClass(world, portal, { price: 0, needReview: true, validDays: 10 })
  const learner = await aLearner(world, portal)
  const { classId } = built
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  await world.moveClock('5 days')
  const staff = await anAccount(world, portal, { role: 'admin' })
  await world.ask(enrolmentCalls.reviewBatchClass, { ids: [enrolmentId], approve: true }, staff.token)
  assert.equal((await world.ask(classEndCalls.findEarlierEnds, { classId }, staff.token)).count, 0)
  await world.db`update train_classes set valid_days = 20 where id = ${classId}`
  await world.ask(classEndCalls.extendClassLearners, { classId, reason: '工期延长' }, staff.token)
  const [row] = await world.db`
    select extract(epoch from expires_at - created_at) / 86400 as days from enrolments where id = ${enrolmentId}`
  assert.equal(Math.round(row!.days as number), 25)
  await world.moveClock('0')
})

test('after all of this the invariants hold', async () => {
  const folder = new URL('../../../test/invariants/', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => /^(15|16|17|27)-/.test(name))) {
    const rows = await world.db.unsafe(readFileSync(new URL(file, folder), 'utf8'))
    assert.deepEqual([...rows], [], file)
  }
})
