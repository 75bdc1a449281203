import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aClass, aClassCategory } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { deepest } from '../../../category/contract.ts'
import { classTypeCalls } from '../../../classType/contract.ts'
import { trainTypeCalls } from '../../../unit/trainType/contract.ts'
import { defaultTerms } from '../../../unit/trainType/rules.ts'
import { classCategoryCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, {
    menus: ['/train-manage/class', '/unit-manage/list'],
    settings: { hidePublicMajorType: true },
  })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const save = (input: object) => world.call(classCategoryCalls.saveClassCategory, input as never, admin.token)
const tree = (classType: string) =>
  world.ask(classCategoryCalls.findClassCategoryTree, { classType }, admin.token)

test('categories are written, renamed, moved by drag and deleted when empty', async () => {
  const make = async (name: string, parentId: string | null = null) =>
    (await save({ name, parentId, classType: 'specialized', kind: 'major' })).attribute.id
  const [law, digital] = [await make('法律法规'), await make('数字素养')]
  const [ai, data] = [await make('人工智能', digital), await make('数据', digital)]
  await save({ id: law, name: '法律' })
  const drag = (id: string, parentId: string | null, beforeId: string | null) =>
    world.call(classCategoryCalls.dragClassCategory, { id, parentId, beforeId }, admin.token)
  await drag(data, digital, ai)
  await drag(digital, null, law)
  const names = (await tree('specialized')).map((node) => [
    node.name,
    node.children.map((child) => child.name),
  ])
  assert.deepEqual(names, [
    ['数字素养', ['数据', '人工智能']],
    ['法律', []],
  ])
  assert.match((await drag(digital, ai, null)).respDesc, /自己的下级/)
  assert.match((await drag(digital, digital, null)).respDesc, /自己的下级/)
  const skill = (await save({ name: '焊工', classType: 'vocational', kind: 'skill' })).attribute.id
  assert.match((await drag(law, skill, null)).respDesc, /同一类目/)
  const remove = (id: string) => world.call(classCategoryCalls.deleteClassCategory, { id }, admin.token)
  assert.match((await remove(digital)).respDesc, /2 个子类别/)
  const built = await aClass(world, portal, { categoryId: law, classType: 'specialized' })
  assert.match((await remove(law)).respDesc, /1 个班级/)
  await world.db`update train_classes set status = 'deleted' where id = ${built.classId}`
  assert.equal((await remove(law)).respCode, 200)
  assert.equal((await remove(law)).respCode, 404)
})

test('a category with a class that was published comes to no place where a unit has lower terms for it', async () => {
  const cheap = await aClassCategory(world, portal)
  const moved = await aClassCategory(world, portal)
  const below = await aClassCategory(world, portal, { parentId: moved })
  const { classId } = await aClass(world, portal, { categoryId: below })
  const unitId = await aUnit(world, portal.projectId)
  await haveTerms(world, unitId, { priceMode: 'hourly', hourPrice: 1, categoryIds: [cheap] })
  const drag = (parentId: string | null) =>
    world.call(classCategoryCalls.dragClassCategory, { id: moved, parentId, beforeId: null }, admin.token)
  const refused = await drag(cheap)
  assert.deepEqual([refused.respCode, refused.field], [409, 'parentId'])
  assert.match(refused.respDesc, /可按已有或待审批的优惠条件购买/)
  const [row] = await world.db`select parent_id from class_categories where id = ${moved}`
  assert.equal(row!.parentId, null, 'it stays where it was')
  await world.db`update train_classes set status = 'draft' where id = ${classId}`
  assert.equal((await drag(cheap)).respCode, 200)
  await world.db`update train_classes set status = 'on_shelf' where id = ${classId}`
  assert.equal((await drag(null)).respCode, 200, 'out of it a category goes freely')
})

test('a category with a class that was published comes to no place for which lower terms of a unit are proposed', async () => {
  const cheap = await aClassCategory(world, portal)
  const moved = await aClassCategory(world, portal)
  const { classId } = await aClass(world, portal, { categoryId: moved })
  const unitId = await aUnit(world, portal.projectId)
  const terms = { ...defaultTerms, priceMode: 'hourly' as const, hourPrice: 1, categoryIds: [cheap] }
  const answer = await world.call(
    trainTypeCalls.updateUnitTrainType,
    { unitId, classType: 'public', terms },
    admin.token,
  )
  assert.ok(answer.attribute, 'they wait')
  const drag = (parentId: string | null) =>
    world.call(classCategoryCalls.dragClassCategory, { id: moved, parentId, beforeId: null }, admin.token)
  assert.match((await drag(cheap)).respDesc, /可按已有或待审批的优惠条件购买/)
  await world.db`update train_classes set status = 'draft' where id = ${classId}`
  assert.equal((await drag(cheap)).respCode, 200)
})

