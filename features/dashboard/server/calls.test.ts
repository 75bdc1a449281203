import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Call } from '../../../contract/call.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { dayFromNow } from '../../../test/build/days.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aBank, aQuestion } from '../../../test/build/exam.ts'
import { runJob } from '../../../test/build/job.ts'
import { aNumber, anIssued } from '../../../test/build/issued.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  openRefunds,
} from '../../../test/build/portal.ts'
import { aPlayer, aStudent } from '../../../test/build/study.ts'
import type { World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { dayStart } from '../../../web/dayStart.ts'
import { registerCalls } from '../../certificate/register/contract.ts'
import { issueCertificate } from '../../certificate/server/actions.ts'
import { contentsOf, keysOf } from '../../question/server/actions.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { issueCalls } from '../../invoice/issue/contract.ts'
import { redCalls } from '../../invoice/red/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { startRoles } from '../../role/rules.ts'
import { unitCalls } from '../../unit/contract.ts'
import { cacheNames, dashboardCalls } from '../contract.ts'
import {
  type BoardKind,
  boardKinds,
  boards,
  dayAfter,
  type DayRange,
  listAddress,
  stepRange,
} from '../rules.ts'

const menus = [
  '/home/index',
  '/dashboard/index',
  '/order-manage/list',
  '/train-manage/study-report',
  '/train-manage/study-report#pass',
  '/invoice-manage/refund-list',
  '/invoice-manage/refund-list#do',
  '/invoice-manage/invoice-list',
  '/invoice-manage/invoice-list#mark',
  '/student-manage/student',
  '/unit-manage/list',
  '/unit-manage/list#save',
]
let shop: Shop
let world: World
let portal: BuiltPortal
let director: BuiltAccount
before(async () => {
  shop = await aShop(menus)
  world = shop.world
  portal = shop.portal
  director = await anAccount(world, portal, { role: 'admin' })
})

const law = readFileSync(
  new URL('../../../test/invariants/44-boards-are-raw-rows.sql', import.meta.url),
  'utf8',
)
const assertTrue = async () => assert.deepEqual([...(await world.db.unsafe(law))], [])

type Asked = { from?: string; to?: string; unitId?: string; classType?: string }
async function figures(token: string, asked: Asked = {}): Promise<Partial<Record<BoardKind, number>>> {
  const { figures: all } = await world.ask(dashboardCalls.getDashboardDataTotal, asked, token)
  return Object.fromEntries(all.filter(({ value }) => value !== 0).map(({ kind, value }) => [kind, value]))
}

const lists: Readonly<Record<string, Call>> = {
  '/train-manage/study-report': enrolmentCalls.findPortfolioPage,
  '/order-manage/list': orderCalls.findPageList,
  '/invoice-manage/refund-list': refundCalls.list,
  '/invoice-manage/invoice-list': issueCalls.list,
  '/student-manage/student': registerCalls.find,
}
/** Filters that take several values. */
const several = ['/order-manage/list status', '/student-manage/student status']

/** The rows in the list that a figure leads to, opened as the page opens the address. */
async function rowsIn(kind: BoardKind, range: DayRange, narrowed: Asked, token: string): Promise<number> {
  const [page, search] = listAddress(kind, range, narrowed)!.split('?')
  const input: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    // The part of a page is not of its list.
    if (name === 'tab') continue
    input[name] = /from$/i.test(name)
      ? dayStart(text, 0)
      : /to$/i.test(name)
        ? dayStart(text, 1)
        : several.includes(`${page} ${name}`)
          ? text.split(',')
          : text
  }
  const { attribute } = await world.call(lists[page!]!, input, token)
  return (attribute as { total: number }).total
}

const today = () => dayFromNow()

