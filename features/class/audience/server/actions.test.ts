import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { cartCalls } from '../../../cart/contract.ts'
import { catalogueCalls } from '../../../catalogue/contract.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { orderCalls } from '../../../order/contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report'] })
})

async function aTeacher(from = portal) {
  const learner = await aLearner(world, from)
  await world.db`update students set personnel_category = 'teaching' where account_id = ${learner.accountId}`
  return learner
}
const forHealth = { personnelCategories: ['health'] }

test('a class for others is said to be so in the detail and the cart, and is ordered only when confirmed', async () => {
  const { token } = await aTeacher()
  const [other, own] = [
    await aClass(world, portal, { ...forHealth, price: 100 }),
    await aClass(world, portal, { personnelCategories: ['teaching', 'law'], price: 100 }),
  ]
  const classIds = [other.classId, own.classId]
  const mismatchOf = async (id: string, reader?: string) =>
    (await world.ask(catalogueCalls.findClassDetail, { id }, reader))!.mismatch
  assert.deepEqual(
    [await mismatchOf(other.classId, token), await mismatchOf(own.classId, token)],
    ['confirm', null],
  )
  await world.ask(cartCalls.save, { classIds }, token)
  const { list } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual(
    list.map(({ mismatch, obstacle }) => [mismatch, obstacle]),
    [
      [true, null],
      [false, null],
    ],
  )
  const order = (acceptMismatch?: string[]) =>
    world.call(
      orderCalls.saveOrder,
      { classIds, expectedAmount: 200, ...(acceptMismatch ? { acceptMismatch } : {}) },
      token,
    )
  for (const accepted of [undefined, [own.classId]]) {
    const refused = await order(accepted)
    assert.deepEqual([refused.respCode, refused.field], [409, 'acceptMismatch'])
    assert.match(refused.respDesc, new RegExp(`“${other.name}”面向其他人员类别`))
  }
  assert.equal((await order([other.classId])).respCode, 200)
})

test('free and reviewed classes for others are joined and applied for only when confirmed; an approval asks no more', async () => {
  const { token } = await aTeacher()
  const free = await aClass(world, portal, { ...forHealth, price: 0 })
  const clicked = await world.ask(cartCalls.oneClickJoin, { classIds: [free.classId] }, token)
  assert.deepEqual(clicked.joined, [])
  assert.match(clicked.refused[0]!.reason, /面向其他人员类别/)
  const { classId } = await aClass(world, portal, { ...forHealth, price: 100, needReview: true })
  for (const id of [free.classId, classId]) {
    const refused = await world.call(enrolmentCalls.applyMyClass, { classId: id }, token)
    assert.deepEqual([refused.respCode, refused.field], [409, 'acceptMismatch'])
  }
  const again = { classIds: [free.classId], acceptMismatch: [free.classId] }
  assert.equal((await world.ask(cartCalls.oneClickJoin, again, token)).joined.length, 1)
  const applied = await world.ask(enrolmentCalls.applyMyClass, { classId, acceptMismatch: true }, token)
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const review = { ids: [applied.enrolmentId], approve: true }
  assert.deepEqual((await world.ask(enrolmentCalls.reviewBatchClass, review, clerk.token)).failed, [])
  const order = await world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 100 }, token)
  assert.equal(order.respCode, 200)
})

test('where the project refuses classes for others, no confirmation helps', async () => {
  const strict = await aPortal(world)
  await world.db`
    insert into setting_versions (project_id, changes) values (${strict.projectId}, '{"mismatchRule": "refuse"}')`
  const { token } = await aTeacher(strict)
  const { classId } = await aClass(world, strict, { ...forHealth, price: 100 })
  const { classId: reviewedId } = await aClass(world, strict, { ...forHealth, needReview: true })
  const refusals = [
    await world.call(cartCalls.save, { classIds: [classId] }, token),
    await world.call(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount: 100, acceptMismatch: [classId] },
      token,
    ),
    await world.call(enrolmentCalls.applyMyClass, { classId: reviewedId, acceptMismatch: true }, token),
  ]
  for (const refused of refusals) {
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /面向其他人员类别，不能参加/)
  }
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: classId }, token)
  assert.equal(detail!.mismatch, 'refuse')
})
