import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount, type BuiltAccount, changeLimits, openRefunds } from '../../../test/build/portal.ts'
import { giveAccess } from '../../account/server/actions.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { refundCalls as calls } from '../contract.ts'

const reason = '班级取消'
let shop: Shop
let second: BuiltAccount
before(async () => {
  shop = await aShop([
    '/invoice-manage/refund-list',
    '/student-manage/student',
    '/order-manage/list',
    '/customer/exception-register',
    '/train-manage/study-report',
  ])
  const { world, portal } = shop
  await openRefunds(world, portal.projectId)
  second = await anAccount(world, portal, { role: 'admin' })
})

type Limits = Parameters<typeof changeLimits>[2]

/** Runs under other limits of the project, which are its own again afterwards. */
async function under(limits: Limits, run: () => Promise<void>): Promise<void> {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, limits)
  await run()
  const own = Object.keys(limits).map((key) => [key, null])
  await changeLimits(world, portal.projectId, Object.fromEntries(own) as Limits)
}

const anOperator = () => anAccount(shop.world, shop.portal, { role: 'admin' })
const submit = async (built: BuiltOrder, by: BuiltAccount, amounts: (number | undefined)[] = [undefined]) => {
  const items = amounts.map((amount, n) => ({
    itemId: built.order.items[n]!.id,
    ...(amount !== undefined && { amount }),
  }))
  return shop.world.ask(calls.submit, { orderId: built.order.id, items, reason }, by.token)
}
const execute = async (refundId: string, by: BuiltAccount, more: object = {}) =>
  (await shop.world.ask(calls.do, { refundId, ...more }, by.token)).status
const enrolmentOf = async ({ learner }: BuiltOrder) => {
  const [row] = await shop.world.db`select id from enrolments where account_id = ${learner.accountId}`
  return row!.id as string
}

test('what a learner asks for class by class counts together for its order, and in nobody’s day', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const by = await anOperator()
    const built = await shop.paid({ price: 3000 }, [3000])
    const asking = async (n: number) => {
      const items = [{ itemId: built.order.items[n]!.id }]
      const { id } = await shop.world.ask(
        calls.submit,
        { orderId: built.order.id, items, reason },
        built.learner.token,
      )
      return id
    }
    assert.equal(await execute(await asking(0), by), 'processing')
    assert.equal(await execute(await asking(1), by), 'applied', 'with the first it is above')
    const other = await shop.paid({ price: 5000 })
    assert.equal(await execute((await submit(other, other.learner)).id, by), 'processing')
  }))

test('what a learner asks for whose password the office gave counts in the day of who gave it', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const [by, colleague] = [await anOperator(), await anOperator()]
    const asked: string[] = []
    for (let n = 0; n < 3; n++) {
      const built = await shop.paid({ price: 3000 })
      await shop.world.db.begin((tx) => giveAccess(tx, by.accountId, built.learner.accountId))
      asked.push((await submit(built, built.learner)).id)
    }
    assert.equal(await execute(asked[0]!, by), 'processing')
    assert.equal(await execute(asked[1]!, by), 'applied', 'with the first it is above')
    assert.equal(await execute(asked[2]!, colleague), 'processing')
  }))

test('what a learner asks for whose number a clerk entered counts in the day of that clerk', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const { world } = shop
    const [by, colleague] = [await anOperator(), await anOperator()]
    const asked: string[] = []
    for (let n = 0; n < 3; n++) {
      const built = await shop.paid({ price: 3000 })
      const { accountId } = built.learner
      const [row] = await world.db`select version from students where account_id = ${accountId}`
      const changed = { accountId, version: row!.version as number, mobile: `1371235000${n}` }
      asked.push((await submit(built, built.learner)).id)
      await world.ask(studentManageCalls.updateStudentInfo, changed, by.token)
    }
    assert.equal(await execute(asked[0]!, by), 'processing')
    assert.equal(await execute(asked[1]!, by), 'applied', 'with the first it is above')
    assert.equal(await execute(asked[2]!, colleague), 'processing')
  }))

