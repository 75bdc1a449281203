import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, aClassCategory } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { courseCalls } from '../../course/contract.ts'
import type { InputOf } from '../../../contract/call.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { unitCalls } from '../../unit/contract.ts'
import { mergeCalls } from '../../unit/merge/contract.ts'
import type { Terms } from '../../unit/trainType/contract.ts'
import { unitClassCalls } from '../contract.ts'
import { unitClassRefusals } from '../rules.ts'
import { moveUnitClasses } from './actions.ts'

type Input = InputOf<typeof unitClassCalls.saveOrUpdate>

let world: World
let portal: BuiltPortal
let first: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [...unitClassMenus, '/train-manage/class', '/unit-manage/list', '/resource-manage/course'],
  })
  first = await anAccount(world, portal, { role: 'admin' })
  second = await anAccount(world, portal, { role: 'admin' })
})

const rowOf = async (id: string) =>
  (await world.ask(unitClassCalls.queryPageList, { id }, first.token)).list[0]!

/** The newest proposal about a unit class. */
const proposalOf = async (id: string) =>
  (await world.ask(approvalCalls.findPageList, { subjectId: id, limit: 1 }, second.token)).list[0]!

const approve = async (id: string) =>
  world.call(approvalCalls.approve, { id: (await proposalOf(id)).id }, second.token)

const inDays = async (days: number) =>
  (await world.db<{ at: string }[]>`select moment() + make_interval(days => ${days}) as at`)[0]!.at

/** A unit class of two places at ¥1 instead of ¥260, as proposed; with a way to change it. */
async function aCheapOne() {
  const unitId = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal, { price: 26_000 })
  const of = { unitId, classId }
  const { id } = await world.ask(
    unitClassCalls.saveOrUpdate,
    { ...of, price: 100, quota: 2, payModes: ['code'] },
    first.token,
  )
  const change = async (input: Partial<Input>, { token }: BuiltAccount = first) => {
    const { revision } = await rowOf(id)
    return world.call(unitClassCalls.saveOrUpdate, { ...of, id, revision, ...input }, token)
  }
  return { id, unitId, change }
}

test('a price below the terms is approved for its places and ways to pay; more of either is proposed again', async () => {
  const { id, change } = await aCheapOne()
  const { summary } = await proposalOf(id)
  assert.match(summary.zh, /¥260\.00 → ¥1\.00.*名额 2；付款方式 扫码付款/)
  assert.match(summary.en, /¥260\.00 → ¥1\.00.*places 2; ways to pay By QR code/)
  assert.equal((await approve(id)).respCode, 200)

  const wider = await change({ quota: 100_000, payModes: ['code', 'transfer', 'free'] })
  assert.equal(wider.respCode, 200)
  const held = await rowOf(id)
  assert.deepEqual([held.price, held.quota, held.payModes, held.proposedPrice], [100, 2, ['code'], 100])
  const waits = await proposalOf(id)
  assert.match(waits.summary.zh, /名额 2 → 100000；付款方式 扫码付款 → 扫码付款、银行转账、审批免单/)
  assert.match(waits.summary.en, /places 2 → 100000; ways to pay By QR code → By QR code, By bank transfer/)
  const again = await change({ quota: null })
  assert.deepEqual([again.respCode, again.field], [409, 'quota'])
  assert.equal((await approve(id)).respCode, 200)
  const wide = await rowOf(id)
  assert.deepEqual(
    [wide.price, wide.quota, wide.payModes.length, wide.proposedPrice],
    [100, 100_000, 3, null],
  )

  // Fewer takes one person, and so does any number at the terms.
  assert.equal((await change({ quota: 5, payModes: ['code'] })).attribute.quota, 5)
  const atTerms = (await change({ price: 26_000, quota: null })).attribute
  assert.deepEqual([atTerms.price, atTerms.quota, atTerms.proposedPrice], [26_000, null, null])
})

test('a request key with other content opens no second unit class and changes none', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal, { price: 26_000 })
  const save = (input: object) =>
    world.call(
      unitClassCalls.saveOrUpdate,
      { unitId, classId, requestKey: 'unit-class-9', ...input },
      first.token,
    )
  const made = await save({ quota: 3 })
  assert.equal((await save({ quota: 3 })).attribute.id, made.attribute.id)
  const other = await save({ quota: 4 })
  assert.deepEqual([other.respCode, other.field], [409, 'requestKey'])
  assert.equal((await rowOf(made.attribute.id)).quota, 3)
})

