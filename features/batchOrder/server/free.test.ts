import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import {
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { aRoster, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
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
  const { classId } = await aClass(world, portal, { price: 0, status: 'draft' })
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, clerk.token)
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
