import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount, changeSettings } from '../../../test/build/portal.ts'
import {
  anOpenedOrder,
  aUnitClass,
  type BuiltUnitClass,
  unitClassMenus,
} from '../../../test/build/unitClass.ts'
import { until } from '../../../test/until.ts'
import { refundCalls } from '../../refund/contract.ts'
import { transferCalls } from '../../transfer/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { unitClassRefusals } from '../../unitClass/rules.ts'
import { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals } from '../rules.ts'

let shop: Shop
let provider: BuiltAccount
before(async () => {
  shop = await aShop([...unitClassMenus, '/train-manage/study-report'])
  provider = await anAccount(shop.world, shop.portal, { role: 'admin' })
  await changeSettings(shop.world, shop.portal.projectId, { refundApprovalAbove: 100_000_000 })
})

const board = ({ id, manager }: BuiltUnitClass) =>
  shop.world.ask(unitClassCalls.getUnitClassDetailAndList, { id, limit: 50 }, manager.token)
const preview = ({ id, manager }: BuiltUnitClass, more: object = {}) =>
  shop.world.ask(batchOrderCalls.preview, { unitClassId: id, ...more }, manager.token)

let serial = 0
const place = ({ id, manager }: BuiltUnitClass, heads: number, more: object = {}) =>
  shop.world.call(
    batchOrderCalls.place,
    {
      unitClassId: id,
      payMode: 'transfer',
      expectedHeads: heads,
      expectedAmount: heads * 5000,
      requestKey: `again-${++serial}-0000`,
      ...more,
    },
    manager.token,
  )

/** Moves a learner into a class; gives where they are now. */
async function move({ accountId }: BuiltAccount, classId: string): Promise<void> {
  const { world } = shop
  const [from] = await world.db`
    select id from enrolments where account_id = ${accountId} and is_live(status)`
  const ids = [from!.id as string]
  await world.ask(transferCalls.transferClass, { ids, classId, reason: '换到新班' }, provider.token)
  await world.portal.drainJobs()
}

async function refund(orderId: string, { accountId }: BuiltAccount): Promise<void> {
  const { world } = shop
  const { items } = await world.ask(
    batchOrderCalls.getBatchOrderDetail,
    { orderId, limit: 50 },
    provider.token,
  )
  const { itemId } = items.list.find((item) => item.accountId === accountId)!
  const input = { orderId, items: [{ itemId }], reason: '已离职' }
  const sent = await world.ask(refundCalls.submit, input, provider.token)
  await until(async () => {
    await shop.poll()
    const [row] = await world.db`select status from refunds where id = ${sent.id}`
    return row!.status === 'succeeded'
  })
}

test('who moved away or had the money back is ordered again only where that is chosen, and leaves the roster', async () => {
  const { unitClass, people, orderId } = await anOpenedOrder(shop, provider, 3)
  const [moved, refunded] = people as [BuiltAccount, BuiltAccount]
  const { world } = shop
  const elsewhere = await aClass(world, shop.portal, { price: 5000 })
  await move(moved, elsewhere.classId)
  await refund(orderId, refunded)
  const { counts } = await board(unitClass)
  assert.deepEqual([counts.transferred, counts.ended, counts.idle], [1, 1, 1])
  const seen = await preview(unitClass)
  assert.deepEqual([seen.headCount, seen.able, seen.leftOut, seen.amount], [0, 2, 0, 0])
  assert.deepEqual(
    seen.list.map(({ state, isChosen }) => [state, isChosen]),
    [
      ['transferred', false],
      ['ended', false],
    ],
  )
  const nobody = await place(unitClass, 2)
  assert.deepEqual([nobody.respCode, nobody.respDesc], [409, batchOrderRefusals.nobody.zh])

  const { id: unitClassId, manager, unitId } = unitClass
  const fresh = await aLearner(world, shop.portal, { unitId, name: '新来' })
  const other = await aLearner(world, shop.portal, { unitId, name: '再来' })
  await world.ask(
    unitClassCalls.addPeople,
    { unitClassId, accountIds: [fresh.accountId, other.accountId] },
    manager.token,
  )
  const choice = { without: [other.accountId], again: [refunded.accountId] }
  const chosen = await preview(unitClass, choice)
  assert.deepEqual([chosen.headCount, chosen.able, chosen.amount], [2, 4, 10_000])
  const placed = await place(unitClass, 2, choice)
  assert.equal(placed.respCode, 200, placed.respDesc)
  const ordered = await world.ask(
    batchOrderCalls.getBatchOrderDetail,
    { orderId: placed.attribute.orderId },
    manager.token,
  )
  assert.deepEqual(
    ordered.items.list.map(({ accountId }) => accountId),
    [fresh.accountId, refunded.accountId],
  )

  const remove = ({ accountId }: BuiltAccount) =>
    world.call(unitClassCalls.removePeople, { unitClassId, accountIds: [accountId] }, manager.token)
  assert.equal((await remove(refunded)).respCode, 409, 'is in an order again')
  await world.ask(batchOrderCalls.cancelBatchOrder, { orderId: placed.attribute.orderId }, manager.token)
  assert.equal((await remove(refunded)).respCode, 200)
  const early = await remove(moved)
  assert.deepEqual(
    [early.respCode, early.respDesc],
    [409, unitClassRefusals.mayReturn.zh.replace('{count}', '1')],
  )
  await world.db`
    update transfer_records set created_at = created_at - interval '2 days' where account_id = ${moved.accountId}`
  assert.equal((await remove(moved)).respCode, 200)
  assert.equal((await board(unitClass)).total, 3)
})

