import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, aClassCategory, type ClassInput } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { momentFromNow } from '../../../test/build/days.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { approvalCalls, approvalRefusals } from '../../approval/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { classCalls, classRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let chief: BuiltAccount
/** Writes classes and publishes them, and changes no prices. */
let writer: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class', '/customer/exception-register'] })
  chief = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
  const role = {
    projectId: portal.projectId,
    roleName: '班级员',
    roleSystem: 1,
    menus: ['/train-manage/class', '/train-manage/class#shelve'],
  }
  const [row] = await world.db`insert into roles ${world.db(role)} returning id`
  writer = await anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: row!.id as string } },
    { role: 'admin' },
  )
})

const managed = (id: string) => world.ask(classCalls.getClassDetail, { id }, chief.token)

/** Saves a class as it is now, with changes. */
async function save(id: string, changes: Partial<InputOf<typeof classCalls.createTrainClass>>, by = writer) {
  return world.call(classCalls.createTrainClass, { ...(await managed(id)), ...changes }, by.token)
}

test('another price of a class that was published is of who may change prices, in whatever form it is saved', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  const { originalPrice } = await managed(classId)
  for (const [field, changes] of [
    ['price', { price: 1 }],
    ['originalPrice', { originalPrice: originalPrice + 1 }],
    ['price', { price: 1, hoursTenths: 10 }],
  ] as const) {
    const refused = await save(classId, changes)
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, classRefusals.priceFixed.zh, field],
    )
  }
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: false }, writer.token)
  assert.equal((await save(classId, { price: 1 })).respCode, 403, 'unpublished it was published all the same')
  assert.equal((await managed(classId)).price, 8000)
  assert.equal((await save(classId, { name: '换个名字' })).respCode, 200)
  assert.equal((await save(classId, { price: 9000, originalPrice: 9000 }, chief)).respCode, 200)
  assert.equal((await managed(classId)).price, 9000)
})

test('the first price is a part of writing a class, also of a copy', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  const { id } = await world.ask(classCalls.copyTrainClass, { id: classId }, writer.token)
  assert.equal((await save(id, { price: 6000 })).respCode, 200)
  assert.equal((await managed(id)).price, 6000)
})

test('a class that was published, or a copy, comes into no category in which a unit has lower terms', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const cheap = await aClassCategory(world, portal)
  const above = await aClassCategory(world, portal)
  const lowered = { priceMode: 'discount', rate: 100 } as const
  await haveTerms(world, unitId, { ...lowered, categoryIds: [cheap] })
  const { classId, categoryId: own } = await aClass(world, portal)
  const refused = await save(classId, { categoryId: cheap }, chief)
  assert.deepEqual([refused.respCode, refused.field], [409, 'categoryId'])
  assert.match(refused.respDesc, /可按已有或待审批的优惠条件购买；请留在原处/)
  const rows = [{ id: classId, revision: (await managed(classId)).revision }]
  const one = { rows, changes: { categoryId: cheap } }
  assert.deepEqual((await world.ask(classCalls.bachModifyClass, one, chief.token)).succeeded, [])
  assert.equal((await save(classId, { categoryId: above }, writer)).respCode, 200, 'elsewhere it goes')
  const copies = { ids: [classId], categoryId: cheap }
  assert.deepEqual((await world.ask(classCalls.bachCopyClassToCategory, copies, writer.token)).succeeded, [])
  const { id: copy } = await world.ask(classCalls.copyTrainClass, { id: classId }, writer.token)
  assert.equal((await save(copy, { categoryId: cheap })).respCode, 409)

  // The first category is a part of writing a class, and terms that reach both categories lower nothing.
  const { classId: written } = await aClass(world, portal)
  await world.db`update train_classes set status = 'draft' where id = ${written}`
  assert.equal((await save(written, { categoryId: cheap })).respCode, 200)
  await haveTerms(world, unitId, { ...lowered, categoryIds: [cheap, above, own] })
  assert.equal((await save(classId, { categoryId: cheap }, chief)).respCode, 200)
})