test('what is registered, studied, passed, ordered, paid and refunded is counted at once, and every list has as many rows', async () => {
  const portal = await aPortal(world, { menus })
  await openRefunds(world, portal.projectId)
  const director = await anAccount(world, portal, { role: 'admin' })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const learner = await aLearner(world, portal, { unitId: below })
  const paid = await shop.paid({ portal, learner, price: 6000 })
  await shop.paid({ portal, learner: await aLearner(world, portal, { unitId: beside }), price: 2500 })
  await shop.order({ portal, learner: await aLearner(world, portal), price: 100 })
  const student = await aStudent(world, portal, { learner: await aLearner(world, portal, { unitId: below }) })
  await (await aPlayer(world, student)).beat(0, 5)
  const { attribute } = await world.call(
    enrolmentCalls.passBatchClass,
    { ids: [student.enrolmentId], reason: '线下已完成' },
    director.token,
  )
  assert.ok(attribute)
  await world.ask(
    refundCalls.submit,
    {
      orderId: paid.order.id,
      items: paid.order.items.map(({ id }) => ({ itemId: id })),
      reason: '班级取消了',
    },
    director.token,
  )
  await until(async () => {
    await shop.poll()
    return (await figures(director.token)).refunds === 1
  })

  const all = await figures(director.token)
  assert.deepEqual(
    [all.registrations, all.active, all.passes, all.orders, all.payments, all.moneyIn],
    [3, 1, 1, 3, 2, 8500],
  )
  assert.deepEqual([all.refunds, all.moneyOut], [1, 6000])
  assert.ok(all.hours! > 0)

  const range = { from: `${today().slice(0, 8)}01`, to: today() }
  const manager = await anAccount(world, portal, { role: 'unit' })
  const places: [string, Asked][] = [
    [director.token, {}],
    [director.token, { unitId: portal.unitId }],
    [director.token, { unitId: below }],
    [director.token, { unitId: beside }],
    [manager.token, {}],
    [manager.token, { unitId: below }],
    [director.token, { classType: 'public' }],
    [director.token, { classType: 'public', unitId: below }],
  ]
  const compare = async () => {
    for (const [token, narrowed] of places) {
      const counted = await figures(token, narrowed)
      for (const kind of ['registrations', 'passes', 'orders', 'payments', 'refunds'] as const)
        assert.equal(
          counted[kind] ?? 0,
          await rowsIn(kind, range, narrowed, token),
          `${kind} ${JSON.stringify(narrowed)}`,
        )
    }
  }
  await compare()
  await assertTrue()
  await runJob(world, 'dashboard.fold')
  const [left] = await world.db<{ count: number }[]>`select count(*) from board_deltas`
  assert.equal(left!.count, 0)
  assert.deepEqual(await figures(director.token), all)
  await compare()
  await assertTrue()
})

test('each kind that leads to a list is as many as its rows: of a project, a unit and a class type', async () => {
  const portal = await aPortal(world, { menus })
  const director = await anAccount(world, portal, { role: 'admin' })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  for (const [unitId, classType] of [
    [portal.unitId, 'public'],
    [below, 'public'],
    [below, 'specialized'],
  ] as const) {
    const { accountId } = await aLearner(world, portal, { unitId })
    const { classId } = await aClass(world, portal, { certificateTemplateId, classType })
    const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
    await world.db.begin((tx) => issueCertificate(tx, enrolmentId))
  }
  const revoked = await world.db`
    update certificates set status = 'revoked', revoke_reason = '姓名有误'
    where id = (select min(id::text)::uuid from certificates where project_id = ${portal.projectId}) returning id`
  assert.equal(revoked.length, 1)
  for (const price of [6000, 2500]) {
    const { order } = await shop.paid({
      portal,
      learner: await aLearner(world, portal, { unitId: below }),
      price,
    })
    const id = await anIssued(world, [order.id])
    const lines = [{ lineNo: 1, amount: 1000 }]
    const red = await world.ask(redCalls.red, { id, reason: 'allowance', lines }, director.token)
    if (price === 6000)
      await world.ask(issueCalls.mark, { id: red.id, number: aNumber(), day: today() }, director.token)
  }
  const range = { from: `${today().slice(0, 8)}01`, to: today() }
  const places: Asked[] = [{}, { unitId: below }, { unitId: portal.unitId }]
  for (const narrowed of [...places, ...places.map((place) => ({ ...place, classType: 'specialized' }))]) {
    const counted = await figures(director.token, narrowed)
    for (const kind of boardKinds) {
      if (boards[kind].measure !== 'count' || !listAddress(kind, range, narrowed)) continue
      const rows = await rowsIn(kind, range, narrowed, director.token)
      assert.equal(counted[kind] ?? 0, rows, `${kind} ${JSON.stringify(narrowed)}`)
    }
  }
  const all = await figures(director.token)
  assert.deepEqual(
    [all.certificates, all.invoices, all.redInvoices, all.invoiced, all.reddened],
    [2, 2, 1, 8500, 1000],
  )
  await assertTrue()
})

