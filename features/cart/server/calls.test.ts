import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { cartCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

test('a cart holds each class once, reports a changed price, and counts alike under every path', async () => {
  const { token } = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 5000 })
  await world.ask(cartCalls.save, { classIds: [classId] }, token)
  assert.deepEqual(await world.ask(cartCalls.save, { classIds: [classId] }, token), { count: 1 })
  await world.db`update train_classes set price = 4500 where id = ${classId}`
  const { list, amount } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual([list[0]!.priceSeen, list[0]!.price, amount], [5000, 4500, 4500])
  for (const url of ['/api/api/get-shop-cart-count.action', '/api/get-shop-cart-count.action']) {
    const response = await world.portal.http.inject({ method: 'POST', url, headers: { token } })
    assert.deepEqual(response.json().attribute, { count: 1 })
  }
})

test('a class that cannot be bought has a reason and adds nothing to the sum', async () => {
  const { token, accountId } = await aLearner(world, portal)
  const closed = await aClass(world, portal, { price: 5000 })
  const joined = await aClass(world, portal, { price: 0 })
  const good = await aClass(world, portal, { price: 300 })
  await world.ask(cartCalls.save, { classIds: [closed.classId, joined.classId, good.classId] }, token)
  await world.db`update train_classes set status = 'off_shelf' where id = ${closed.classId}`
  await anEnrolment(world, portal, { accountId, classId: joined.classId })
  const { list, amount } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual(
    list.map((item) => item.obstacle),
    ['off_shelf', 'joined', null],
  )
  assert.equal(amount, 300)
})

test('classes are taken out, all at once too', async () => {
  const { token } = await aLearner(world, portal)
  const classes = [await aClass(world, portal, { price: 1 }), await aClass(world, portal, { price: 1 })]
  const classIds = classes.map((item) => item.classId)
  await world.ask(cartCalls.save, { classIds }, token)
  await world.ask(cartCalls.delete, { classIds: [classIds[0]!] }, token)
  assert.deepEqual(await world.ask(cartCalls.getOpenCart, {}, token), { open: true, count: 1 })
  await world.ask(cartCalls.deleteAll, {}, token)
  assert.deepEqual(await world.ask(cartCalls.getOpenCart, {}, token), { open: false, count: 0 })
})

test('one click joins the free classes and gives a reason for each of the rest', async () => {
  const { token } = await aLearner(world, portal)
  const free = await aClass(world, portal, { price: 0 })
  const paid = await aClass(world, portal, { price: 100 })
  const full = await aClass(world, portal, { price: 0, quota: 1 })
  const other = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId: other.accountId, classId: full.classId })
  const classIds = [free.classId, paid.classId, full.classId]
  const { joined, refused } = await world.ask(cartCalls.oneClickJoin, { classIds }, token)
  assert.deepEqual(
    joined.map((item) => item.classId),
    [free.classId],
  )
  assert.deepEqual(
    refused.map((item) => item.classId),
    [paid.classId, full.classId],
  )
  assert.match(refused[1]!.reason, /名额已满/)
})

test('carts are learners’ own: strangers sign in, managers have none, other projects’ classes are unknown', async () => {
  assert.equal((await world.call(cartCalls.find, {})).respCode, 401)
  const manager = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await world.call(cartCalls.find, {}, manager.token)).respCode, 403)
  const { token } = await aLearner(world, portal)
  const elsewhere = await aClass(world, await aPortal(world), { price: 1 })
  assert.equal((await world.call(cartCalls.save, { classIds: [elsewhere.classId] }, token)).respCode, 404)
  const wrong = await world.call(cartCalls.save, { classIds: ['x'] }, token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'classIds.0'])
})