test('those named are ordered, whether they had a place or not', async () => {
  const { unitClass, people, orderId } = await anOpenedOrder(shop, provider, 2)
  const [refunded] = people as [BuiltAccount]
  await refund(orderId, refunded)
  const placed = await place(unitClass, 1, { accountIds: [refunded.accountId] })
  assert.equal(placed.respCode, 200, placed.respDesc)
  assert.equal((await board(unitClass)).counts.unpaid, 1)
})

test('who moved away and came back is one person of the board and of the order, whose place can be given away', async () => {
  const { unitClass, people, orderId } = await anOpenedOrder(shop, provider, 2, { of: { price: 5000 } })
  const [person] = people as [BuiltAccount]
  const { world } = shop
  const elsewhere = await aClass(world, shop.portal, { price: 5000 })
  await move(person, elsewhere.classId)
  await move(person, unitClass.classId)
  const { total, counts, list } = await board(unitClass)
  assert.deepEqual([total, list.length, counts.idle, counts.transferred], [2, 2, 2, 0])
  const { items } = await world.ask(batchOrderCalls.getBatchOrderDetail, { orderId }, provider.token)
  assert.deepEqual([items.total, items.list.length], [2, 2])
  const { itemId, replaceable } = items.list.find(({ accountId }) => accountId === person.accountId)!
  assert.ok(replaceable)
  const { accountId } = await aLearner(world, shop.portal, { unitId: unitClass.unitId, name: '后来' })
  const replaced = await world.call(
    batchOrderCalls.replacePerson,
    { itemId, accountId, reason: '已离职' },
    unitClass.manager.token,
  )
  assert.equal(replaced.respCode, 200, replaced.respDesc)
})

test('those who failed or let their time expire are ordered again for another class; in their own they are told why not', async () => {
  const { unitClass, people } = await anOpenedOrder(shop, provider, 3)
  const [failed, expired] = people as [BuiltAccount, BuiltAccount]
  const { world, portal } = shop
  const { unitId, classId, manager } = unitClass
  for (const [{ accountId }, status] of [
    [failed, 'failed'],
    [expired, 'expired'],
  ] as const)
    await world.db`update enrolments set status = ${status} where account_id = ${accountId}`
  const { counts } = await board(unitClass)
  assert.deepEqual([counts.failed, counts.expired, counts.idle], [1, 1, 1])
  const add = (unitClassId: string, by = manager) =>
    world.call(unitClassCalls.addPeople, { unitClassId, failedOf: unitClass.id }, by.token)

  const next = await aUnitClass(world, portal, provider, { unitId })
  const joined = (await add(next.id)).attribute
  assert.deepEqual([joined.added, joined.found, joined.rows.length], [2, 2, 2])
  assert.deepEqual(
    joined.rows.map(({ accountId }) => accountId).sort(),
    [failed.accountId, expired.accountId].sort(),
  )
  assert.equal((await add(next.id)).attribute.added, 0)
  assert.equal((await preview({ ...next, manager })).headCount, 2)

  const { id: same } = await world.ask(unitClassCalls.saveOrUpdate, { unitId, classId }, provider.token)
  const { added, rows } = (await add(same)).attribute
  assert.equal(added, 0)
  const said = new Map(rows.map(({ accountId, realName, problems }) => [accountId, { realName, problems }]))
  for (const [{ accountId }, code, remedy] of [
    [failed, 'failedThere', /补考/],
    [expired, 'expiredThere', /延长期限/],
  ] as const) {
    const { realName, problems } = said.get(accountId)!
    assert.match(realName!, /员工/)
    assert.equal(problems[0]!.code, code)
    assert.match(problems[0]!.fix!.zh, remedy)
  }
  const stranger = await aUnitClass(world, portal, provider)
  assert.equal((await add(stranger.id, stranger.manager)).respCode, 404)
})
