import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { linkAccounts } from '../../../test/build/link.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount } from '../../../test/build/portal.ts'
import { anOpenedOrder, aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { correctionCalls, correctionRefusals } from '../../correction/contract.ts'
import { memberCalls } from '../../student/member/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchOrderCalls } from '../contract.ts'

let shop: Shop
let provider: BuiltAccount
before(async () => {
  shop = await aShop([...unitClassMenus, '/train-manage/class'])
  provider = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

const ownRecord = [409, approvalRefusals.ownRecord.zh]
const refusalOf = ({ respCode, respDesc }: { respCode: number; respDesc: string }) => [respCode, respDesc]

async function place(unitClassId: string, by: BuiltAccount, requestKey: string) {
  const { headCount, amount } = await shop.world.ask(batchOrderCalls.preview, { unitClassId }, by.token)
  return shop.world.call(
    batchOrderCalls.place,
    { unitClassId, payMode: 'code', expectedHeads: headCount, expectedAmount: amount, requestKey },
    by.token,
  )
}

test('whom nobody confirmed as one of the unit is not ordered at its price, nor given a place', async () => {
  const { world, portal } = shop
  const { unitClass, orderId } = await anOpenedOrder(shop, provider, 1)
  const [known, claiming] = (await aRoster(world, portal, unitClass, 2)) as [BuiltAccount, BuiltAccount]
  await world.db`update accounts set claimed_unit_id = unit_id where id = ${claiming.accountId}`
  const { list } = await world.ask(
    unitClassCalls.getUnitClassDetailAndList,
    { id: unitClass.id, state: ['listed'] },
    unitClass.manager.token,
  )
  assert.deepEqual(
    list.map(({ accountId, problem }) => [accountId, problem?.code ?? null]).sort(),
    [
      [known.accountId, null],
      [claiming.accountId, 'unconfirmed'],
    ].sort(),
  )
  const preview = { unitClassId: unitClass.id }
  assert.equal((await world.ask(batchOrderCalls.preview, preview, unitClass.manager.token)).headCount, 1)
  const { items } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, provider.token)
  const given = await world.call(
    batchOrderCalls.replacePerson,
    { itemId: items.list[0]!.itemId, accountId: claiming.accountId, reason: '已离职' },
    provider.token,
  )
  assert.deepEqual([given.respCode, given.field], [422, 'accountId'])
})

test('people of the provider order no place for themselves and give themselves none; a manager of the unit may', async () => {
  const { world, portal } = shop
  const { unitClass, orderId } = await anOpenedOrder(shop, provider, 1)
  const [self] = (await aRoster(world, portal, unitClass, 1)) as [BuiltAccount]
  const staff = await anAccount(world, portal, { role: 'admin' })
  await linkAccounts(world, staff, self)
  const { items } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, staff.token)
  const replacing = { itemId: items.list[0]!.itemId, accountId: self.accountId, reason: '已离职' }
  assert.deepEqual(
    refusalOf(await world.call(batchOrderCalls.replacePerson, replacing, staff.token)),
    ownRecord,
  )
  assert.deepEqual(refusalOf(await place(unitClass.id, staff, 'own-places')), ownRecord)
  await linkAccounts(world, unitClass.manager, self)
  assert.equal((await place(unitClass.id, unitClass.manager, 'unit-places')).respCode, 200)
})

test('a move is not undone while a place that the unit ordered for the learner is kept', async () => {
  const { world, portal } = shop
  const unitClass = await aUnitClass(world, portal, provider)
  const learner = await aLearner(world, portal)
  const { accountId } = learner
  const moved = { accountId, unitId: unitClass.unitId, reason: '单位来函说明' }
  const { correctionId } = await world.ask(supportCaseCalls.saveAccountUnitId, moved, provider.token)
  const colleague = await anAccount(world, portal, { role: 'admin' })
  await world.ask(memberCalls.settleMembers, { ids: [accountId], belongs: true }, colleague.token)
  await world.ask(
    unitClassCalls.addPeople,
    { unitClassId: unitClass.id, accountIds: [accountId] },
    unitClass.manager.token,
  )
  assert.equal((await place(unitClass.id, unitClass.manager, 'moved-places')).respCode, 200)
  const undone = await world.call(
    correctionCalls.undo,
    { id: correctionId!, reason: '单位来函说明' },
    provider.token,
  )
  assert.equal(undone.respCode, 409)
  assert.match(undone.respDesc, new RegExp(correctionRefusals.bought.zh.split('{')[0]!))
})

test('a class for which two people agreed a price for one unit becomes no other class under it', async () => {
  const { world, portal } = shop
  const { classId } = await aUnitClass(world, portal, provider)
  const managed = await world.ask(classCalls.getClassDetail, { id: classId }, provider.token)
  const revised = await world.ask(
    classCalls.createTrainClass,
    { ...managed, hoursTenths: 100, requiredHoursTenths: 100 },
    provider.token,
  )
  assert.equal(revised.version, 2)
  assert.notEqual(revised.id, classId)
})
