import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aShop, type Shop } from '../../../../test/build/order.ts'
import {
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
  signedIn,
} from '../../../../test/build/portal.ts'
import { race } from '../../../../test/race.ts'
import { approvalCalls, approvalRefusals } from '../../../approval/contract.ts'
import { operationLogCalls } from '../../../operationLog/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import type { SettingChanges } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'
import { settingCalls, settingRefusals } from '../contract.ts'
import { type LimitKey, limitKeys, limitNames } from '../rules.ts'

const menus = [
  '/project-manage/setting',
  '/customer/exception-register',
  '/order-manage/list',
  '/account-manage/operation-log',
]
let shop: Shop
let portal: BuiltPortal
let first: BuiltAccount
let second: BuiltAccount
before(async () => {
  shop = await aShop()
})
beforeEach(async () => {
  portal = await aPortal(shop.world, { menus })
  first = await anAccount(shop.world, portal, { role: 'admin', userName: '周管理' })
  second = await anAccount(shop.world, portal, { role: 'admin', userName: '吴主管' })
})

const reason = '开学季优惠多'
/** Both sign in again, after hours in which they did nothing. */
async function comeBack(): Promise<void> {
  for (const one of [first, second])
    one.token = await signedIn(shop.world, one.loginName, undefined, portal.unitId)
}
const find = () => shop.world.ask(settingCalls.findSetting, {}, first.token)
async function save(changes: SettingChanges, effectiveFrom?: string, { token } = first) {
  const { seen } = await find()
  const when = effectiveFrom ? { effectiveFrom } : {}
  return shop.world.call(settingCalls.saveSetting, { changes, reason, seen, ...when }, token)
}
/** Proposes looser limits, and gives the proposal. */
async function propose(changes: SettingChanges, effectiveFrom?: string): Promise<string> {
  const { id, proposals } = (await save(changes, effectiveFrom)).attribute
  assert.deepEqual([id, proposals.length], [null, 1], 'it waits')
  return proposals[0]!
}
const approve = (id: string, { token } = second) => shop.world.call(approvalCalls.approve, { id }, token)
const list = (query: object) =>
  shop.world.ask(approvalCalls.findPageList, { limit: 10, ...query }, second.token)
const proposal = async (id: string) => (await list({ id })).list[0]!
const stateOf = async (id: string) => {
  const { status, decision } = await proposal(id)
  return [status, decision]
}
const valueOf = async (key: LimitKey) => (await find()).values[key]
const later = async (time: string) => {
  const [row] = await shop.world.db<{ at: string }[]>`select moment() + ${time}::interval as at`
  return row!.at
}
/** True if one person takes so many yuan off a new order at once, which is not proposed. */
async function takesOffAlone(yuan: number): Promise<boolean> {
  const { order } = await shop.order({ price: 30_000, portal })
  const lower = { itemId: order.items[0]!.id, payable: order.amount - yuan * 100 }
  const input = { orderId: order.id, items: [lower], reason }
  return (await shop.world.ask(orderCalls.updatePrice, input, first.token)).approvalId === null
}

test('one person who raises what limits them gives away no more a day later; two give it a day after both agreed', async (t) => {
  const { world } = shop
  t.after(() => world.moveClock('0'))
  await changeLimits(world, portal.projectId, { freeAmountADay: 100 })
  const id = await propose({ freeAmountADay: 1_000_000 })
  await world.moveClock('25 hours')
  await comeBack()
  assert.equal(await valueOf('freeAmountADay'), 100)
  assert.equal(await takesOffAlone(216), false)
  const own = await approve(id, first)
  assert.deepEqual([own.respCode, own.respDesc], [403, approvalRefusals.secondNeeded.zh])
  assert.equal((await approve(id)).respCode, 200)
  assert.equal(await valueOf('freeAmountADay'), 1_000_000)
  assert.equal(await takesOffAlone(216), false, 'the least of a day counts')
  await world.moveClock('50 hours')
  await comeBack()
  assert.equal(await takesOffAlone(216), true)
})