test('each day and month of a course is as many as the rows of the list it leads to', async () => {
  const portal = await aPortal(world, { menus })
  const { token } = await anAccount(world, portal, { role: 'admin' })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  for (const [unitId, days] of [
    [portal.unitId, 1],
    [below, 1],
    [below, 40],
    [below, 70],
  ] as const) {
    const { order } = await shop.order({ portal, learner: await aLearner(world, portal, { unitId }) })
    await world.db`
      update orders set created_at = created_at - make_interval(days => ${days}) where id = ${order.id}`
  }
  const range = { from: dayFromNow(-71), to: today() }
  for (const narrowed of [{}, { unitId: below }, { classType: 'public' }] as Asked[])
    for (const step of ['day', 'month'] as const) {
      const asked = { ...range, ...narrowed, kind: 'orders', step } as const
      const { points } = await world.ask(dashboardCalls.getDashboardDataTotalGroup, asked, token)
      for (const { start, value } of points)
        if (value > 0 || step === 'month')
          assert.equal(
            await rowsIn('orders', stepRange(start, step, range), narrowed, token),
            value,
            `${start} ${JSON.stringify(asked)}`,
          )
    }
})

test('units, class types, days and series of a range add up to its figure', async () => {
  const { token } = director
  const { classId } = await aClass(world, portal)
  const unitId = await aUnit(world, portal.projectId)
  for (const at of [unitId, unitId, portal.unitId])
    await anEnrolment(world, portal, {
      accountId: (await aLearner(world, portal, { unitId: at })).accountId,
      classId,
    })
  const range = { from: dayFromNow(-40), to: today() }
  const { registrations } = await figures(token, range)
  const sum = (rows: readonly { value: number }[]) => rows.reduce((total, { value }) => total + value, 0)
  const top = await world.ask(dashboardCalls.getDashboardDataTop, range, token)
  assert.equal(sum(top.list), registrations)
  assert.equal(top.list.find((row) => row.unitId === unitId)!.value, 2)
  const below = await world.ask(dashboardCalls.getDashboardDataTop, { ...range, unitId }, token)
  assert.deepEqual(
    below.list.map((row) => [row.unitId, row.value]),
    [[null, 2]],
  )
  const types = await world.ask(dashboardCalls.getDashboardDataByType, range, token)
  assert.equal(sum(types.list), registrations)
  const grouped = await world.ask(dashboardCalls.getDashboardDataGroupType, range, token)
  assert.equal(
    sum(grouped.flatMap(({ figures: of }) => of.filter(({ kind }) => kind === 'registrations'))),
    registrations,
  )
  for (const step of ['day', 'month'] as const) {
    const { points, before: earlier } = await world.ask(
      dashboardCalls.getDashboardDataTotalGroup,
      { ...range, step },
      token,
    )
    assert.equal(sum(points), registrations)
    assert.equal(points.length, step === 'day' ? 41 : new Set(points.map(({ start }) => start)).size)
    assert.equal(sum(earlier), 0)
  }
  const days = await world.ask(dashboardCalls.queryDashboardList, { ...range, limit: 50 }, token)
  assert.equal(days.total, 41)
  assert.equal(
    days.list.reduce((total, day) => total + day.registrations, 0),
    registrations,
  )
  const last = await world.ask(dashboardCalls.getDashboardDataLastDate, {}, token)
  const dayOf = (kind: BoardKind) => last.days.find((row) => row.kind === kind)!.day
  assert.deepEqual([dayOf('registrations'), dayOf('redInvoices')], [today(), null])
})