async function setPrice(id: string, price: number, by = chief) {
  const rows = [{ id, revision: (await managed(id)).revision }]
  const { succeeded, proposed, failed } = await world.ask(
    classCalls.batchModifyClassAmount,
    { rows, price },
    by.token,
  )
  return { done: succeeded.length === 1, proposed: proposed?.length === 1, reason: failed[0]?.reason }
}
const done = { done: true, proposed: false, reason: undefined }
const waits = { done: false, proposed: true, reason: undefined }

const proposalOf = async (subjectId: string) =>
  (await world.ask(approvalCalls.findPageList, { subjectId, limit: 1 }, colleague.token)).list[0]!
const approve = async (classId: string, by = colleague) =>
  world.call(approvalCalls.approve, { id: (await proposalOf(classId)).id }, by.token)

const order = async (classId: string, expectedAmount: number) =>
  (
    await world.call(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount },
      (
        await aLearner(world, portal)
      ).token,
    )
  ).respCode

test('a lower price holds once a colleague approves it; its class costs the former one until then', async () => {
  const { classId, name } = await aClass(world, portal, { price: 8000 })
  assert.deepEqual(await setPrice(classId, 100), waits)
  assert.equal((await managed(classId)).price, 8000)
  assert.equal(await order(classId, 100), 409)
  const { summary } = await proposalOf(classId)
  assert.equal(summary.zh, `班级“${name}”：售价 ¥80.00 → ¥1.00；划线价 ¥80.00 → ¥1.00`)
  assert.equal((await approve(classId, chief)).respCode, 403)
  assert.equal((await managed(classId)).price, 8000)
  assert.equal((await approve(classId)).respCode, 200)
  const { price, originalPrice, revision } = await managed(classId)
  assert.deepEqual([price, originalPrice, revision], [100, 100, 2])
  assert.equal(await order(classId, 100), 200)
  assert.deepEqual(await setPrice(classId, 9000), done, 'it is raised by one')
})

test('a lower price in the form of a class is proposed and the rest saved, of a new version as well', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  const saved = await save(classId, { price: 100, originalPrice: 200, quota: 30 }, chief)
  assert.equal(saved.attribute.approvalId, (await proposalOf(classId)).id)
  const { price, originalPrice, quota } = await managed(classId)
  assert.deepEqual([price, originalPrice, quota], [8000, 8000, 30])
  const again = await save(classId, { price: 50, sort: 40 }, chief)
  assert.deepEqual([again.respCode, again.field], [409, 'price'])
  assert.notEqual((await managed(classId)).sort, 40)

  await order(classId, 8000)
  const revised = await save(classId, { hoursTenths: 81, requiredHoursTenths: 81, price: 100 }, chief)
  const { id, approvalId } = revised.attribute
  assert.notEqual(id, classId)
  assert.equal((await proposalOf(classId)).status, 'withdrawn')
  assert.deepEqual([(await proposalOf(id)).id, (await managed(id)).price], [approvalId, 8000])
  assert.equal((await approve(id)).respCode, 200)
  assert.equal((await managed(id)).price, 100)
})

test('a lower price takes two while the class is unpublished, and of a free one that its writer fills', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: false }, chief.token)
  assert.deepEqual(await setPrice(classId, 1), waits)
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, chief.token)
  assert.match((await setPrice(classId, 0)).reason!, /已在等待审批/)
  assert.equal((await managed(classId)).price, 8000)
})