test('each limit waits where it is raised; what is stricter, and other settings, hold at once in the same call', async () => {
  for (const key of limitKeys) {
    const id = await propose({ [key]: defaultSettings[key] + 1 })
    assert.equal(await valueOf(key), defaultSettings[key])
    await shop.world.ask(approvalCalls.withdraw, { id }, first.token)
  }
  const { attribute } = await save({
    freeOrdersADay: 3,
    refundApprovalAbove: 5000,
    freeAmountADay: 30_000,
    orderMinutes: 45,
  })
  assert.ok(attribute.id)
  const { freeOrdersADay, refundApprovalAbove, freeAmountADay, orderMinutes } = (await find()).values
  assert.deepEqual([freeOrdersADay, refundApprovalAbove, freeAmountADay, orderMinutes], [3, 1000, 20_000, 45])
  const [id] = attribute.proposals
  const { kind, summary, reason: why, proposed, steps } = await proposal(id!)
  assert.deepEqual([kind, why, proposed.name], ['limits', reason, '周管理'])
  assert.deepEqual(summary, {
    zh: '调高一人权限：每人每天可独自减免的金额（元） 20000 → 30000；退款的审批线（元） 1000 → 5000',
    en: 'Raise limits on one person: Daily reductions without approval (¥) 20000 → 30000; Refunds above this need approval (¥) 1000 → 5000',
  })
  assert.ok(steps.includes('approve'))
  assert.equal((await approve(id!)).respCode, 200)
  assert.deepEqual([await valueOf('refundApprovalAbove'), await valueOf('freeOrdersADay')], [5000, 3])
  const [step] = (await shop.world.ask(settingCalls.settingHistory, { limit: 1 }, first.token)).list
  assert.deepEqual([step!.actorName, step!.reason], ['吴主管', reason])
})

test('a limit that goes back to a higher default waits as well, a lower one holds', async () => {
  await changeLimits(shop.world, portal.projectId, { freeOrdersADay: 0, freeAmountADay: 90_000 })
  const { id, proposals } = (await save({ freeOrdersADay: null, freeAmountADay: null })).attribute
  assert.ok(id)
  assert.deepEqual([await valueOf('freeOrdersADay'), await valueOf('freeAmountADay')], [0, 20_000])
  assert.equal((await approve(proposals[0]!)).respCode, 200)
  assert.equal(await valueOf('freeOrdersADay'), defaultSettings.freeOrdersADay)
})

test('one proposal of limits waits at a time, beside one of the bank account', async () => {
  const { proposals } = (await save({ refundApprovalAbove: 2000, bankName: '演示银行' })).attribute
  const kinds = await Promise.all(proposals.map(async (id) => (await proposal(id)).kind))
  assert.deepEqual(kinds, ['bankAccount', 'limits'])
  const again = await save({ orderMinutes: 50, freeAmountADay: 1_000_000 })
  assert.deepEqual([again.respCode, again.field], [409, 'changes.freeAmountADay'])
  assert.equal((await find()).values.orderMinutes, defaultSettings.orderMinutes, 'all of it or nothing')
  const { world } = shop
  const id = proposals[1]!
  await world.ask(approvalCalls.reject, { id, reason: '暂不需要' }, second.token)
  const { seen } = await find()
  const both = await race(
    world.db,
    (tx) => tx`select from projects where id = ${portal.projectId} for no key update`,
    ...[first, second].map(({ token }) => async () => {
      const input = { changes: { freeAmountADay: 1_000_000 }, reason, seen }
      return (await world.call(settingCalls.saveSetting, input, token)).respCode
    }),
  )
  assert.deepEqual([...both].toSorted(), [200, 409])
})

