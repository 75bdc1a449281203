import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { enrolmentCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class', '/train-manage/study-report'] })
  await changeLimits(world, portal.projectId, { freeAmountADay: 100, freeOrdersADay: 2 })
  clerk = await anAccount(world, portal, { role: 'admin' })
})

async function setPrice(id: string, price: number): Promise<void> {
  const { revision } = await world.ask(classCalls.getClassDetail, { id }, clerk.token)
  await world.ask(classCalls.batchModifyClassAmount, { rows: [{ id, revision }], price }, clerk.token)
}

/** Moves the prices that a class had a day into the past. */
const dayLater = (classId: string) => world.db`
  update former_prices set until = until - interval '1 day' where subject_id = ${classId}`

const given = (accountId: string, giverId: string) => world.db`
  insert into account_accesses (account_id, giver_id) values (${accountId}, ${giverId})`

const applyFor = (classId: string, by: BuiltAccount) =>
  world.call(enrolmentCalls.applyMyClass, { classId }, by.token)
const order = (classId: string, by: BuiltAccount, expectedAmount: number) =>
  world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount }, by.token)

/** Applications of so many learners for a class that is reviewed. */
async function applications(price: number, count: number): Promise<{ classId: string; ids: string[] }> {
  const { classId } = await aClass(world, portal, { price, needReview: true })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { attribute } = await applyFor(classId, await aLearner(world, portal))
    ids.push(attribute.enrolmentId)
  }
  return { classId, ids }
}

const approve = (ids: string[], by = clerk) =>
  world.ask(enrolmentCalls.reviewBatchClass, { ids, approve: true }, by.token)

test('an application that is approved where the price was lowered within a day counts as what it cost', async () => {
  const { classId, ids } = await applications(8000, 2)
  await setPrice(classId, 0)
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const { succeeded, failed } = await approve(ids, colleague)
  assert.equal(succeeded.length, 1)
  assert.match(failed[0]!.reason, /一天内价格更高.*¥80\.00/)
  await dayLater(classId)
  assert.equal((await approve([failed[0]!.id], colleague)).succeeded.length, 1)
})

test('applications for a class that the reviewer made free count as places that they give', async () => {
  const { classId, ids } = await applications(0, 3)
  await world.db`update train_classes set priced_by = ${clerk.accountId} where id = ${classId}`
  const { succeeded, failed } = await approve(ids)
  assert.equal(succeeded.length, 2)
  assert.match(failed[0]!.reason, /您一天最多免费安排 2 人/)
})

test('whose account was made by who lowered a price, or by whom they made, buys at it a day later', async () => {
  const { classId } = await aClass(world, portal, { price: 29_800 })
  const puppet = await anAccount(world, portal, { role: 'admin' })
  await given(puppet.accountId, clerk.accountId)
  const [own, hers, other] = [
    await aLearner(world, portal),
    await aLearner(world, portal),
    await aLearner(world, portal),
  ]
  await given(own.accountId, clerk.accountId)
  await given(hers.accountId, puppet.accountId)
  await given(other.accountId, (await anAccount(world, portal, { role: 'admin' })).accountId)

  await setPrice(classId, 1)
  for (const learner of [own, hers]) {
    const refused = await order(classId, learner, 1)
    assert.deepEqual([refused.respCode, /公布满一天再报名/.test(refused.respDesc)], [409, true])
  }
  assert.equal((await order(classId, other, 1)).respCode, 200)
  await setPrice(classId, 0)
  assert.match((await applyFor(classId, own)).respDesc, /公布满一天再报名/)
  await dayLater(classId)
  assert.equal((await applyFor(classId, own)).respCode, 200)
})
