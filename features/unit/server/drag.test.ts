import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { unitCalls } from '../contract.ts'
import { maxLevels } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/unit-manage/list'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const make = async (name: string, parentId: string | null) =>
  (await world.ask(unitCalls.saveUnit, { name, parentId }, admin.token)).unitId
const drag = (unitId: string, parentId: string | null, beforeId: string | null = null) =>
  world.call(unitCalls.dragUnit, { unitId, parentId, beforeId }, admin.token)
const below = async (parentId: string) => {
  const { list } = await world.ask(unitCalls.findUnitBaseTree, { open: [parentId] }, admin.token)
  return list.filter((one) => one.parentId === parentId).map((one) => one.name)
}

/** Returns the faults that the invariant of trees finds. */
async function faults() {
  const text = readFileSync(
    new URL('../../../test/invariants/34-trees-are-trees.sql', import.meta.url),
    'utf8',
  )
  return [...(await world.db.unsafe(text))]
}

test('a unit goes with its branch to another parent and to a place among its siblings', async () => {
  const top = await make('拖动集团', null)
  const [a, b, c] = [await make('甲部', top), await make('乙部', top), await make('丙部', top)]
  const leaf = await make('甲一室', a)
  await drag(c, top, a)
  assert.deepEqual(await below(top), ['丙部', '甲部', '乙部'])
  await drag(a, top)
  assert.deepEqual(await below(top), ['丙部', '乙部', '甲部'])
  await drag(a, b)
  assert.deepEqual(
    [await below(top), await below(b), await below(a)],
    [['丙部', '乙部'], ['甲部'], ['甲一室']],
  )
  const [row] = await world.db`select path from units where id = ${leaf}`
  assert.equal(row!.path, `${[top, b, a, leaf].join('/')}/`)
  await drag(a, null, top)
  const tops = (await world.ask(unitCalls.findUnitBaseTree, {}, admin.token)).list.map((one) => one.name)
  assert.equal(tops.indexOf('甲部'), tops.indexOf('拖动集团') - 1)
  assert.deepEqual(await faults(), [])
})

test('between two neighbours there is always room: when the numbers run out the siblings are numbered again', async () => {
  const top = await make('排序集团', null)
  const first = await make('一部', top)
  const rest = ['二部', '三部', '四部', '五部', '六部', '七部']
  const ids = []
  for (const name of rest) ids.push(await make(name, top))
  for (const id of ids) await drag(id, top, first)
  assert.deepEqual(await below(top), [...rest, '一部'])
  for (const id of ids.toReversed()) await drag(id, top, first)
  assert.deepEqual(await below(top), [...rest.toReversed(), '一部'])
})

test('never into itself, never too deep, never below what is out of sight; what is refused changes nothing', async () => {
  const ids = [await make('一级', null)]
  for (let level = 2; level <= maxLevels; level++) ids.push(await make(`${level} 级`, ids.at(-1)!))
  const [top, second] = ids as [string, string]
  for (const target of [top, second, ids.at(-1)!]) {
    const refused = await drag(top, target)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /自己或它的下级/)
  }
  const other = await make('旁支', null)
  const twig = await make('旁支一', other)
  assert.match((await drag(second, twig)).respDesc, /最多 8 级/)
  assert.equal((await drag(second, other)).respCode, 200)
  const deep = await world.call(unitCalls.saveUnit, { name: '九级', parentId: ids.at(-1)! }, admin.token)
  assert.match(deep.respDesc, /最多 8 级/)
  const elsewhere = await aPortal(world)
  assert.equal((await drag(twig, elsewhere.unitId)).respCode, 404)
  assert.equal((await drag(twig, other, elsewhere.unitId)).respCode, 404)
  assert.deepEqual(await faults(), [])
})

test('what a signed-in manager sees moves with the unit, immediately', async () => {
  const [here, there] = [await make('此处', null), await make('彼处', null)]
  const leaf = await make('随行科室', here)
  const head = await anAccount(world, portal, { role: 'unit', unitId: there })
  await world.db`update roles set menus = '{/unit-manage/list}' where id = ${portal.roles.unit}`
  const sees = async (token: string) =>
    (await world.call(unitCalls.getUnitDetail, { unitId: leaf }, token)).respCode === 200
  assert.equal(await sees(head.token), false)
  await drag(leaf, there)
  assert.equal(await sees(head.token), true)
  // The manager's own unit goes too: the scope a session was given follows.
  await drag(there, here)
  assert.equal(await sees(head.token), true)
  await drag(leaf, null)
  assert.equal(await sees(head.token), false)
})

test('a hundred drags concurrently leave a tree', async () => {
  const top = await make('并发集团', null)
  const ids = [top]
  for (let i = 0; i < 12; i++) ids.push(await make(`并发${i}`, ids[Math.floor(i / 3)]!))
  const pick = (n: number) => ids[n % ids.length]!
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => drag(pick(i * 7 + 3), i % 11 === 0 ? null : pick(i * 5 + 1))),
  )
  const codes = new Set(replies.map((reply) => reply.respCode))
  assert.ok(codes.has(200))
  assert.deepEqual(
    [...codes].filter((code) => ![200, 409].includes(code)),
    [],
  )
  assert.deepEqual(await faults(), [])
})
