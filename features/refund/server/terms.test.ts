import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import {
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
  openRefunds,
} from '../../../test/build/portal.ts'
import { classCalls, type ClassChanges } from '../../class/contract.ts'
import type { SettingChanges } from '../../project/contract.ts'
import { settingCalls } from '../../project/setting/contract.ts'
import { transferCalls } from '../../transfer/contract.ts'
import { refundCalls as calls } from '../contract.ts'

const menus = [
  '/invoice-manage/refund-list',
  '/project-manage/setting',
  '/train-manage/class',
  '/train-manage/study-report',
]
const reason = '班级取消'
let shop: Shop
before(async () => {
  shop = await aShop()
})

/** A project where one person refunds ¥50 a day, and whose terms have stood for days, with who refunds there. */
async function anOffice(terms: SettingChanges = {}) {
  const { world } = shop
  const portal = await aPortal(world, { menus })
  await openRefunds(world, portal.projectId)
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50, ...terms })
  return { portal, by: await anAccount(world, portal, { role: 'admin' }) }
}

/** Orders of ¥30, each of a learner and a class of its own, of which so much was studied. */
async function studied(portal: BuiltPortal, progress: number): Promise<BuiltOrder[]> {
  const orders = []
  for (let n = 0; n < 3; n++) orders.push(await shop.paid({ price: 3000, portal }))
  const learners = orders.map(({ learner }) => learner.accountId)
  await shop.world.db`
    update enrolments set progress = ${progress}, watched_seconds = ${progress / 20} where account_id = any(${learners})`
  return orders
}

/** Changes settings from now on, as an administrator does. */
async function save(changes: SettingChanges, { token }: BuiltAccount): Promise<void> {
  const { seen } = await shop.world.ask(settingCalls.findSetting, {}, token)
  await shop.world.ask(settingCalls.saveSetting, { changes, reason: '试用退款规则', seen }, token)
}

/** Changes the classes of orders, as an administrator does with many. */
async function modify(orders: BuiltOrder[], changes: ClassChanges, { token }: BuiltAccount): Promise<void> {
  const { world } = shop
  const rows = []
  for (const { classId: id } of orders) {
    const { revision } = await world.ask(classCalls.getClassDetail, { id }, token)
    rows.push({ id, revision })
  }
  const { failed } = await world.ask(classCalls.bachModifyClass, { rows, changes }, token)
  assert.deepEqual(failed, [])
}

/** Asks for a refund of an order, as its learner. */
const request = ({ order, learner }: BuiltOrder) => {
  const items = order.items.map(({ id: itemId }) => ({ itemId }))
  return shop.world.call(calls.submit, { orderId: order.id, items, reason }, learner.token)
}
const codes = async (orders: BuiltOrder[]) =>
  Promise.all(orders.map(async (built) => (await request(built)).respCode))

/** Refunds what two learners asked for, one after the other; gives what became of each. */
async function refundBoth(asked: readonly string[], { token }: BuiltAccount): Promise<string[]> {
  const states = []
  for (const refundId of asked) states.push((await shop.world.ask(calls.do, { refundId }, token)).status)
  return states
}

/** Has the first two learners ask while terms are raised, and the last once they no longer are. */
async function askBetween(
  orders: BuiltOrder[],
  { raise, lower }: Record<'raise' | 'lower', () => Promise<void>>,
): Promise<string[]> {
  assert.deepEqual(await codes(orders), [409, 409, 409])
  await raise()
  const asked = []
  for (const built of orders.slice(0, 2)) asked.push((await request(built)).attribute!.id)
  await lower()
  assert.deepEqual(await codes(orders.slice(2)), [409], 'stricter terms hold at once')
  return asked
}

for (const [name, stood, raised, progress] of [
  ['refunds by learners', { studentRefund: false }, { studentRefund: true }, 0],
  ['days after paying', { refundOrderDays: 0 }, { refundOrderDays: 365 }, 0],
  ['requests in a year', { refundOrderTimes: 0 }, { refundOrderTimes: 100 }, 0],
  ['percent of a class', { refundClassProcess: 20 }, { refundClassProcess: 100 }, 7300],
] as const)
  test(`${name} that were allowed for a moment: what was asked for then counts in the day of who refunds it`, async () => {
    const { portal, by } = await anOffice(stood)
    const orders = await studied(portal, progress)
    const asked = await askBetween(orders, { raise: () => save(raised, by), lower: () => save(stood, by) })
    assert.deepEqual(await refundBoth(asked, by), ['processing', 'applied'], 'with the first it is above')
  })

test('what was asked for by terms that have stood for a day counts in nobody’s, whatever else was changed', async () => {
  const { portal, by } = await anOffice()
  const orders = await studied(portal, 1900)
  await save({ orderMinutes: 45, refundOrderDays: 9 }, by)
  await modify(orders, { quota: 50, refundable: true }, by)
  const asked = []
  for (const built of orders.slice(0, 2)) asked.push((await request(built)).attribute!.id)
  assert.deepEqual(await refundBoth(asked, by), ['processing', 'processing'])
  const { list } = await shop.world.ask(calls.list, {}, by.token)
  assert.deepEqual(
    list.map(({ byTerms }) => byTerms),
    [true, true],
  )
})

test('a class that allowed refunds for a moment: what was asked for then counts in the day of who refunds it', async () => {
  const { portal, by } = await anOffice()
  const orders = await studied(portal, 0)
  const ids = orders.map(({ classId }) => classId)
  await shop.world.db`update train_classes set refundable = false where id = any(${ids})`
  const allow = (refundable: boolean) => () => modify(orders, { refundable }, by)
  const asked = await askBetween(orders, { raise: allow(true), lower: allow(false) })
  assert.deepEqual(await refundBoth(asked, by), ['processing', 'applied'], 'with the first it is above')
})

test('a learner who is moved into another class is bound by what they studied and passed in the first', async () => {
  const { world } = shop
  const { portal, by } = await anOffice()
  const [built] = await studied(portal, 7300)
  const { accountId, token } = built!.learner
  await world.db`update enrolments set exam_passed = true where account_id = ${accountId}`
  const blocks = async () => {
    const { items } = await world.ask(calls.data, { orderId: built!.order.id }, token)
    return items.map((item) => [item.progress, item.blocks])
  }
  const before = await blocks()
  assert.match(String(before), /7300,学习进度不超过 20% 可以退款，.*已学 73%,.*考试已通过/)
  const { classId } = await aClass(world, portal, { price: 0 })
  const [place] = await world.db`select id from enrolments where account_id = ${accountId}`
  const ids = [place!.id as string]
  await world.ask(transferCalls.transferClass, { ids, classId, reason: '换到新班' }, by.token)
  await world.portal.drainJobs()
  const [moved] = await world.db`
    select progress from enrolments where account_id = ${accountId} and class_id = ${classId}`
  assert.equal(moved!.progress, 0)
  assert.deepEqual(await blocks(), before)
  assert.equal((await request(built!)).respCode, 409)
})
