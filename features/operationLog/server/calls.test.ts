import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { seedDemo } from '../../../db/seed/demo.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { enqueue } from '../../../server/jobs.ts'
import { allFeatures } from '../../../app/features.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { audit } from '../../../server/audit.ts'
import { manageCalls } from '../../account/manage/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { settleOrder } from '../../order/server/actions.ts'
import { operationLogCalls } from '../contract.ts'
import { operationLogExportList } from './exports.ts'
import { verifyOperations } from './jobs.ts'
import { sayFault, verifyLog } from './verify.ts'

const log = '/account-manage/operation-log'
const menus = [log, '/account-manage/administrator-list', '/order-manage/list']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin', userName: '陈管理' })
})

const write = (subjectId: string, more: object = {}) =>
  world.db.begin((tx) =>
    audit(tx, {
      by: { accountId: admin.accountId, projectId: portal.projectId },
      action: 'order.free',
      subjectKind: 'order',
      subjectId,
      before: { status: 'unpaid' },
      after: { status: 'free' },
      ...more,
    }),
  )
const query = (input: object, token = admin.token) => world.ask(operationLogCalls.query, input, token)

test('an operation is found with who did it, from where, in which request, and what it changed', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  await world.ask(orderCalls.freeOrder, { orderId: order.id, reason: '困难减免' }, admin.token)
  const { list } = await query({ action: 'order.free', subjectId: order.id })
  assert.equal(list.length, 1)
  assert.deepEqual(
    [list[0]!.actorName, list[0]!.actorLogin, list[0]!.subjectName, list[0]!.reason, list[0]!.ip],
    ['陈管理', admin.loginName, order.orderNo, '困难减免', '127.0.0.1'],
  )
  const action = await world.ask(operationLogCalls.find, { id: list[0]!.id }, admin.token)
  assert.match(action.requestId!, /^[0-9a-f-]{36}$/)
  assert.match(action.hash, /^[0-9a-f]{64}$/)
  assert.equal((action.before as { status: string }).status, 'unpaid')
  assert.equal((action.after as { status: string }).status, 'free')
  assert.equal((await query({ words: action.requestId! })).list[0]!.id, action.id)
  const status = action.fields.find(({ field }) => field === 'status')!
  assert.equal(status.zh, '状态')
  assert.deepEqual(
    status.values!.find(({ code }) => code === 'free'),
    { code: 'free', ...orderLifecycle.stateName('free') },
  )
  assert.deepEqual(
    action.fields.map(({ field }) => field).toSorted(),
    ['amount', 'status'],
    'only what the change is of',
  )
})

test('the subject of an operation is shown by its name, and one that is no record by its own id', async () => {
  const learner = await aLearner(world, portal, { name: '许清和' })
  const { classId } = await aClass(world, portal, { name: '数据安全实务' })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId })
  for (const [subjectKind, subjectId, name] of [
    ['enrolment', enrolmentId, '许清和 · 数据安全实务'],
    ['class', classId, '数据安全实务'],
    ['class', 'all of them', null],
  ] as const) {
    await write(subjectId, { subjectKind, action: 'class.change' })
    const { list } = await query({ subjectId, action: 'class.change' })
    assert.deepEqual(
      list.map((row) => row.subjectName),
      [name],
    )
  }
})

test('the list is narrowed by actor, action, subject, words and period, and continued by key without a gap', async () => {
  for (let i = 0; i < 7; i++) {
    await write(`paged-${i}`, { reason: '分页检查' })
    // A period is queried in whole milliseconds: two rows of the same one cannot be distinguished.
    await world.db`select pg_sleep(0.002)`
  }
  const first = await query({ words: '分页检查', limit: 3 })
  assert.deepEqual(
    [first.list.map((row) => row.subjectId), first.total],
    [['paged-6', 'paged-5', 'paged-4'], 7],
  )
  await write('paged-new', { reason: '分页检查' })
  const rest = await query({ words: '分页检查', limit: 4, after: first.list[2]!.id })
  assert.deepEqual(
    [rest.list.map((row) => row.subjectId), rest.total],
    [['paged-3', 'paged-2', 'paged-1', 'paged-0'], 8],
  )
  const second = await query({ words: '分页检查', limit: 3, page: 2, sort: 'createdAt' })
  assert.deepEqual(
    second.list.map((row) => row.subjectId),
    ['paged-3', 'paged-4', 'paged-5'],
  )
  assert.equal((await query({ actor: '陈管', words: '分页检查' })).list.length, 8)
  assert.equal((await query({ actor: 'nobody' })).list.length, 0)
  assert.equal((await query({ subjectKind: 'order', subjectId: 'paged-3' })).list.length, 1)
  assert.equal((await query({ action: 'order.pay', words: '分页检查' })).list.length, 0)
  const [row] = (await query({ subjectId: 'paged-3' })).list
  assert.equal((await query({ words: '分页检查', to: row!.createdAt })).list.length, 3)
  assert.equal((await query({ words: '分页检查', from: row!.createdAt })).list.length, 5)
})

