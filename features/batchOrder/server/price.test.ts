import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anAccount, aPortal, aUnit, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { aRoster, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchOrderCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let first: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [...unitClassMenus, '/train-manage/class', '/unit-manage/list'],
  })
  first = await anAccount(world, portal, { role: 'admin' })
  second = await anAccount(world, portal, { role: 'admin' })
})

/** A class and a unit with its manager; the class costs what it is given. */
async function aClassForUnit(price: number) {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { classId } = await aClass(world, portal, { price, classType: 'public' })
  return { unitId, manager, classId }
}

const open = (input: { unitId: string; classId: string; price: number }) =>
  world.ask(unitClassCalls.saveOrUpdate, input, first.token)

async function priceClass(id: string, price: number): Promise<void> {
  const { revision } = await world.ask(classCalls.getClassDetail, { id }, first.token)
  const { succeeded } = await world.ask(
    classCalls.batchModifyClassAmount,
    { rows: [{ id, revision }], price },
    first.token,
  )
  assert.equal(succeeded.length, 1)
}

const discount = (unitId: string, rate: number) => haveTerms(world, unitId, { priceMode: 'discount', rate })

/** Prices of a unit class in the list, in its detail, and in a preview of an order. */
async function pricesOf(id: string, { token }: BuiltAccount): Promise<number[]> {
  const { list } = await world.ask(unitClassCalls.queryPageList, { id }, token)
  const { detail } = await world.ask(unitClassCalls.getUnitClassDetailAndList, { id }, token)
  const preview = await world.ask(batchOrderCalls.preview, { unitClassId: id }, token)
  return [list[0]!.price, detail.price, preview.price]
}

test('a unit class opened while its class cost less costs the terms of the day on which it is ordered', async () => {
  const built = await aClassForUnit(100)
  const { id } = await open({ ...built, price: 100 })
  await priceClass(built.classId, 26_000)
  await aRoster(world, portal, { ...built, id }, 2)
  assert.deepEqual(await pricesOf(id, built.manager), [26_000, 26_000, 26_000])
  const order = { unitClassId: id, payMode: 'code' as const, expectedHeads: 2, requestKey: 'at-the-terms' }
  const cheap = await world.call(
    batchOrderCalls.place,
    { ...order, expectedAmount: 200 },
    built.manager.token,
  )
  assert.equal(cheap.respCode, 409)
  const { orderId } = await world.ask(
    batchOrderCalls.place,
    { ...order, expectedAmount: 52_000 },
    built.manager.token,
  )
  const { amount } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, built.manager.token)
  assert.equal(amount, 52_000)
  // The price it was opened at is a lower one now, and takes two people.
  const { classId, unitId } = built
  const [row] = (await world.ask(unitClassCalls.queryPageList, { id }, first.token)).list
  const again = { id, unitId, classId, revision: row!.revision, price: 100 }
  const saved = await world.ask(unitClassCalls.saveOrUpdate, again, first.token)
  assert.deepEqual([saved.price, saved.proposedPrice], [26_000, 100])
})

test('a price of a moment of low terms ends with them; a dearer one and one that two people approved stay', async () => {
  const built = await aClassForUnit(20_000)
  await discount(built.unitId, 1000)
  const { id } = await open({ ...built, price: 2000 })
  const dearer = await open({ ...built, price: 18_000 })
  await discount(built.unitId, 8000)
  assert.deepEqual(await pricesOf(id, built.manager), [16_000, 16_000, 16_000])
  assert.deepEqual(await pricesOf(dearer.id, built.manager), [18_000, 18_000, 18_000])

  const agreed = await open({ ...built, price: 9000 })
  const [waits] = (await world.ask(approvalCalls.findPageList, { subjectId: agreed.id }, second.token)).list
  await world.ask(approvalCalls.approve, { id: waits!.id }, second.token)
  await discount(built.unitId, 10_000)
  assert.deepEqual(await pricesOf(agreed.id, built.manager), [9000, 9000, 9000])
  assert.deepEqual(await pricesOf(id, built.manager), [20_000, 20_000, 20_000])

  // Raised to the terms of a moment, it is approved no more.
  await discount(built.unitId, 5000)
  const { unitId, classId } = built
  const raise = { id: agreed.id, revision: 2, unitId, classId, price: 10_000 }
  assert.equal((await world.ask(unitClassCalls.saveOrUpdate, raise, first.token)).price, 10_000)
  await discount(built.unitId, 10_000)
  assert.deepEqual(await pricesOf(agreed.id, built.manager), [20_000, 20_000, 20_000])
})