test('a learner of two days is one of the range, and in the month before counts there', async () => {
  const portal = await aPortal(world, { menus })
  const { token } = await anAccount(world, portal, { role: 'admin' })
  const student = await aStudent(world, portal)
  await aPlayer(world, student)
  await world.db`
    insert into play_leases (account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms, other_ms,
      item_required, opened_at, paid_from, paid_until, last_beat_at, ended_at, end_reason, rolled_at, ip, agent)
    select account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms, other_ms, item_required,
      at, at, at, at, at, 'released', at, '', ''
    from play_leases, lateral (select opened_at - make_interval(days => d) as at from unnest(array[1, 3, 45]) d) past
    where account_id = ${student.accountId}`
  await assertTrue()
  const active = async (from: number, to: number) =>
    (await figures(token, { from: dayFromNow(from), to: dayFromNow(to) })).active ?? 0
  assert.deepEqual(
    [
      await active(0, 0),
      await active(-3, 0),
      await active(-2, -2),
      await active(-90, 0),
      await active(-50, -4),
    ],
    [1, 1, 0, 1, 1],
  )
  const course = async () => {
    const { points } = await world.ask(
      dashboardCalls.getDashboardDataTotalGroup,
      { kind: 'active', from: dayFromNow(-3), to: dayFromNow(0) },
      token,
    )
    return points.map(({ value }) => value)
  }
  const left = async () => {
    const [row] = await world.db`
      select count(*)::int as rows from board_deltas where project_id = ${portal.projectId} and kind = 'active'`
    return row!.rows
  }
  assert.ok((await left()) > 0)
  assert.deepEqual(await course(), [1, 0, 1, 1])
  await runJob(world, 'dashboard.fold')
  assert.equal(await left(), 0)
  assert.deepEqual(await course(), [1, 0, 1, 1])
})

test('active learners are of no class type: of one there are none', async () => {
  const portal = await aPortal(world, { menus })
  const { token } = await anAccount(world, portal, { role: 'admin' })
  await aPlayer(world, await aStudent(world, portal))
  const asked = { kind: 'active', from: dayFromNow(-1), to: today() } as const
  const ofType = { ...asked, classType: 'public' }
  for (const step of ['day', 'month'] as const) {
    const { points } = await world.ask(dashboardCalls.getDashboardDataTotalGroup, { ...ofType, step }, token)
    assert.ok(points.length > 0)
    assert.ok(points.every(({ value }) => value === 0))
  }
  assert.deepEqual(await world.ask(dashboardCalls.getDashboardDataTop, ofType, token), { total: 0, list: [] })
  assert.deepEqual(await world.ask(dashboardCalls.getDashboardDataByType, asked, token), {
    total: 1,
    list: [{ kind: 'active', classType: '', value: 1, before: 0 }],
  })
})

test('a unit manager sees the unit with what is below it, and no other', async () => {
  const manager = await anAccount(world, portal, { role: 'unit' })
  const beside = await aUnit(world, portal.projectId)
  const own = await figures(manager.token)
  assert.deepEqual(own, await figures(director.token, { unitId: portal.unitId }))
  const other = { unitId: beside }
  for (const call of [
    dashboardCalls.getDashboardDataTotal,
    dashboardCalls.queryDashboardList,
    dashboardCalls.getDashboardDataTotalGroup,
    dashboardCalls.getDashboardDataByType,
    dashboardCalls.getDashboardDataGroupType,
    dashboardCalls.getDashboardDataLastDate,
    dashboardCalls.getDashboardDataTop,
  ] as Call[])
    assert.equal((await world.call(call, other, manager.token)).respCode, 404, call.path)
  const top = await world.ask(dashboardCalls.getDashboardDataTop, {}, manager.token)
  assert.equal(
    top.list.some(({ unitId }) => unitId === beside),
    false,
  )
})