test('a proposal ends when a limit is lowered meanwhile, now or for later, or a scheduled one is withdrawn', async () => {
  const ends = ['withdrawn', 'project.limitsChanged']
  const lowered = await propose({ freeAmountADay: 30_000 })
  await save({ freeAmountADay: 10_000 })
  assert.deepEqual(await stateOf(lowered), ends)
  assert.equal((await approve(lowered)).respCode, 409)

  const before = await propose({ freeAmountADay: 30_000 })
  await save({ freeOrdersADay: 5 }, await later('2 days'))
  assert.deepEqual(await stateOf(before), ends)

  const raised = await propose({ freeAmountADay: 30_000 }, await later('1 day'))
  assert.equal((await approve(raised)).respCode, 200)
  const above = await propose({ freeAmountADay: 40_000 }, await later('2 days'))
  const { scheduled } = await find()
  const step = scheduled.find(({ differences }) => differences.some(({ after }) => after === 30_000))!
  await shop.world.ask(settingCalls.withdrawSetting, { id: step.id }, first.token)
  assert.deepEqual(await stateOf(above), ends)

  const other = await propose({ freeAmountADay: 30_000 })
  await save({ orderMinutes: 55 })
  assert.deepEqual(await stateOf(other), ['proposed', null])
})

test('a raise for later holds from its time, or once it is approved where that is later', async (t) => {
  const { world } = shop
  t.after(() => world.moveClock('0'))
  const from = await later('10 minutes')
  const id = await propose({ refundApprovalAbove: 3000 }, from)
  assert.match((await proposal(id)).summary.zh, / 1000 → 3000，\d{4}年\d+月\d+日 \d\d:\d\d起$/)
  assert.match((await proposal(id)).summary.en, / 1000 → 3000, from \w+ \d+, \d{4}, \d+:\d\d\s[AP]M$/)
  assert.equal((await approve(id)).respCode, 200)
  assert.equal(await valueOf('refundApprovalAbove'), 1000)
  await world.moveClock('11 minutes')
  assert.equal(await valueOf('refundApprovalAbove'), 3000)
  const late = await propose({ refundApprovalAbove: 4000 }, await later('10 minutes'))
  await world.moveClock('25 minutes')
  assert.equal((await approve(late)).respCode, 200)
  assert.equal(await valueOf('refundApprovalAbove'), 4000)
})

test('what a scheduled limit has made another is offered to nobody and refused', async (t) => {
  const { world } = shop
  t.after(() => world.moveClock('0'))
  await save({ freeAmountADay: 500 }, await later('10 minutes'))
  const id = await propose({ freeAmountADay: 30_000 })
  const waiting = async () => (await list({ status: 'proposed', own: false })).total
  assert.equal(await waiting(), 1)
  await world.moveClock('11 minutes')
  assert.equal(await waiting(), 0)
  assert.equal((await proposal(id)).steps.includes('approve'), false)
  const refused = await approve(id)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.changedSince.zh])
  assert.equal(await valueOf('freeAmountADay'), 500)
})

test('that a limit is scheduled to be lower is not withdrawn by one person', async () => {
  const { id } = (await save({ freeOrdersADay: 2 }, await later('1 day'))).attribute
  const refused = await shop.world.call(settingCalls.withdrawSetting, { id: id! }, first.token)
  assert.deepEqual(
    [refused.respCode, refused.respDesc],
    [409, settingRefusals.loosensLimit.zh.replace('{name}', limitNames.freeOrdersADay.zh)],
  )
  const raise = await propose({ freeOrdersADay: defaultSettings.freeOrdersADay }, await later('2 days'))
  assert.equal((await approve(raise)).respCode, 200)
})

test('the log names the limits in words', async () => {
  const { world } = shop
  await propose({ freeAmountADay: 30_000 })
  const query = { limit: 1, action: 'approval.propose' }
  const { list: entries } = await world.ask(operationLogCalls.query, query, first.token)
  const { fields, before } = await world.ask(operationLogCalls.find, { id: entries[0]!.id }, first.token)
  assert.equal((before as SettingChanges).freeAmountADay, 20_000)
  assert.deepEqual(
    fields.find(({ field }) => field === 'freeAmountADay'),
    { field: 'freeAmountADay', ...limitNames.freeAmountADay },
  )
})