test('each sees the operations of their scope: the project, or what a unit’s people did; the system’s own are the project’s', async () => {
  const other = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  await write('foreign-1')
  const [row] = (await query({ subjectId: 'foreign-1' })).list
  assert.equal((await query({ subjectId: 'foreign-1' }, other.token)).list.length, 0)
  assert.equal((await world.call(operationLogCalls.find, { id: row!.id }, other.token)).respCode, 404)
  assert.deepEqual(
    new Set((await query({}, manager.token)).list.map((action) => action.actorId)),
    new Set([manager.accountId]),
  )
  assert.equal((await world.call(operationLogCalls.find, { id: row!.id }, manager.token)).respCode, 404)
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  await world.db.begin((tx) => settleOrder(tx, { orderId: order.id, amount: 100, channel: 'wechat' }))
  const [paid] = (await query({ action: 'order.pay', subjectId: order.id })).list
  assert.deepEqual([paid!.actorId, paid!.actorName], [null, null])
  assert.equal((await world.call(operationLogCalls.query, {}, learner.token)).respCode, 403)
  assert.equal((await world.call(operationLogCalls.query, {}, null)).respCode, 401)
})

test('the log is exported in the words of its features, and a unit’s manager exports what the unit’s people did', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId, userName: '林经理' })
  const { call, columns } = operationLogExportList(allFeatures)[0]!
  const sheetOf = async (token: string) => {
    const response = await world.portal.http.inject({
      method: call.method,
      url: `/api${call.path}`,
      headers: { token },
      payload: {},
    })
    const book = xlsx.read(response.rawPayload)
    return xlsx.utils.sheet_to_json<(string | null)[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  }
  await write('exported', { reason: '导出检查', action: 'order.free' })
  const [head, ...rows] = await sheetOf(admin.token)
  assert.deepEqual(
    head,
    columns.map(({ title }) => title.zh),
  )
  const row = rows.find((cells) => cells.includes('导出检查'))!
  assert.deepEqual(row.slice(1, 6), ['陈管理', admin.loginName, '免单', '订单', 'exported'])
  const own = await sheetOf(manager.token)
  assert.deepEqual(
    own.slice(1).filter(([, name]) => name !== '林经理'),
    [],
  )
  assert.ok(own.length > 1)
})

test('a personal number is never in the log, wherever the operation received it', async () => {
  await write('numbers', {
    before: { mobile: '13912345678', list: [{ card: '11010119900307003X' }] },
    after: { text: '请联系 13912345678，证件110101900307003。' },
    reason: '本人 110101199003070038 来电',
  })
  const [row] = await world.db`select before, after, reason from operation_logs where subject_id = 'numbers'`
  assert.deepEqual(
    { ...row },
    {
      before: { mobile: '139****5678', list: [{ card: '1101**********003X' }] },
      after: { text: '请联系 139****5678，证件1101*******7003。' },
      reason: '本人 1101**********0038 来电',
    },
  )
})

test('after the demo’s seed and a day’s work no row holds a number, and each action is named', async () => {
  const day = await openWorld()
  await seedDemo({ ...day.app, db: day.db })
  const house = await aPortal(day, { menus })
  const boss = await anAccount(day, house, { role: 'admin' })
  const { accountId } = await day.ask(
    manageCalls.addAccount,
    {
      loginName: 'wanglin',
      userName: '王林',
      mobile: '13987654321',
      roles: [{ roleId: house.roles.unit, unitId: house.unitId }],
    },
    boss.token,
  )
  await day.ask(manageCalls.resetPassword, { accountId }, boss.token)
  await aLearner(day, house)
  const rows = await day.db`
    select distinct action from operation_logs`
  const { actions } = await day.ask(operationLogCalls.findNames, {}, boss.token)
  const named = new Set(actions.map(({ key }) => key))
  assert.deepEqual(
    rows.map((row) => row.action as string).filter((action) => !named.has(action)),
    [],
  )
  const [clear] = await day.db`
    select l from operation_logs l where (l::text) ~ ${'(^|[^0-9A-Za-z.+/=_-])(1[3-9][0-9]{9}|[1-9][0-9]{16}[0-9Xx])($|[^0-9A-Za-z.+/=_-])'}`
  assert.equal(clear, undefined)
  assert.deepEqual((await verifyLog(day.db)).faults, [])
})

test('the log is written once: nothing of it is changed, taken out or emptied', async () => {
  await write('kept')
  await assert.rejects(world.db`update operation_logs set reason = 'x' where subject_id = 'kept'`, /kept/)
  await assert.rejects(world.db`delete from operation_logs where subject_id = 'kept'`, /kept/)
  await assert.rejects(world.db`truncate operation_logs`, /kept/)
})