test('the unit manager of a new project opens the ranges, the lists and the sheets of the own unit alone', async () => {
  const { menus: held } = startRoles.find(({ roleSystem }) => roleSystem === 2)!
  const portal = await aPortal(world, { menus: [...held] })
  const [below, beside] = [
    await aUnit(world, portal.projectId, portal.unitId),
    await aUnit(world, portal.projectId),
  ]
  const { classId } = await aClass(world, portal)
  for (const unitId of [portal.unitId, below, beside])
    await anEnrolment(world, portal, {
      accountId: (await aLearner(world, portal, { unitId })).accountId,
      classId,
    })
  const { token } = await anAccount(world, portal, { role: 'unit' })
  const range = { from: dayFromNow(-3), to: today() }
  const { delRedisKey: _project, ...reads } = dashboardCalls
  for (const call of Object.values(reads) as Call[]) {
    if (call !== dashboardCalls.getDashboardDataLastDate)
      assert.equal((await world.call(call, range, token)).respCode, 200, call.path)
    assert.equal((await world.call(call, {}, token)).respCode, 200, call.path)
    assert.equal((await world.call(call, { unitId: beside }, token)).respCode, 404, call.path)
  }
  assert.equal((await figures(token, range)).registrations, 2)
  assert.equal((await figures(token, { ...range, unitId: below })).registrations, 1)
  const days = await world.ask(dashboardCalls.queryDashboardList, range, token)
  assert.equal(days.list[0]!.registrations, 2)
  const types = await world.ask(dashboardCalls.getDashboardDataByType, range, token)
  assert.deepEqual(
    types.list.map(({ value }) => value),
    [2],
  )
})

test('a range has a first and a last day, in this order and at most a year', async () => {
  const refusedField = async (asked: object, call: Call = dashboardCalls.getDashboardDataTotal) => {
    const { respCode, field } = await world.call(call, asked, director.token)
    return [respCode, field]
  }
  assert.deepEqual(await refusedField({ from: '2023-05-02', to: '2023-05-01' }), [422, 'from'])
  assert.deepEqual(await refusedField({ from: '2022-01-01', to: '2023-05-01' }), [422, 'from'])
  assert.deepEqual(await refusedField({ from: '1999-12-31', to: '2000-01-01' }), [422, 'from'])
  assert.deepEqual(await refusedField({ from: '2023-02-30' }), [422, 'from'])
  assert.deepEqual(
    await refusedField(
      { kind: 'active', from: '2023-01-01', to: '2023-12-31' },
      dashboardCalls.getDashboardDataTop,
    ),
    [422, 'from'],
  )
  const { rangeBefore, range } = await world.ask(
    dashboardCalls.getDashboardDataTotal,
    { from: '2023-03-01', to: '2023-03-31' },
    director.token,
  )
  assert.deepEqual(
    [range, rangeBefore],
    [
      { from: '2023-03-01', to: '2023-03-31' },
      { from: '2023-02-01', to: '2023-02-28' },
    ],
  )
  assert.equal(dayAfter('2023-02-28'), '2023-03-01')
})

test('a unit manager counts the subtree, provider staff the whole project', async () => {
  const portal = await aPortal(world, { menus: ['/home/index'] })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal)
  for (const unitId of [portal.unitId, below, beside]) {
    const { accountId } = await aLearner(world, portal, { unitId })
    await anEnrolment(world, portal, { accountId, classId })
  }
  const manager = await anAccount(world, portal, { role: 'unit' })
  const admin = await anAccount(world, portal, { role: 'admin' })
  const seen = await world.ask(dashboardCalls.getDashboardDataTotal, {}, manager.token)
  assert.deepEqual([seen.learners, seen.studying, seen.classesOnShelf], [2, 2, 1])
  const all = await world.ask(dashboardCalls.getDashboardDataTotal, {}, admin.token)
  assert.deepEqual([all.learners, all.studying], [3, 3])
  await world.db`
    update accounts set status = 'disabled' where project_id = ${portal.projectId} and unit_id = ${beside}`
  const later = await world.ask(dashboardCalls.getDashboardDataTotal, {}, admin.token)
  assert.deepEqual([later.learners, later.studying], [2, 3])
  await assertTrue()
})