test('what goes back of a class that is kept is a reduction, and counts with waivers and prices', () =>
  under({ freeAmountADay: 50 }, async () => {
    const { world } = shop
    const by = await anOperator()
    const unpaid = await shop.order({ price: 6000 })
    const items = [{ itemId: unpaid.order.items[0]!.id, payable: 4000 }]
    const lower = (built: BuiltOrder, given: typeof items) =>
      world.ask(orderCalls.updatePrice, { orderId: built.order.id, items: given, reason }, by.token)
    assert.equal((await lower(unpaid, items)).approvalId, null)
    const [one, other] = [await shop.paid(), await shop.paid()]
    assert.equal((await submit(one, by, [3000])).status, 'processing')
    const above = await submit(other, by, [1])
    assert.equal(above.status, 'applied')
    const [proposal] = (await world.ask(approvalCalls.findPageList, { subjectId: above.id }, second.token))
      .list
    await world.ask(approvalCalls.reject, { id: proposal!.id, reason: '不再减免' }, second.token)
    await world.ask(calls.reject, { refundId: above.id, reason: '不再减免' }, second.token)
    assert.equal((await submit(other, by)).status, 'processing', 'all of it is no reduction')
    const last = await shop.order({ price: 6000 })
    assert.ok(await world.ask(orderCalls.freeOrder, { orderId: last.order.id, reason }, by.token))
  }))

test('reductions of one order count together, by whomever and on whatever day', () =>
  under({ freeAmountADay: 50 }, async () => {
    const { world } = shop
    const [one, other] = [await anOperator(), await anOperator()]
    const built = await shop.order({ price: 20_000 })
    const lower = (payable: number, by: BuiltAccount) => {
      const items = [{ itemId: built.order.items[0]!.id, payable }]
      return world.ask(orderCalls.updatePrice, { orderId: built.order.id, items, reason }, by.token)
    }
    assert.equal((await lower(17_000, one)).approvalId, null)
    await world.db`update sole_decisions set created_at = created_at - interval '1 day'`
    assert.ok((await lower(14_999, other)).approvalId)
  }))

test('of 32 refunds at once, each below the limit, no more go without a second person than it allows', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const by = await anOperator()
    const orders: BuiltOrder[] = []
    for (let n = 0; n < 32; n++) orders.push(await shop.paid({ price: 1000 }))
    const states = await Promise.all(orders.map(async (built) => (await submit(built, by)).status))
    assert.equal(states.filter((status) => status === 'processing').length, 5)
    assert.equal(states.filter((status) => status === 'applied').length, 27)
  }))

test('of 32 parts of one order at once by many hands, no more go back than the limit allows', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const hands = await Promise.all(Array.from({ length: 32 }, anOperator))
    const built = await shop.paid(
      { price: 1000 },
      Array.from({ length: 7 }, () => 1000),
    )
    const replies = await Promise.all(
      hands.map((by, n) => {
        const items = [{ itemId: built.order.items[n % 8]!.id }]
        return shop.world.call(calls.submit, { orderId: built.order.id, items, reason }, by.token)
      }),
    )
    const sent = replies.filter(({ attribute }) => attribute?.status === 'processing')
    assert.equal(sent.length, 5)
  }))

test('a batch sends what is within the limit, and proposes the rest', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const by = await anOperator()
    const orders = [await shop.paid({ price: 3000 }), await shop.paid({ price: 2000 }), await shop.paid()]
    const ids = await Promise.all(orders.map(enrolmentOf))
    const result = await shop.world.ask(calls.refundBatchClass, { ids, reason }, by.token)
    assert.deepEqual([result.succeeded, result.proposed, result.failed], [ids.slice(0, 2), [ids[2]], []])
  }))

test('that a request was refunded offline is one person’s word, and counts in their day', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const { db } = shop.world
    const by = await anOperator()
    const [today] = await db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
    const offline = async (n: number) => {
      const built = await shop.paid({ price: 3000 })
      const { id } = await submit(built, built.learner)
      return execute(id, by, {
        offline: { bank: '工商银行', serialNo: `ALONE-${n}`, day: today!.day as string },
      })
    }
    assert.deepEqual([await offline(1), await offline(2)], ['succeeded', 'applied'])
  }))

test('a refund that failed and was paid offline counts once', () =>
  under({ refundApprovalAbove: 50 }, async () => {
    const { db } = shop.world
    const by = await anOperator()
    const [today] = await db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
    const { id } = await submit(await shop.paid({ price: 3000 }), by)
    await db`update refunds set status = 'failed', failure = 'abnormal', ask_at = null where id = ${id}`
    const offline = { bank: '工商银行', serialNo: 'ALONE-3', day: today!.day as string }
    assert.equal(await execute(id, by, { offline }), 'succeeded')
    assert.equal((await submit(await shop.paid({ price: 2000 }), by)).status, 'processing')
    assert.equal((await submit(await shop.paid({ price: 100 }), by)).status, 'applied')
  }))

test('after all of this what one person decided is counted', async () => {
  const path = new URL('../../../test/invariants/39-alone-is-counted.sql', import.meta.url)
  assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(path, 'utf8')))], [])
})