test('entries of the same moment hang in chains of their own and none waits for another to end', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, i) => write(`crowd-${i}`)))
  const { faults, chains } = await verifyLog(world.db)
  assert.deepEqual(faults, [])
  assert.ok(chains > 1)
  await world.db.begin(async (tx) => {
    const action = {
      by: { accountId: admin.accountId, projectId: portal.projectId },
      action: 'order.free',
      subjectKind: 'order',
    }
    await audit(tx, { ...action, subjectId: 'open' })
    // Were it to wait for this transaction, both would stand until the statement is cancelled.
    await write('beside')
  })
  const undone = new Error('undone')
  await assert.rejects(
    world.db.begin(async (tx) => {
      await audit(tx, {
        by: null,
        projectId: portal.projectId,
        action: 'order.pay',
        subjectKind: 'order',
        subjectId: 'undone',
      })
      throw undone
    }),
    undone,
  )
  await write('after')
  assert.deepEqual((await verifyLog(world.db)).faults, [])
})

test('a row edited directly in the database is reported, and so is a deleted one', async () => {
  for (let i = 0; i < 5; i++) await write(`row-${i}`)
  const tamper = async (action: string) => {
    const undone = new Error('undone')
    let found: string[] = []
    const [row] = await world.db`select id from operation_logs where subject_id = 'row-2'`
    await assert.rejects(
      world.db.begin(async (tx) => {
        await tx.unsafe(`set local session_replication_role = replica; ${action}`)
        found = (await verifyLog(tx)).faults.map(sayFault)
        throw undone
      }),
      undone,
    )
    return { found, id: row!.id as string }
  }
  for (const column of [
    "after = '{}'",
    'actor_id = null',
    "reason = 'x'",
    "ip = '10.0.0.1'",
    "action = 'order.pay'",
  ]) {
    const { found, id } = await tamper(`update operation_logs set ${column} where subject_id = 'row-2'`)
    assert.equal(found.length, 1, column)
    assert.match(found[0]!, new RegExp(`^changed: .*row ${id}`))
  }
  const { found } = await tamper("delete from operation_logs where subject_id = 'row-2'")
  assert.match(found.join(), /^missing/)
})

test('once a day the portal verifies new entries; the job reports the fault every day again', async () => {
  const own = await openWorld()
  await own.portal.drainJobs()
  const write = (subjectId: string) =>
    own.db.begin((tx) => audit(tx, { by: null, action: 'order.pay', subjectKind: 'order', subjectId }))
  /** The next day's verification: its state, what it read and the first fault. */
  async function verify() {
    const { lane } = verifyOperations
    const id = await enqueue(own.db, { type: verifyOperations.type, lane })
    await own.portal.drainJobs()
    const [job] = await own.db`select status, result from jobs where id = ${id}`
    const { entries, faults } = job!.result as { entries: number; faults: string[] }
    return [job!.status, entries, faults.join('; ').replace(/: chain.*/, '')]
  }
  assert.deepEqual(await verify(), ['succeeded', 0, ''])
  for (let i = 0; i < 3; i++) await write(`day-1-${i}`)
  assert.deepEqual(await verify(), ['succeeded', 3, ''])
  await write('day-2')
  assert.deepEqual(await verify(), ['succeeded', 1, ''], 'it goes on from where it was')

  await own.db`alter table operation_logs disable trigger operation_logs_keep`
  await own.db`update operation_logs set reason = 'x' where subject_id = 'day-1-1'`
  assert.deepEqual(await verify(), ['succeeded', 0, ''])
  assert.match((await verifyLog(own.db)).faults.map(sayFault).join(), /^changed/, 'the audit reads all of it')
  await own.db`update operation_logs set reason = null where subject_id = 'day-1-1'`

  await write('day-3')
  await write('day-3-more')
  await own.db`update operation_logs set subject_id = 'y' where subject_id = 'day-3'`
  assert.deepEqual(await verify(), ['partly', 2, 'changed'])
  assert.deepEqual(await verify(), ['partly', 2, 'changed'])
  await own.db`update operation_logs set subject_id = 'day-3' where subject_id = 'y'`
  assert.deepEqual(await verify(), ['succeeded', 2, ''])

  await write('day-4')
  await own.db`delete from operation_logs where subject_id = 'day-4'`
  assert.deepEqual(await verify(), ['partly', 0, 'missing at the end'])
  await own.db`delete from operation_logs where subject_id = 'day-3-more'`
  assert.match(String((await verify())[2]), /changed/, 'the row at the checkpoint is gone')
  await own.db`delete from operation_lanes`
  assert.equal((await verify())[0], 'partly')
})