test('who has the home page alone sees what is there now, and no figure of a range', async () => {
  const portal = await aPortal(world, { menus: ['/home/index'] })
  const { token } = await anAccount(world, portal, { role: 'admin' })
  await aLearner(world, portal)
  const seen = await world.ask(dashboardCalls.getDashboardDataTotal, {}, token)
  assert.deepEqual([seen.learners, seen.figures], [1, []])
  assert.equal((await world.call(dashboardCalls.queryDashboardList, {}, token)).respCode, 403)
})

test('named caches are cleared, each with how many values it held, and the log names each; no other name is taken', async () => {
  const { token } = director
  await world.ask(dashboardCalls.delRedisKey, { keys: [...cacheNames] }, token)
  const bankId = await aBank(world, portal)
  const version = await world.db<{ id: string }[]>`
    select id from question_versions where question_id = any(${[
      await aQuestion(world, portal, bankId),
      await aQuestion(world, portal, bankId),
    ]}::uuid[])`
  const ids = version.map(({ id }) => id)
  await contentsOf(world.db, ids)
  await keysOf(world.db, ids.slice(1))
  assert.deepEqual(
    await world.ask(dashboardCalls.delRedisKey, { keys: ['questions', 'questionKeys'] }, token),
    [
      { key: 'questions', cleared: 2 },
      { key: 'questionKeys', cleared: 1 },
    ],
  )
  const again = await world.ask(dashboardCalls.delRedisKey, { keys: ['questions'] }, token)
  assert.deepEqual(again, [{ key: 'questions', cleared: 0 }])
  const logged = await world.db`
    select subject_id, after from operation_logs
    where action = 'cache.clear' and actor_id = ${director.accountId} order by id`
  assert.deepEqual(
    logged.map((row) => row.subjectId as string).sort(),
    [...cacheNames, 'questions', 'questionKeys', 'questions'].sort(),
  )
  assert.ok(logged.some((row) => (row.after as { cleared: number }).cleared === 2))
  assert.equal((await world.call(dashboardCalls.delRedisKey as Call, { keys: ['*'] }, token)).respCode, 422)
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.equal(
    (await world.call(dashboardCalls.delRedisKey, { keys: ['questions'] }, manager.token)).respCode,
    403,
  )
})

test('what was counted of a learner and of a unit goes with them', async () => {
  const portal = await aPortal(world, { menus })
  const { token } = await anAccount(world, portal, { role: 'admin' })
  const [old, other] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const group = await aUnit(world, portal.projectId, old)
  const { classId } = await aClass(world, portal)
  const { accountId } = await aLearner(world, portal, { unitId: group })
  await anEnrolment(world, portal, { accountId, classId })
  await runJob(world, 'dashboard.fold')
  const of = async (unitId: string) => (await figures(token, { unitId })).registrations ?? 0
  const each = async () => [await of(old), await of(group), await of(other)]
  assert.deepEqual(await each(), [1, 1, 0])
  await world.ask(unitCalls.dragUnit, { unitId: group, parentId: other, beforeId: null }, token)
  assert.deepEqual(await each(), [0, 1, 1])
  await world.db`update accounts set unit_id = ${old} where id = ${accountId}`
  assert.deepEqual(await each(), [1, 0, 0])
  await runJob(world, 'dashboard.fold')
  assert.deepEqual(await each(), [1, 0, 0])
  await assertTrue()
})

test('a learner may not see the boards', async () => {
  const { token } = await aLearner(world, portal)
  assert.equal((await world.call(dashboardCalls.getDashboardDataTotal, {}, token)).respCode, 403)
})