test('other places or ways to pay end what is proposed; who may not lower prices adds none', async () => {
  const { id, change } = await aCheapOne()
  assert.equal((await change({ quota: 100_000 })).attribute.quota, 100_000)
  const ended = await proposalOf(id)
  assert.deepEqual([ended.status, ended.decision], ['withdrawn', 'unitClass.changed'])
  await change({ price: 100, quota: 2, signUpTo: await inDays(3), studyTo: await inDays(9) })
  assert.equal((await approve(id)).respCode, 200)

  const { projectId } = portal
  const [role] = await world.db`
    insert into roles ${world.db({ projectId, roleName: '销售', roleSystem: 1, menus: unitClassMenus })} returning id`
  const roles = { ...portal.roles, admin: role!.id as string }
  const clerk = await anAccount(world, { ...portal, roles }, { role: 'admin' })
  for (const [field, input] of [
    ['quota', { quota: 3 }],
    ['payModes', { payModes: ['code', 'free'] }],
    ['signUpTo', { signUpTo: null }],
    ['studyTo', { studyTo: null }],
  ] as const) {
    const refused = await change(input as Partial<Input>, clerk)
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, unitClassRefusals.widerBelow.zh, field],
    )
  }
})

test('a merge of units ends an approved price: the unit class costs the terms of the other', async () => {
  const { id, unitId } = await aCheapOne()
  await approve(id)
  assert.equal((await rowOf(id)).price, 100)
  const other = await aUnit(world, portal.projectId)
  await world.db.begin((tx) => moveUnitClasses(tx, unitId, other))
  assert.equal((await rowOf(id)).price, 26_000)
})

for (const [field, shown] of [
  ['signUpTo', /下单截止 \S.* → \S/],
  ['studyTo', /学习截止 \S.* → \S/],
] as const)
  test(`an agreed price ends when it was agreed to: a later ${field} is proposed again, an earlier one holds at once`, async () => {
    const { id, change } = await aCheapOne()
    const [soon, later] = [await inDays(3), await inDays(30)]
    await change({ price: 100, [field]: soon })
    assert.equal((await approve(id)).respCode, 200)
    const ends = async () => Date.parse((await rowOf(id))[field]!)
    assert.equal((await change({ [field]: later })).respCode, 200)
    assert.equal(await ends(), Date.parse(soon))
    assert.match((await proposalOf(id)).summary.zh, shown)
    assert.equal((await approve(id)).respCode, 200)
    assert.deepEqual([(await rowOf(id)).price, await ends()], [100, Date.parse(later)])
    assert.equal((await change({ [field]: soon })).respCode, 200)
    assert.equal(await ends(), Date.parse(soon))
    assert.equal((await change({ [field]: null })).respCode, 200)
    assert.equal(await ends(), Date.parse(soon), 'without an end it lasts as long as the class')
  })

test('terms lower the price of what they cover, on the days they hold: elsewhere the listed one is paid', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const { classId, categoryId } = await aClass(world, portal, { price: 26_000 })
  const lowered = { priceMode: 'discount', rate: 100 } as const
  const priceBy = async (terms: Partial<Terms>) => {
    await haveTerms(world, unitId, { ...lowered, ...terms })
    return (await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, first.token)).price
  }
  assert.equal(await priceBy({}), 260)
  assert.equal(await priceBy({ categoryIds: [categoryId] }), 260)
  assert.equal(await priceBy({ categoryIds: [await aClassCategory(world, portal)] }), 26_000)
  assert.equal(await priceBy({ open: false }), 26_000)
  assert.equal(await priceBy({ validTo: (await inDays(-2)).slice(0, 10) }), 26_000)
  assert.equal(await priceBy({ validFrom: (await inDays(2)).slice(0, 10) }), 26_000)
})

