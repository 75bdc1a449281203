import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  anAccount,
  aLearner,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { creditCode } from '../../../db/seed/content/units.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { unitCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let manager: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/unit-manage/list', '/train-manage/study-report'] })
  await world.db`update roles set menus = '{/unit-manage/list}' where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  manager = await anAccount(world, portal, { role: 'unit' })
})

const save = (form: InputOf<typeof unitCalls.saveUnit>, by = admin) =>
  world.call(unitCalls.saveUnit, form, by.token)
const make = async (form: InputOf<typeof unitCalls.saveUnit>) => (await save(form)).attribute.unitId
const detail = (unitId: string, by = admin) => world.ask(unitCalls.getUnitDetail, { unitId }, by.token)
const listed = (input: InputOf<typeof unitCalls.findUnitList>, by = admin) =>
  world.ask(unitCalls.findUnitList, input, by.token)
const namesOf = (rows: readonly { name: string }[]) => rows.map((row) => row.name)

const codes = ['91350100M000100Y43', creditCode('12', '110000', 501), creditCode('91', '110000', 502)]
const heldCode = creditCode('91', '110000', 503)

test('units to narrow by are those of the caller, found by a part of the name or by id', async () => {
  const other = await aPortal(world, { menus: ['/train-manage/study-report'] })
  await world.db`update roles set menus = '{/train-manage/study-report}' where id = ${other.roles.unit}`
  const below = await aUnit(world, other.projectId, other.unitId)
  const beside = await aUnit(world, other.projectId)
  const ids = async (token: string, input = {}) =>
    (await world.ask(unitCalls.findUnitBase, input, token)).map((unit) => unit.id).sort()
  const whole = await anAccount(world, other, { role: 'admin' })
  const unit = await anAccount(world, other, { role: 'unit' })
  assert.deepEqual(await ids(whole.token), [other.unitId, below, beside].sort())
  assert.deepEqual(await ids(unit.token), [other.unitId, below].sort())
  assert.deepEqual(await ids(unit.token, { unitId: beside }), [])
  const [named] = await world.ask(unitCalls.findUnitBase, { unitId: below }, unit.token)
  assert.deepEqual(await ids(unit.token, { keyword: named!.name }), [below])
  assert.deepEqual(await ids(unit.token, { keyword: '%' }), [])
})

test('a unit is made with all its facts, found by each, and changed field by field', async () => {
  const parentId = await aUnit(world, portal.projectId)
  const invoiceTitle = {
    name: '江海市第一医院',
    taxNo: codes[0]!,
    address: '滨江路 1 号',
    phone: '0500-86001234',
    bank: '江海银行滨江支行',
    bankAccount: '6222000000000001',
    email: 'cw@example.cn',
  }
  const unitId = await make({
    name: '江海市第一医院',
    parentId,
    creditCode: '9135 0100-m000 100y43',
    region: '320000',
    industry: 'I',
    contact: '王芳',
    phone: '13812345678',
    email: 'wang@example.cn',
    address: '滨江路 1 号',
    invoiceTitle: { ...invoiceTitle, bankAccount: '6222 0000 0000 0001' },
    sort: 5,
  })
  const made = await detail(unitId)
  assert.equal(made.creditCode, codes[0])
  assert.deepEqual(made.invoiceTitle, invoiceTitle)
  assert.deepEqual([made.level, made.parentId, made.sort, made.version], [2, parentId, 5, 1])
  for (const filter of [{ keyword: '第一医' }, { creditCode: 'm000100' }, { region: '320000' }, { unitId }]) {
    assert.deepEqual(namesOf((await listed(filter)).list), ['江海市第一医院'], JSON.stringify(filter))
  }
  await save({ unitId, contact: '李强', email: null, version: 1 })
  const changed = await detail(unitId)
  assert.deepEqual(
    [changed.contact, changed.email, changed.phone, changed.version],
    ['李强', null, '13812345678', 2],
  )
  const late = await save({ unitId, contact: '赵六', version: 1 })
  assert.equal(late.respCode, 409)
  assert.match(late.respDesc, /联系人 王芳 → 李强/)
  assert.deepEqual(
    late.stale!.map(({ field, label, before, after }) => [field, label, before, after]),
    [
      ['contact', '联系人', '王芳', '李强'],
      ['email', '邮箱', 'wang@example.cn', '（无）'],
    ],
  )
  const [log] = await world.db`
    select before, after from operation_logs where action = 'unit.change' and subject_id = ${unitId}`
  assert.deepEqual(
    [log!.before, log!.after],
    [
      { contact: '王芳', email: 'wang@example.cn' },
      { contact: '李强', email: null, revision: 2 },
    ],
  )
})

test('a wrong field is reported by its name and nothing changes', async () => {
  await make({ name: '江海市第三医院', creditCode: heldCode })
  const before = (await listed({})).total
  for (const [form, field] of [
    [{ name: '甲单位', creditCode: '91350100M000100Y44' }, 'creditCode'],
    [{ name: '甲单位', creditCode: heldCode }, 'creditCode'],
    [{ name: '甲单位', phone: '12345' }, 'phone'],
    [{ name: '甲单位', email: 'wang@' }, 'email'],
    [{ name: '甲单位', region: '999999' }, 'region'],
    [{ name: '甲单位', industry: '医疗' }, 'industry'],
    [{}, 'name'],
    [{ name: '甲' }, 'name'],
  ] as const) {
    const refused = await save(form)
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
  const taken = await save({ name: '甲单位', creditCode: heldCode })
  assert.match(taken.respDesc, /江海市第三医院.*合并/)
  assert.equal((await listed({})).total, before)
  const twice = await Promise.all([1, 2, 3].map((n) => save({ name: `同码${n}`, creditCode: codes[1]! })))
  assert.deepEqual(twice.map((one) => one.respCode).sort(), [200, 422, 422])
  const elsewhere = await aPortal(world, { menus: ['/unit-manage/list'] })
  const stranger = await anAccount(world, elsewhere, { role: 'admin' })
  assert.equal((await save({ name: '另一项目', creditCode: heldCode }, stranger)).respCode, 200)
})

test('a unit’s manager sees the own branch and changes how to reach it and its invoice title, nothing else', async () => {
  const below = await make({ name: '检验科', parentId: portal.unitId })
  const beside = await make({ name: '别的单位' })
  const seen = await listed({}, manager)
  assert.ok(namesOf(seen.list).includes('检验科') && !namesOf(seen.list).includes('别的单位'))
  assert.equal((await world.call(unitCalls.getUnitDetail, { unitId: beside }, manager.token)).respCode, 404)
  const group = await make({ name: '上级集团', parentId: null })
  await world.ask(unitCalls.dragUnit, { unitId: portal.unitId, parentId: group, beforeId: null }, admin.token)
  const own = await detail(portal.unitId, manager)
  assert.deepEqual([own.above, own.parentId, own.parentName], [[], null, null])
  assert.equal((await listed({ unitId: portal.unitId }, manager)).list[0]!.parentName, null)
  assert.equal((await detail(portal.unitId)).parentName, '上级集团')
  assert.deepEqual(namesOf((await detail(below, manager)).above), [(await detail(portal.unitId)).name])
  assert.equal((await save({ unitId: below, contact: '钱七', address: '二楼' }, manager)).respCode, 200)
  for (const [change, field] of [
    [{ name: '改名' }, 'name'],
    [{ creditCode: codes[2]! }, 'creditCode'],
    [{ sort: 99 }, 'sort'],
  ] as const) {
    const refused = await save({ unitId: below, ...change }, manager)
    assert.deepEqual([refused.respCode, refused.field], [403, field])
  }
  assert.equal((await save({ unitId: below, name: '检验科', contact: '钱八' }, manager)).respCode, 200)
  assert.equal((await save({ unitId: beside, contact: '钱七' }, manager)).respCode, 404)
  assert.equal((await save({ name: '新单位', parentId: portal.unitId }, manager)).respCode, 403)
  const drag = { unitId: below, parentId: null, beforeId: null }
  assert.equal((await world.call(unitCalls.dragUnit, drag, manager.token)).respCode, 403)
  for (const call of [unitCalls.disableUnit, unitCalls.deleteUnit])
    assert.equal((await world.call(call, { unitId: below }, manager.token)).respCode, 403)
  const learner = await aLearner(world, portal)
  assert.equal((await save({ unitId: below, contact: '我' }, learner)).respCode, 403)
  assert.equal((await world.call(unitCalls.findUnitList, {}, null)).respCode, 401)
})

test('the tree unfolds level by level, a search shows what it finds and all above, the whole tree comes in one response', async () => {
  const top = await make({ name: '树根集团', parentId: null })
  const [a, b] = [
    await make({ name: '东区公司', parentId: top }),
    await make({ name: '西区公司', parentId: top }),
  ]
  const leaf = await make({ name: '东区一厂', parentId: a })
  const tree = (input: InputOf<typeof unitCalls.findUnitBaseTree>, by = admin) =>
    world.ask(unitCalls.findUnitBaseTree, input, by.token)
  const closed = (await tree({})).list
  assert.deepEqual(
    [closed.find((one) => one.id === top)!.below, closed.some((one) => one.id === a)],
    [2, false],
  )
  const open = (await tree({ open: [top, a] })).list
  assert.deepEqual(
    open.filter((one) => [a, b, leaf].includes(one.id)).map((one) => [one.name, one.parentId]),
    [
      ['东区公司', top],
      ['西区公司', top],
      ['东区一厂', a],
    ],
  )
  const revealed = (await tree({ unitId: leaf })).list
  assert.ok([top, a, b, leaf].every((id) => revealed.some((one) => one.id === id)))
  const found = (await tree({ keyword: '一厂' })).list
  assert.deepEqual(
    found.map((one) => [one.name, one.matches]),
    [
      ['树根集团', false],
      ['东区公司', false],
      ['东区一厂', true],
    ],
  )
  const head = await anAccount(world, portal, { role: 'unit', unitId: a })
  assert.deepEqual(
    (await tree({ open: [top] }, head)).list.map((one) => [one.id, one.parentId]),
    [[a, null]],
  )
  assert.deepEqual((await tree({ keyword: '西区' }, head)).list, [])
  const whole = await world.ask(unitCalls.findAllUnitTree, {}, head.token)
  assert.deepEqual(whole, [
    { id: a, name: '东区公司', children: [{ id: leaf, name: '东区一厂', children: [] }] },
  ])
})

test('a level of more than five hundred reports that there is more', async () => {
  const top = await make({ name: '大集团', parentId: null })
  await world.db`
    insert into units (id, project_id, parent_id, path, name, sort)
    select id, ${portal.projectId}, ${top}, ${`${top}/`} || id || '/', '分点' || n, n
    from (select new_id() as id, n from generate_series(1, 501) n) fresh`
  const { list, more } = await world.ask(unitCalls.findUnitBaseTree, { open: [top] }, admin.token)
  assert.deepEqual([list.filter((one) => one.parentId === top).length, more], [500, true])
})

test('a disabled unit takes nobody new, nor do those below it; study, managers and links continue', async () => {
  const top = await make({ name: '停用集团', parentId: null })
  const below = await make({ name: '停用分部', parentId: top })
  const config = (unitId: string) => world.ask(unitCalls.getRegisterConfigByUnit, { unitId }, null)
  assert.equal((await config(below)).open, true)
  await world.ask(unitCalls.disableUnit, { unitId: top }, admin.token)
  assert.equal((await world.call(unitCalls.disableUnit, { unitId: top }, admin.token)).respCode, 409)
  assert.equal((await config(below)).open, false)
  assert.deepEqual(
    (await listed({ unitId: top })).list.map((one) => [one.name, one.status, one.closed]),
    [
      ['停用集团', 'disabled', true],
      ['停用分部', 'active', true],
    ],
  )
  const head = await anAccount(world, portal, { role: 'unit', unitId: below })
  assert.equal((await detail(below, head)).name, '停用分部')
  await world.ask(unitCalls.disableUnit, { unitId: top, disabled: false }, admin.token)
  assert.equal((await config(below)).open, true)
})

test('only a unit without units below, people and orders is deleted; its code is free again', async () => {
  const top = await make({ name: '待删集团', parentId: null })
  const below = await make({ name: '待删分部', parentId: top, creditCode: codes[2]! })
  const remove = (unitId: string) => world.call(unitCalls.deleteUnit, { unitId }, admin.token)
  assert.match((await remove(top)).respDesc, /1 个下级单位、0 名人员、0 个订单/)
  const learner = await aLearner(world, portal, { unitId: below })
  assert.match((await remove(below)).respDesc, /0 个下级单位、1 名人员/)
  await world.db`update accounts set status = 'deleted' where id = ${learner.accountId}`
  assert.equal((await remove(below)).respCode, 200)
  assert.equal((await remove(below)).respCode, 404)
  assert.equal((await remove(top)).respCode, 200)
  assert.equal((await save({ name: '新主人', creditCode: codes[2]! })).respCode, 200)
})

test('the register form of a unit is its project’s, in its order; a visitor requests it', async () => {
  const fields = [
    { key: 'workPlace', required: true },
    { key: 'nation', required: false },
  ]
  await world.db`
    update projects set register_fields = ${world.db.json(fields)} where id = ${portal.projectId}`
  const config = await world.ask(unitCalls.getRegisterConfigByUnit, { unitId: portal.unitId }, null)
  assert.equal(config.unitId, portal.unitId)
  assert.deepEqual(
    config.fields.map((field) => [field.key, field.required, field.kind, field.list]),
    [
      ['realName', true, 'name', null],
      ['cardNumber', true, 'card', null],
      ['mobile', true, 'mobile', null],
      ['workPlace', true, 'text', null],
      ['nation', false, 'choice', 'nation'],
    ],
  )
  const unknown = { unitId: '00000000-0000-7000-8000-000000000000' }
  assert.equal((await world.call(unitCalls.getRegisterConfigByUnit, unknown, null)).respCode, 404)
})
