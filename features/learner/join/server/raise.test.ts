import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { classCalls } from '../../../class/contract.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { joinCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/train-manage/study-report', '/student-manage/student', '/train-manage/class'],
  })
  await changeLimits(world, portal.projectId, { freeAmountADay: 100 })
})
// Nothing has been taken off yet on the day of this one.
beforeEach(async () => {
  clerk = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
})

const managed = (id: string) => world.ask(classCalls.getClassDetail, { id }, clerk.token)

async function setPrice(id: string, price: number, by = clerk) {
  const rows = [{ id, revision: (await managed(id)).revision }]
  return (await world.ask(classCalls.batchModifyClassAmount, { rows, price }, by.token)).failed
}

/** A class that costs nothing by the clerk's price, which it has had for days. */
async function freeClass(): Promise<string> {
  const { classId } = await aClass(world, portal, { price: 8000 })
  assert.deepEqual(await setPrice(classId, 0), [])
  await world.db`update former_prices set until = until - interval '2 days' where subject_id = ${classId}`
  return classId
}

async function join(classId: string, count: number): Promise<void> {
  const learners = await Promise.all(Array.from({ length: count }, () => aLearner(world, portal)))
  const ids = learners.map(({ accountId }) => accountId)
  const { succeeded } = await world.ask(joinCalls.joinClass, { classId, ids }, clerk.token)
  assert.equal(succeeded.length, count)
}

test('who gave places at their own price raises it by no more than they take off a day; a colleague does', async () => {
  const classId = await freeClass()
  await join(classId, 2)
  const [refused] = await setPrice(classId, 5001)
  assert.match(refused!.reason, /有 2 人由您按您定的价格安排.*请由有“批量改价”权限的同事提价/)
  const form = { ...(await managed(classId)), price: 5001, originalPrice: 5001 }
  const saved = await world.call(classCalls.createTrainClass, form, clerk.token)
  assert.deepEqual([saved.respCode, saved.field], [409, 'price'])
  assert.deepEqual(await setPrice(classId, 5000), [])
  assert.equal((await setPrice(classId, 5001)).length, 1, 'in steps no more than at once')
  assert.deepEqual(await setPrice(classId, 9000, colleague), [])
})

test('learners whose accounts who raises a price opened count as places given by them', async () => {
  const classId = await freeClass()
  for (const giver of [clerk, clerk, colleague]) {
    const learner = await aLearner(world, portal)
    await world.db`insert into account_accesses (account_id, giver_id) values (${learner.accountId}, ${giver.accountId})`
    await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  }
  const [refused] = await setPrice(classId, 5001)
  assert.match(refused!.reason, /有 2 人由您按您定的价格安排，或账号由您开通/)
  assert.deepEqual(await setPrice(classId, 9000, colleague), [])
})

test('places in an earlier version count when a new one is raised', async () => {
  const classId = await freeClass()
  await join(classId, 2)
  const form = { ...(await managed(classId)), hoursTenths: 81, requiredHoursTenths: 81 }
  const { id } = await world.ask(classCalls.createTrainClass, form, clerk.token)
  assert.notEqual(id, classId)
  await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: true }, clerk.token)
  assert.equal((await setPrice(id, 5001)).length, 1)
  assert.deepEqual(await setPrice(id, 5000), [])
})

test('steps of a raise count as much as one, whatever was counted when the place was given', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  assert.deepEqual(await setPrice(classId, 0), [])
  await join(classId, 1)
  assert.deepEqual(await setPrice(classId, 1000), [], '80 yuan of 100 are counted')
  assert.deepEqual(await setPrice(classId, 2000), [])
  assert.equal((await setPrice(classId, 2001)).length, 1)
})
