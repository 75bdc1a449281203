import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { aClass, aClassCategory } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { cartCalls, cartLimit } from '../contract.ts'

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

const merge = (classIds: string[], token: string) =>
  world.ask(cartCalls.save, { classIds, merge: true }, token)

test('a visitor’s cart is merged in one go: what can be ordered is put in, each of the rest has its reason', async () => {
  const { token, accountId } = await aLearner(world, portal)
  const good = await aClass(world, portal, { price: 300 })
  const there = await aClass(world, portal, { price: 200 })
  const joined = await aClass(world, portal, { price: 0 })
  const full = await aClass(world, portal, { price: 100, quota: 1 })
  const elsewhere = await aClass(world, await aPortal(world), { price: 1 })
  const other = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId: other.accountId, classId: full.classId })
  await anEnrolment(world, portal, { accountId, classId: joined.classId })
  await world.ask(cartCalls.save, { classIds: [there.classId] }, token)
  const classIds = [elsewhere, full, good, joined, there].map((one) => one.classId)
  const { count, merged } = await merge(classIds, token)
  assert.deepEqual([count, merged!.added], [2, 1])
  assert.deepEqual(merged!.refused, [
    { classId: elsewhere.classId, name: '', reason: '有班级已不再开设' },
    { classId: full.classId, name: full.name, reason: `“${full.name}”的名额已满` },
  ])
  const { list } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual(
    list.map((item) => [item.classId, item.acceptsMismatch]),
    [
      [there.classId, false],
      [good.classId, false],
    ],
  )
})

test('merged again it adds nothing, and two windows that merge at once put each class in once', async () => {
  const { token } = await aLearner(world, portal)
  const classes = [await aClass(world, portal, { price: 1 }), await aClass(world, portal, { price: 2 })]
  const classIds = classes.map((one) => one.classId)
  const both = await Promise.all([merge(classIds, token), merge(classIds, token)])
  assert.deepEqual(both.map(({ merged }) => merged!.added).toSorted(), [0, 2])
  assert.deepEqual(await merge(classIds, token), { count: 2, merged: { added: 0, refused: [] } })
})

test('a merge stops where the cart is full, and a hundred ids at once are refused', async () => {
  const { token, accountId } = await aLearner(world, portal)
  const classIds: string[] = []
  for (let i = 0; i <= cartLimit; i++)
    classIds.push((await aClass(world, portal, { price: 1, courses: [] })).classId)
  await world.db`insert into cart_items ${world.db(
    classIds.slice(2).map((classId) => ({ accountId, classId, priceSeen: 1 })),
  )}`
  const { count, merged } = await merge(classIds.slice(0, 2), token)
  assert.deepEqual([count, merged!.added], [cartLimit, 1])
  assert.match(merged!.refused[0]!.reason, /最多放 50 个班级/)
  const hundred = Array.from({ length: 100 }, () => randomUUID())
  const refused = await world.call(cartCalls.save, { classIds: hundred, merge: true }, token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'classIds'])
})

test('a class whose category the project hides is not merged', async () => {
  const other = await aPortal(world, { settings: { hideSpecializedMajorType: true } })
  const { token } = await aLearner(world, other)
  const hidden = await aClassCategory(world, other, { classType: 'specialized' })
  await world.db`update class_categories set kind = 'major' where id = ${hidden}`
  const { classId } = await aClass(world, other, {
    classType: 'specialized',
    categoryId: hidden,
    price: 1,
  })
  const { count, merged } = await merge([classId], token)
  assert.deepEqual([count, merged!.refused.map((one) => one.classId)], [0, [classId]])
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

test('a class that gets a price while it is joined is not joined free', async () => {
  const { token, accountId } = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 0 })
  const [answer] = await race(
    world.db,
    (tx) => tx`update train_classes set price = 5000 where id = ${classId}`,
    () => world.ask(cartCalls.oneClickJoin, { classIds: [classId] }, token),
  )
  assert.deepEqual(answer.joined, [])
  assert.match(answer.refused[0]!.reason, /¥|费|付/)
  const [row] = await world.db`select count(*)::int as n from enrolments where account_id = ${accountId}`
  assert.equal(row!.n, 0)
})