test('a category that was moved goes back to where it stood: a major one lies below a base one, never the other way', async () => {
  const make = async (name: string, kind: string, classType = 'public') =>
    (await save({ name, classType, kind })).attribute.id as string
  const drag = (id: string, parentId: string | null, beforeId: string | null = null) =>
    world.call(classCategoryCalls.dragClassCategory, { id, parentId, beforeId }, admin.token)
  const [base, major, other] = [
    await make('公共', 'base'),
    await make('护理', 'major'),
    await make('药学', 'major'),
  ]
  const skill = await make('焊工', 'skill')
  const elsewhere = await make('别的', 'base', 'specialized')
  for (const id of [major, other]) assert.equal((await drag(id, base)).respCode, 200)
  for (const away of [null, other]) {
    assert.equal((await drag(major, away)).respCode, 200)
    assert.equal((await drag(major, base, other)).respCode, 200)
    const [top] = await tree('public')
    assert.deepEqual([top!.id, top!.children.map(({ id }) => id)], [base, [major, other]])
  }
  await drag(other, null)
  for (const [id, parentId] of [
    [base, other],
    [skill, base],
    [base, skill],
    [major, elsewhere],
  ] as const)
    assert.match((await drag(id, parentId)).respDesc, /只能移到同一班级类型的同一类目下/)
})

test('a new category needs a class type and a kind, or a parent to take them from', async () => {
  for (const [input, field] of [
    [{ name: '甲' }, 'classType'],
    [{ name: '甲', classType: 'public' }, 'kind'],
    [{ name: '甲', classType: 'public', kind: 'other' }, 'kind'],
    [{ name: '' }, 'name'],
  ] as const) {
    const envelope = await save(input)
    assert.deepEqual([envelope.respCode, envelope.field], [422, field])
  }
})

test('a name is used once on a level of its class type and kind, and levels have an end', async () => {
  const base = { classType: 'public', kind: 'base' }
  const top = (await save({ name: '法律', ...base })).attribute.id
  const again = await save({ name: '法律', ...base })
  assert.deepEqual([again.respCode, again.field], [422, 'name'])
  assert.equal((await save({ name: '法律', classType: 'public', kind: 'major' })).respCode, 200)
  assert.equal((await save({ name: '法律', parentId: top })).respCode, 200)
  let deep = top
  for (let level = 1; level < deepest; level++) {
    deep = (await save({ name: `第${level}层`, parentId: deep })).attribute.id
  }
  assert.equal((await save({ name: '太深', parentId: deep })).respCode, 409)
})

test('a category is not deleted while a class is being put into it', async () => {
  const id = await aClassCategory(world, portal)
  const { classId } = await aClass(world, portal)
  const isWaiting = async () => {
    const [row] = await world.db`select count(*) as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%class_categories%'`
    return (row!.waiting as number) > 0
  }
  let deleted: Promise<{ respCode: number }> | undefined
  await world.db.begin(async (tx) => {
    await tx`select from class_categories where id = ${id} and status = 'active' for share`
    await tx`update train_classes set category_id = ${id} where id = ${classId}`
    deleted = world.call(classCategoryCalls.deleteClassCategory, { id }, admin.token)
    await until(isWaiting)
  })
  assert.equal((await deleted)!.respCode, 409)
})

test('learners see only open categories; skills come as a tree', async () => {
  await save({ name: '公需基础', classType: 'public', kind: 'base' })
  await save({ name: '公需专业', classType: 'public', kind: 'major' })
  const open = await world.ask(
    classCategoryCalls.findClassCategory,
    { classType: 'public' },
    (await aLearner(world, portal)).token,
  )
  assert.deepEqual(
    open.map((category) => category.name),
    ['公需基础'],
  )
  const trade = (await save({ name: '电工', classType: 'vocational', kind: 'skill' })).attribute.id
  await save({ name: '高压电工', parentId: trade })
  const skills = await world.ask(classCategoryCalls.findSkillClassCategoryTree, {}, admin.token)
  assert.ok(skills.every((node) => node.kind === 'skill'))
  assert.deepEqual(
    skills.find((node) => node.id === trade)!.children.map((child) => child.name),
    ['高压电工'],
  )
})

test('class types: those shown, and all of them with their classes counted', async () => {
  const other = await aPortal(world, {
    settings: { showClassType: [{ key: 'public', name: '公需', nameEn: 'Public', path: '/publicClass' }] },
  })
  const learner = await aLearner(world, other)
  await aClass(world, other, { classType: 'vocational' })
  const shown = await world.ask(classTypeCalls.openList, {}, learner.token)
  assert.deepEqual(
    shown.map((type) => type.key),
    ['public'],
  )
  const all = await world.ask(classTypeCalls.list, {}, learner.token)
  assert.deepEqual(
    all.map((type) => [type.key, type.open, type.classes]),
    [
      ['public', true, 0],
      ['specialized', false, 0],
      ['professional', false, 0],
      ['vocational', false, 1],
    ],
  )
  assert.equal((await world.call(classTypeCalls.list, {}, null)).respCode, 401)
})

test("another project's and a unit manager's hands reach no category", async () => {
  const id = await aClassCategory(world, portal)
  const elsewhere = await aPortal(world, { menus: ['/train-manage/class'] })
  const people = [
    [await anAccount(world, elsewhere, { role: 'admin' }), 404],
    [await anAccount(world, portal, { role: 'unit' }), 403],
  ] as const
  for (const [{ token }, wanted] of people) {
    assert.equal(
      (await world.call(classCategoryCalls.saveClassCategory, { id, name: '改' }, token)).respCode,
      wanted,
    )
    assert.equal((await world.call(classCategoryCalls.deleteClassCategory, { id }, token)).respCode, wanted)
  }
  const learner = await aLearner(world, portal)
  assert.equal(
    (await world.call(classCategoryCalls.deleteClassCategory, { id }, learner.token)).respCode,
    403,
  )
  assert.equal((await world.call(classCategoryCalls.findClassCategoryTree, {}, null)).respCode, 401)
})
