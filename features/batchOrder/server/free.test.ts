import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { sendForm } from '../../../test/build/file.ts'
import { aSheetFile, reasonsOf, settledImport } from '../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { aPerson } from '../../../test/build/roster.ts'
import { aRoster, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchSheetCalls } from '../sheet/contract.ts'
import { batchOrderCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...unitClassMenus, '/train-manage/class'] })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 2 })
  clerk = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
})

/** A class that the clerk made free, opened for a unit with a roster of so many. */
async function aFreeOne(people: number) {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { classId } = await aClass(world, portal, { price: 26_000 })
  const { revision } = await world.ask(classCalls.getClassDetail, { id: classId }, clerk.token)
  await world.ask(
    classCalls.batchModifyClassAmount,
    { rows: [{ id: classId, revision }], price: 0 },
    clerk.token,
  )
  const { id } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, manager.token)
  await aRoster(world, portal, { id, unitId, manager }, people)
  return { unitClassId: id, manager }
}

let serial = 0
const place = (unitClassId: string, expectedHeads: number, by: BuiltAccount) =>
  world.call(
    batchOrderCalls.place,
    { unitClassId, payMode: 'code', expectedHeads, expectedAmount: 0, requestKey: `free-places-${++serial}` },
    by.token,
  )

test('who made a class free orders no more of it for units than one person gives away a day', async () => {
  const three = await aFreeOne(3)
  const refused = await place(three.unitClassId, 3, clerk)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /您一天最多免费安排 2 人.*由同事加入/)
  const [orders] =
    await world.db`select count(*)::int as count from orders where project_id = ${portal.projectId}`
  assert.equal(orders!.count, 0)
  assert.equal((await place(three.unitClassId, 3, three.manager)).respCode, 200, 'the unit orders for itself')

  const two = await aFreeOne(2)
  assert.equal((await place(two.unitClassId, 2, clerk)).respCode, 200)
  const one = await aFreeOne(1)
  assert.equal((await place(one.unitClassId, 1, clerk)).respCode, 409, 'the day is used')
  assert.equal((await place(one.unitClassId, 1, colleague)).respCode, 200)
})

test('staff who order at a price that was lowered within a day take off what it cost before; a unit orders at what it costs', async () => {
  await changeLimits(world, portal.projectId, { freeAmountADay: 300 })
  const aCheapOne = async (people: number) => {
    const unitId = await aUnit(world, portal.projectId)
    const manager = await anAccount(world, portal, { role: 'unit', unitId })
    const { classId } = await aClass(world, portal, { price: 26_000 })
    const { revision } = await world.ask(classCalls.getClassDetail, { id: classId }, clerk.token)
    const rows = [{ id: classId, revision }]
    await world.ask(classCalls.batchModifyClassAmount, { rows, price: 1 }, clerk.token)
    const { id } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, manager.token)
    await aRoster(world, portal, { id, unitId, manager }, people)
    return { id, manager }
  }
  const order = (id: string, heads: number, by: BuiltAccount) =>
    world.call(
      batchOrderCalls.place,
      {
        unitClassId: id,
        payMode: 'code',
        expectedHeads: heads,
        expectedAmount: heads,
        requestKey: `fresh-price-${++serial}`,
      },
      by.token,
    )
  const two = await aCheapOne(2)
  for (const by of [clerk, colleague]) {
    const refused = await order(two.id, 2, by)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /一天内价格更高.*¥519\.98/)
  }
  assert.equal((await order(two.id, 2, two.manager)).respCode, 200)
  const one = await aCheapOne(1)
  // A sheet is refused as a whole: its people are on the roster, and nothing is ordered.
  const bytes = aSheetFile([
    ['姓名', '证件号码', '手机号'],
    Object.values(aPerson(77)).slice(0, 3),
    Object.values(aPerson(78)).slice(0, 3),
  ])
  const sheet = await aCheapOne(1)
  const sent = await sendForm(
    world,
    batchSheetCalls.importStudentOrderList,
    {
      fields: { unitClassId: sheet.id, payMode: 'code', createUnknown: 'yes' },
      file: { name: '订单.xlsx', mime: 'application/octet-stream', bytes },
    },
    clerk.token,
  )
  const done = await settledImport(world, clerk.token, sent.attribute.importId)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 0, 2])
  const [, why] = (await reasonsOf(world, clerk.token, done.importId))[0]!
  assert.match(String(why), /一天内价格更高/)
  const [orders] = await world.db`
    select count(*)::int as count from batch_orders where unit_class_id = ${sheet.id}`
  assert.equal(orders!.count, 0)

  const fresh = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await order(one.id, 1, fresh)).respCode, 200)
})

