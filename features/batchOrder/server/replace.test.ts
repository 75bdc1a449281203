import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount } from '../../../test/build/portal.ts'
import { aClock, aPlayer } from '../../../test/build/study.ts'
import { anOpenedOrder, unitClassMenus } from '../../../test/build/unitClass.ts'
import { batchOrderCalls } from '../contract.ts'

let shop: Shop
let provider: BuiltAccount
before(async () => {
  shop = await aShop(unitClassMenus)
  provider = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

test('a place whose first seconds were counted a moment ago is begun, and goes to nobody else', async () => {
  const { world, portal } = shop
  const { unitClass, people, orderId } = await anOpenedOrder(shop, provider, 1)
  const [learner] = people as [BuiltAccount]
  const [enrolled] = await world.db`
    select id from enrolments where account_id = ${learner.accountId} and status = 'active'`
  const enrolmentId = enrolled!.id as string
  const itemId = unitClass.courses[0]!.itemIds[0]!
  const built = { ...unitClass, itemIds: [itemId] } as never
  const player = await aPlayer(world, { ...learner, enrolmentId, built })
  await aClock(world).pass(30)
  assert.equal((await player.beat(0, 20)).acceptedSeconds, 20)
  const { items } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, unitClass.manager.token)
  const heir = await aLearner(world, portal, { unitId: unitClass.unitId, name: '后来' })
  const replaced = await world.call(
    batchOrderCalls.replacePerson,
    { itemId: items.list[0]!.itemId, accountId: heir.accountId, reason: '已离职' },
    unitClass.manager.token,
  )
  assert.equal(replaced.respCode, 409)
  assert.match(replaced.respDesc, /已开始学习，名额不能换给别人/)
})

test('a place that was ordered for less than today, or at an agreed price that is over, goes to nobody else', async () => {
  const { world, portal } = shop
  const { unitClass, orderId } = await anOpenedOrder(shop, provider, 1)
  const { token } = unitClass.manager
  const { items } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, token)
  const heir = await aLearner(world, portal, { unitId: unitClass.unitId, name: '后来' })
  const replace = () =>
    world.call(
      batchOrderCalls.replacePerson,
      { itemId: items.list[0]!.itemId, accountId: heir.accountId, reason: '已离职' },
      token,
    )
  const [item] = await world.db<
    { price: number; discount: number }[]
  >`select price - discount as price, discount from order_items where order_id = ${orderId}`
  const { price, discount } = item!
  assert.ok(discount > 0, 'it was listed for more')
  const change = (changes: object) =>
    world.db`update unit_classes set ${world.db(changes)} where id = ${unitClass.id}`

  await change({ price: price + 100 })
  const dearer = await replace()
  assert.deepEqual([dearer.respCode, /请退款后按现在的价格重新下单/.test(dearer.respDesc)], [409, true])
  const [past] = await world.db`select moment() - interval '1 minute' as at`
  await change({ price, approved: true, signUpTo: past!.at })
  assert.match((await replace()).respDesc, /协议价已到期（报名已截止）/)
  await change({ signUpTo: null, studyTo: past!.at })
  assert.match((await replace()).respDesc, /协议价已到期（学习期限已过）/)
  await change({ studyTo: null })
  assert.equal((await replace()).respCode, 200)
})