test('whom one person brings under a unit has its agreed price once they are confirmed; a unit comes under none', async () => {
  const { id, unitId, change } = await aCheapOne()
  await change({ quota: null })
  await change({ price: 100, quota: null })
  assert.equal((await approve(id)).respCode, 200)
  const elsewhere = await aUnit(world, portal.projectId)
  const { accountId } = await aLearner(world, portal, { unitId: elsewhere })
  const moved = { accountId, unitId }
  assert.equal((await world.ask(supportCaseCalls.previewUnit, moved, first.token)).toConfirm, true)
  await world.ask(supportCaseCalls.saveAccountUnitId, { ...moved, reason: '调入这个单位' }, first.token)
  const add = { unitClassId: id, accountIds: [accountId] }
  await world.call(unitClassCalls.addPeople, add, first.token)
  const { list } = await world.ask(unitClassCalls.getUnitClassDetailAndList, { id, limit: 50 }, first.token)
  assert.deepEqual(
    list.filter(({ problem }) => problem?.code !== 'unconfirmed'),
    [],
  )

  const drag = { unitId: elsewhere, parentId: unitId, beforeId: null }
  const dragged = await world.call(unitCalls.dragUnit, drag, first.token)
  assert.deepEqual([dragged.respCode, /的协议价（已同意或待审批）下单/.test(dragged.respDesc)], [409, true])
  const merged = await world.call(
    mergeCalls.getMergePreview,
    { fromId: elsewhere, toId: unitId },
    first.token,
  )
  assert.deepEqual([merged.respCode, /的协议价（已同意或待审批）下单/.test(merged.respDesc)], [409, true])
  // Over, it is nobody's, but while a later end waits for approval.
  await world.db`update unit_classes set study_to = moment() where id = ${id}`
  await change({ studyTo: await inDays(3) })
  assert.equal((await world.call(unitCalls.dragUnit, drag, first.token)).respCode, 409)
  await world.ask(approvalCalls.reject, { id: (await proposalOf(id)).id, reason: '不延期' }, second.token)
  assert.equal((await world.call(unitCalls.dragUnit, drag, first.token)).respCode, 200)
})

test('no unit comes below one for which an agreed price waits', async () => {
  const { unitId } = await aCheapOne()
  const elsewhere = await aUnit(world, portal.projectId)
  const drag = { unitId: elsewhere, parentId: unitId, beforeId: null }
  assert.equal((await world.call(unitCalls.dragUnit, drag, first.token)).respCode, 409)
})

test('an earlier version of a class costs a unit at least what the newer one costs', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal, { price: 1000 })
  const { id: opened } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, first.token)
  assert.equal((await rowOf(opened)).price, 1000)
  await aClass(world, portal, { price: 500_000, versionOf: classId })
  assert.equal((await rowOf(opened)).price, 500_000)
  const other = await aUnit(world, portal.projectId)
  const fresh = await world.ask(unitClassCalls.saveOrUpdate, { unitId: other, classId }, first.token)
  assert.equal(fresh.price, 500_000)
  const low = await world.ask(
    unitClassCalls.saveOrUpdate,
    { id: fresh.id, unitId: other, classId, revision: 1, price: 1000 },
    first.token,
  )
  assert.deepEqual([low.price, low.proposedPrice], [500_000, 1000])
})

test('a proposed price of a unit class ends when its class is changed or has another price', async () => {
  const changes = [{ price: 30_000, originalPrice: 30_000 }, { name: '换个名字' }, { quota: 500 }]
  for (const change of changes) {
    const unitId = await aUnit(world, portal.projectId)
    const { classId } = await aClass(world, portal, { price: 26_000 })
    const { id } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId, price: 100 }, first.token)
    const form = await world.ask(classCalls.getClassDetail, { id: classId }, first.token)
    await world.ask(classCalls.createTrainClass, { ...form, ...change }, first.token)
    const { status, decision } = await proposalOf(id)
    assert.deepEqual([status, decision], ['withdrawn', 'unitClass.changed'])
  }
})

test('a course of a class with an agreed price, or a public one that waits, keeps its videos and hours', async () => {
  const { id } = await aCheapOne()
  const lower = await aClass(world, portal, { price: 26_000 })
  const rows = [{ id: lower.classId, revision: 1 }]
  await world.ask(classCalls.batchModifyClassAmount, { rows, price: 100 }, first.token)
  const agreed = (await rowOf(id)).classId
  for (const classId of [agreed, lower.classId]) {
    const [course] = await world.db<{ id: string }[]>`
      select course_id as id from class_courses where class_id = ${classId}`
    const { items, ...detail } = await world.ask(courseCalls.get, { id: course!.id }, first.token)
    const kept = items.map(({ resourceId, title }) => ({ resourceId, title }))
    const change = { ...detail, items: kept, hoursTenths: detail.hoursTenths + 10 }
    const saved = await world.call(courseCalls.save, change, first.token)
    assert.deepEqual([saved.respCode, /协议价或待审批的价格/.test(saved.respDesc)], [409, true])
  }
})
