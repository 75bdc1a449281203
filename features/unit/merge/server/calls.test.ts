import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../../test/build/days.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { orderCalls } from '../../../order/contract.ts'
import { unitCalls } from '../../contract.ts'
import { mergeCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/unit-manage/list', '/order-manage/list'] })
  await world.db`
    update roles set menus = '{/unit-manage/list,/unit-manage/list#merge,/order-manage/list}' where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

const preview = (fromId: string, toId: string, by = admin) =>
  world.call(mergeCalls.getMergePreview, { fromId, toId }, by.token)
async function merge(fromId: string, toId: string, change: object = {}) {
  const { counts } = (await preview(fromId, toId)).attribute
  return world.call(mergeCalls.mergeUnit, { fromId, toId, expected: { ...counts, ...change } }, admin.token)
}

/** Tables with a column that names a unit, and how many rows of each name this one. */
async function namedIn(unitId: string): Promise<Record<string, number>> {
  const columns = await world.db`
    select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'units'::regclass order by 1, 2`
  const counts: Record<string, number> = {}
  for (const { name, column } of columns) {
    const [row] = await world.db.unsafe(`select count(*) as n from ${name} where ${column} = '${unitId}'`)
    counts[`${name as string}.${column as string}`] = Number(row!.n)
  }
  return counts
}

test('a merge moves people, managers, roles, orders, sessions and units below, and nothing names the old one but its sign', async () => {
  const [from, to] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const below = await aUnit(world, portal.projectId, from)
  const learner = await aLearner(world, portal, { unitId: from })
  const head = await anAccount(world, portal, { role: 'unit', unitId: from })
  const both = await anAccount(world, portal, { role: 'unit', unitId: to })
  await world.db`
    insert into account_roles (account_id, role_id, unit_id) values (${both.accountId}, ${portal.roles.unit}, ${from})`
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  await world.db`
    with paid as (
      insert into orders (project_id, kind, payer_unit_id, payer_name, unit_id, order_no, amount, expires_at)
      values (${portal.projectId}, 'batch', ${from}, '江海一院', ${from}, 'OF-A-UNIT', 100, moment()) returning id)
    insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
      waiting)
    select id, ${learner.accountId}, ${classId}, 0, 'x', 'public', ${yearFromNow()}::int, 80, 100, 100, false from paid`
  await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: (await aClass(world, portal)).classId,
  })
  await world.db`update units set name = '江海一院', credit_code = 'X', contact = '王芳' where id = ${from}`
  await world.db`update units set name = '江海市第一医院', contact = '李强' where id = ${to}`
  await world.db`insert into unit_train_types (unit_id, class_type, open) values (${from}, 'public', false)`

  const { attribute } = await preview(from, to)
  const counts = { people: 1, managers: 2, orders: 2, classes: 1, children: 1 }
  assert.deepEqual(attribute, {
    fromName: '江海一院',
    toName: '江海市第一医院',
    counts,
    lostTerms: ['public'],
    filled: ['creditCode'],
  })
  const stale = await merge(from, to, { people: 2 })
  assert.deepEqual([stale.respCode, (await namedIn(from))['orders.unit_id']], [409, 2])

  assert.deepEqual((await merge(from, to)).attribute, counts)
  const left = Object.entries(await namedIn(from)).filter(([, n]) => n > 0)
  assert.deepEqual(left, [])
  const named = await namedIn(to)
  assert.deepEqual(
    [
      'accounts.unit_id',
      'account_roles.unit_id',
      'students.unit_id',
      'orders.unit_id',
      'orders.payer_unit_id',
      'units.parent_id',
      'units.merged_into',
    ].map((column) => [column, named[column]]),
    [
      ['accounts.unit_id', 3],
      // Held already as the account's own role.
      ['account_roles.unit_id', 0],
      ['students.unit_id', 1],
      ['orders.unit_id', 2],
      ['orders.payer_unit_id', 1],
      ['units.parent_id', 1],
      ['units.merged_into', 1],
    ],
  )
  const [row] = await world.db`select path from units where id = ${below}`
  assert.equal(row!.path, `${to}/${below}/`)
  const successor = await world.ask(unitCalls.getUnitDetail, { unitId: to }, admin.token)
  assert.deepEqual(
    [successor.creditCode, successor.contact, successor.mergedFrom],
    ['X', '李强', [{ id: from, name: '江海一院' }]],
  )

  // Anyone who is at work continues, and sees the unit that stayed.
  const seen = await world.ask(unitCalls.findUnitList, {}, head.token)
  assert.deepEqual(seen.list.map((unit) => unit.id).sort(), [to, below].sort())
  const [paid, own] = (await world.ask(orderCalls.findPageList, {}, head.token)).list
  assert.deepEqual([paid!.payerName, own!.id], ['江海一院', order.id])
  const actions = await world.db`
    select subject_id, action, after from operation_logs where action in ('unit.merge', 'unit.absorb')
      and subject_id in (${from}, ${to}) order by action`
  assert.deepEqual(
    actions.map((action) => [action.action, action.subjectId, (action.after as { people: number }).people]),
    [
      ['unit.absorb', to, 1],
      ['unit.merge', from, 1],
    ],
  )
})

test('an old id leads to the successor, also when that was merged itself; registration joins the last', async () => {
  const [a, b, c] = [1, 2, 3].map(() => aUnit(world, portal.projectId))
  const [first, second, third] = (await Promise.all([a!, b!, c!])) as [string, string, string]
  await merge(first, second)
  await merge(second, third)
  for (const unitId of [first, second]) {
    const found = await world.ask(unitCalls.getUnitDetail, { unitId }, admin.token)
    assert.deepEqual([found.id, found.askedFor !== null], [third, true])
    const config = await world.ask(unitCalls.getRegisterConfigByUnit, { unitId }, null)
    assert.equal(config.unitId, third)
  }
  assert.equal((await preview(third, first)).respCode, 422)
  await world.ask(unitCalls.deleteUnit, { unitId: third }, admin.token)
  const gone = await world.call(unitCalls.getRegisterConfigByUnit, { unitId: first }, null)
  assert.equal(gone.respCode, 404)
})

test('never into itself, into what is below, from or to what is out of sight, nor by a unit’s manager', async () => {
  const from = await aUnit(world, portal.projectId)
  const below = await aUnit(world, portal.projectId, from)
  assert.deepEqual([(await preview(from, from)).respCode, (await preview(from, from)).field], [422, 'toId'])
  assert.match((await merge(from, below)).respDesc, /下级/)
  const elsewhere = await aPortal(world)
  assert.equal((await preview(from, elsewhere.unitId)).respCode, 404)
  assert.equal((await preview(elsewhere.unitId, from)).respCode, 404)
  const head = await anAccount(world, portal, { role: 'unit', unitId: from })
  assert.equal((await preview(below, from, head)).respCode, 403)
  const [row] = await world.db`select status from units where id = ${from}`
  assert.equal(row!.status, 'active')
})

test('a merge waits for the orders of a unit before it locks its people, as who settles an order does', async () => {
  const [from, to] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const learner = await aLearner(world, portal, { unitId: from })
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  const [merged] = await race(
    world.db,
    async (tx) => {
      await tx`select from orders where id = ${order.id} for update`
      return () => tx`select from accounts where id = ${learner.accountId} for no key update nowait`
    },
    () => merge(from, to),
  )
  assert.equal(merged.respCode, 200)
})