test('who published a class within a day orders no more places in it than one person gives a day; a unit as many as it likes', async () => {
  const publisher = await anAccount(world, portal, { role: 'admin' })
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const aNewOne = async () => {
    const { classId } = await aClass(world, portal, { price: 1, status: 'draft' })
    await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, publisher.token)
    const { id } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, manager.token)
    await aRoster(world, portal, { id, unitId, manager }, 3)
    return { id, classId }
  }
  const order = (unitClassId: string, by: BuiltAccount) => {
    const request = { unitClassId, payMode: 'code' as const, expectedHeads: 3, expectedAmount: 3 }
    return world.call(batchOrderCalls.place, { ...request, requestKey: `new-class-${++serial}` }, by.token)
  }
  const one = await aNewOne()
  const refused = await order(one.id, publisher)
  assert.deepEqual(
    [refused.respCode, /一天内发布的.*今天最多在其中安排 2 人/.test(refused.respDesc)],
    [409, true],
  )
  assert.equal((await order(one.id, manager)).respCode, 200)
  const two = await aNewOne()
  await world.db`update former_prices set until = until - interval '1 day' where subject_id = ${two.classId}`
  assert.equal((await order(two.id, publisher)).respCode, 200)
})

/** A class at a price of a moment, by a person who published it within a day, with what they order and raise of it. */
async function aFreshOne() {
  await changeLimits(world, portal.projectId, { freeAmountADay: 300 })
  const writer = await anAccount(world, portal, { role: 'admin' })
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { classId } = await aClass(world, portal, { price: 100 })
  const former = { subjectId: classId, price: null, changedBy: writer.accountId }
  await world.db`insert into former_prices ${world.db(former)}`
  const managed = (id: string) => world.ask(classCalls.getClassDetail, { id }, writer.token)
  return {
    classId,
    manager,
    /** Saves the class as it is now, with changes; gives the class or the version that it is. */
    revise: async (changes: object) =>
      (
        await world.ask(
          classCalls.createTrainClass,
          { ...(await managed(classId)), ...changes },
          writer.token,
        )
      ).id,
    /** The unpaid order of two people of a unit. */
    async orderTwo(ofClass: string): Promise<string> {
      const { id } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId: ofClass }, manager.token)
      await aRoster(world, portal, { id, unitId, manager }, 2)
      const input = { unitClassId: id, payMode: 'code', expectedHeads: 2, expectedAmount: 200 } as const
      const requestKey = `own-price-${++serial}`
      return (await world.ask(batchOrderCalls.place, { ...input, requestKey }, writer.token)).orderId
    },
    /** Raises the price; gives the refusal, empty where there is none. */
    async raise(id: string): Promise<string> {
      const rows = [{ id, revision: (await managed(id)).revision }]
      const input = { rows, price: 20_000 }
      const { failed } = await world.ask(classCalls.batchModifyClassAmount, input, writer.token)
      return failed.map(({ reason }) => reason).join()
    },
  }
}

test('a raise counts places that who raises it ordered at their own price, until the order is cancelled', async () => {
  const { classId, manager, orderTwo, raise } = await aFreshOne()
  const orderId = await orderTwo(classId)
  assert.match(await raise(classId), /有 2 人由您按您定的价格安排/)
  await world.ask(batchOrderCalls.cancelBatchOrder, { orderId }, manager.token)
  assert.equal(await raise(classId), '')
})

test('a new version keeps who published the class, and its places count at a raise, also where opening failed', async () => {
  const { classId: first, orderTwo, raise, revise } = await aFreshOne()
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), classId: first })
  const classId = await revise({ hoursTenths: 81, requiredHoursTenths: 81 })
  assert.notEqual(classId, first)
  const orderId = await orderTwo(classId)
  assert.match(await raise(classId), /有 2 人由您按您定的价格安排/)
  // Paid, and both places could not be opened: they still can be.
  await world.db`update orders set status = 'paid', paid_at = moment(), channel = 'wechat' where id = ${orderId}`
  await world.db`update order_items set waiting = false, holds_seat = false where order_id = ${orderId}`
  assert.match(await raise(classId), /有 2 人由您按您定的价格安排/)
})