test('a proposed price ends with another price, other content and the class', async () => {
  const proposed = async () => {
    const { classId } = await aClass(world, portal, { price: 8000 })
    assert.deepEqual(await setPrice(classId, 100), waits)
    return classId
  }
  const raised = await proposed()
  assert.deepEqual(await setPrice(raised, 9000), done)
  const changed = await proposed()
  await save(changed, { hoursTenths: 81, requiredHoursTenths: 81 }, chief)
  const deleted = await proposed()
  await world.ask(classCalls.deleteTrain, { ids: [deleted] }, chief.token)
  for (const id of [raised, changed, deleted]) {
    const { status, decision } = await proposalOf(id)
    assert.deepEqual([status, decision], ['withdrawn', 'class.changed'])
  }
  for (const changes of [{ name: '换个名字' }, { quota: 9 }, { studyTo: momentFromNow(90) }]) {
    const widened = await proposed()
    await save(widened, changes, chief)
    assert.equal((await proposalOf(widened)).status, 'withdrawn')
  }
  const kept = await proposed()
  const { captureKind: _kind, captureTries: _tries, ...asked } = await managed(kept)
  const beside = { introduction: '<p>新的介绍</p>', sort: 5 }
  await world.ask(classCalls.createTrainClass, { ...asked, ...beside }, chief.token)
  assert.equal((await proposalOf(kept)).status, 'proposed')
  await world.db`update train_classes set price = 7000 where id = ${kept}`
  const late = await approve(kept)
  assert.deepEqual([late.respCode, late.respDesc], [409, approvalRefusals.changedSince.zh])
})

/** A class that is published now for the first time. */
async function aNewClass(input: ClassInput = {}) {
  const { classId } = await aClass(world, portal, { price: 8000, ...input, status: 'draft' })
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, chief.token)
  return classId
}
const later = (classId: string, by: string) => world.db`
  update train_classes set published_at = published_at - ${by}::interval where id = ${classId}`

test('on its first day a class is priced by one person until somebody has a place in it, then up and down by two', async () => {
  const classId = await aNewClass()
  for (const price of [100, 9000, 1]) assert.deepEqual(await setPrice(classId, price), done)
  assert.equal(await order(classId, 1), 200)
  assert.deepEqual(await setPrice(classId, 9000), waits)
  await world.ask(approvalCalls.withdraw, { id: (await proposalOf(classId)).id }, chief.token)
  // A new version is no new class.
  const form = { hoursTenths: 81, requiredHoursTenths: 81, price: 9000, originalPrice: 9000 }
  const { id } = (await save(classId, form, chief)).attribute
  assert.notEqual(id, classId)
  assert.equal((await managed(id)).price, 1)
  assert.equal((await approve(id)).respCode, 200)
  await later(id, '1 day')
  assert.deepEqual(await setPrice(id, 9500), done)
  assert.deepEqual(await setPrice(id, 9000), waits)
})

test('an application, also one that is withdrawn, is a place that somebody took', async () => {
  const classId = await aNewClass({ needReview: true })
  const { token } = await aLearner(world, portal)
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, token)
  await world.ask(enrolmentCalls.withdrawMyClass, { enrolmentId }, token)
  assert.deepEqual(await setPrice(classId, 9000), waits)
})

test('the first day of a class that was unpublished within it begins again, and of another goes on', async () => {
  const show = (id: string, onShelf: boolean) =>
    world.ask(classCalls.updateOnShelf, { ids: [id], onShelf }, chief.token)
  const hidden = await aNewClass()
  assert.equal(await order(hidden, 8000), 200)
  await later(hidden, '23 hours')
  await show(hidden, false)
  await later(hidden, '40 days')
  await show(hidden, true)
  await later(hidden, '23 hours')
  assert.deepEqual(await setPrice(hidden, 9000), waits)
  const known = await aNewClass()
  assert.equal(await order(known, 8000), 200)
  await later(known, '1 day')
  await show(known, false)
  assert.deepEqual(await setPrice(known, 9000), done)
})

test('a newer version is not deleted: the older one would be published again at its former price', async () => {
  const { classId } = await aClass(world, portal, { price: 1000 })
  assert.equal(await order(classId, 1000), 200)
  const form = { hoursTenths: 81, requiredHoursTenths: 81, price: 5000, originalPrice: 5000 }
  const { id } = (await save(classId, form, chief)).attribute
  const { failed } = await world.ask(classCalls.deleteTrain, { ids: [id] }, chief.token)
  assert.match(failed[0]!.reason, /请改为下架/)
  await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: false }, chief.token)
  const again = await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, chief.token)
  assert.match(again.failed[0]!.reason, /已有更新的版本/)
})
