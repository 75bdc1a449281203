import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { passByHand } from '../../enrolment/server/actions.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import { runJob } from '../../../test/build/job.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount, changeSettings } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { messageCalls } from '../../message/contract.ts'
import { refundCalls as calls } from '../contract.ts'

const menu = '/invoice-manage/refund-list'
const reason = '报错班了，想退款'
let shop: Shop
let clerk: BuiltAccount
let second: BuiltAccount
before(async () => {
  shop = await aShop([
    menu,
    '/order-manage/list',
    '/customer/exception-register',
    '/train-manage/study-report',
  ])
  const { world, portal } = shop
  await changeSettings(world, portal.projectId, {
    ...{ studentRefund: true, refundClassProcess: 20, refundOrderTimes: 2, refundOrderDays: 7 },
  })
  clerk = await anAccount(world, portal, { role: 'admin', userName: '财务' })
  second = await anAccount(world, portal, { role: 'admin', userName: '主管' })
})

/** A refund beside the channel, of the day it now is in China. */
async function offlineToday() {
  const [row] = await shop.world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return { bank: '工商银行', serialNo: '20261124-0001', day: row!.day as string }
}

const itemsOf = ({ order }: BuiltOrder) => order.items.map(({ id: itemId }) => ({ itemId }))

/** Asks for a refund of everything in an order, as its learner unless another is named. */
const submit = (
  built: BuiltOrder,
  by = built.learner,
  items: { itemId: string; amount?: number }[] = itemsOf(built),
) => shop.world.call(calls.submit, { orderId: built.order.id, items, reason }, by.token)

const carryOut = (refundId: string, more: object = {}, by = clerk) =>
  shop.world.call(calls.do, { refundId, ...more }, by.token)

interface State {
  order: string
  refunded: number
  items: { refunded: number; refunding: number; enrolment: string; suspended: boolean }[]
  payment: { refunded: number; refunding: number } | null
}

async function stateOf({ order }: BuiltOrder): Promise<State> {
  const [row] = await shop.world.db`
    select o.status as "order", o.refunded,
      (select json_agg(json_build_object('refunded', i.refunded, 'refunding', i.refunding, 'enrolment', e.status,
          'suspended', e.suspended_by is not null) order by i.sort)
        from order_items i left join enrolments e on e.source_id = i.id where i.order_id = o.id) as items,
      (select json_build_object('refunded', p.refunded, 'refunding', p.refunding)
        from payments p where p.order_id = o.id and p.status = 'succeeded') as payment
    from orders o where o.id = ${order.id}`
  return { ...row } as unknown as State
}

let passed = 0

/** Lets minutes pass and the poller run until a refund has a final state; returns it. */
async function ended(id: string): Promise<string> {
  const status = async () => {
    const [row] = await shop.world.db`select status from refunds where id = ${id}`
    return row!.status as string
  }
  await until(async () => {
    await shop.world.moveClock(`${(passed += 60)} seconds`)
    await shop.poll()
    return (await status()) !== 'processing'
  })
  return status()
}

test('a learner asks, study pauses, finance refunds, the money goes back and the place is free', async () => {
  const built = await shop.paid()
  const data = await shop.world.ask(calls.data, { orderId: built.order.id }, built.learner.token)
  assert.deepEqual([data.items[0]!.amount, data.items[0]!.blocks], [6000, []])
  assert.deepEqual(data.terms, { days: 7, process: 20, times: 2 })
  const asked = (await submit(built)).attribute!
  assert.deepEqual([asked.status, asked.amount], ['applied', 6000])
  const applied = await stateOf(built)
  assert.deepEqual(applied.items, [{ refunded: 0, refunding: 6000, enrolment: 'active', suspended: true }])
  assert.deepEqual(applied.payment, { refunded: 0, refunding: 6000 })
  assert.equal((await carryOut(asked.id)).attribute!.status, 'processing')
  assert.equal(await ended(asked.id), 'succeeded')
  const state = await stateOf(built)
  assert.deepEqual([state.order, state.refunded], ['refunded', 6000])
  assert.deepEqual(state.items, [{ refunded: 6000, refunding: 0, enrolment: 'refunded', suspended: false }])
  assert.deepEqual(state.payment, { refunded: 6000, refunding: 0 })
  const { list } = await shop.world.ask(messageCalls.findMine, {}, built.learner.token)
  assert.ok(list.some(({ kind }) => kind === 'refund.succeeded'))
  const again = await submit(built)
  assert.deepEqual([again.respCode, again.field], [409, 'items'])
})

test('one class of an order goes back, the others are studied on', async () => {
  const built = await shop.paid({ price: 5000 }, [3000])
  const asked = (await submit(built, built.learner, [itemsOf(built)[0]!])).attribute!
  assert.deepEqual(
    (await stateOf(built)).items.map(({ suspended }) => suspended),
    [true, false],
  )
  await carryOut(asked.id)
  assert.equal(await ended(asked.id), 'succeeded')
  const state = await stateOf(built)
  assert.deepEqual([state.order, state.refunded], ['part_refunded', 5000])
  assert.deepEqual(
    state.items.map(({ enrolment }) => enrolment),
    ['refunded', 'active'],
  )
  const rest = (await submit(built, built.learner, [itemsOf(built)[1]!])).attribute!
  await carryOut(rest.id)
  assert.equal(await ended(rest.id), 'succeeded')
  assert.equal((await stateOf(built)).order, 'refunded')
})

test('cancelled or rejected, nothing moved and study goes on; a rejected learner reads why', async () => {
  const built = await shop.paid()
  const first = (await submit(built)).attribute!
  assert.equal((await submit(built)).respCode, 409, 'twice')
  assert.equal(
    (await shop.world.call(calls.cancel, { refundId: first.id }, built.learner.token)).respCode,
    200,
  )
  const untouched = { refunded: 0, refunding: 0, enrolment: 'active', suspended: false }
  assert.deepEqual((await stateOf(built)).items, [untouched])
  assert.equal((await carryOut(first.id)).respCode, 409)
  const other = (await submit(built)).attribute!
  const why = '班级已开课，按协议不退'
  assert.equal(
    (await shop.world.call(calls.reject, { refundId: other.id, reason: why }, clerk.token)).respCode,
    200,
  )
  const state = await stateOf(built)
  assert.deepEqual(
    [state.order, state.items, state.payment],
    ['paid', [untouched], { refunded: 0, refunding: 0 }],
  )
  assert.equal(
    (await shop.world.call(calls.cancel, { refundId: other.id }, built.learner.token)).respCode,
    409,
  )
  const mine = await shop.world.ask(calls.findMyList, {}, built.learner.token)
  assert.deepEqual(
    mine.list.map(({ status, decision }) => [status, decision]),
    [
      ['rejected', why],
      ['cancelled', null],
    ],
  )
  const { list } = await shop.world.ask(messageCalls.findMine, {}, built.learner.token)
  assert.ok(list.some(({ kind, text }) => kind === 'refund.rejected' && text.zh.includes(why)))
})

test('the terms bind a learner with their numbers, in the preview as in the action; the operator refunds all the same', async () => {
  const built = await shop.paid()
  const { db } = shop.world
  await db`update enrolments set progress = 2100, watched_seconds = 60 where account_id = ${built.learner.accountId}`
  await db`update orders set paid_at = paid_at - interval '9 days', created_at = created_at - interval '9 days' where id = ${built.order.id}`
  const { items } = await shop.world.ask(calls.data, { orderId: built.order.id }, built.learner.token)
  assert.deepEqual(items[0]!.blocks, [
    '付款后 7 天内可以退款，您已付款 9 天',
    `学习进度不超过 20% 可以退款，“${built.order.items[0]!.name}”已学 21%`,
  ])
  const refused = await submit(built)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, items[0]!.blocks[0]])
  assert.deepEqual(
    (await shop.world.ask(calls.data, { orderId: built.order.id }, clerk.token)).items[0]!.blocks,
    [],
  )
  const sent = (await submit(built, clerk)).attribute!
  assert.deepEqual(
    [sent.status, sent.kind, sent.items[0]!.progress, sent.items[0]!.days],
    ['processing', 'operator', 2100, 9],
  )
  assert.equal(await ended(sent.id), 'succeeded')
})

test('so many times a year, counted with those that are open, and not those that came to nothing', async () => {
  const learner = await aLearner(shop.world, shop.portal)
  const orders = [await shop.paid({ learner }), await shop.paid({ learner }), await shop.paid({ learner })]
  const first = (await submit(orders[0]!)).attribute!
  await shop.world.ask(calls.cancel, { refundId: first.id }, learner.token)
  assert.equal((await submit(orders[0]!)).respCode, 200)
  assert.equal((await submit(orders[1]!)).respCode, 200)
  const third = await submit(orders[2]!)
  assert.equal(third.respDesc, '每年可申请退款 2 次，今年已申请 2 次')
  await shop.world
    .db`update refunds set created_at = created_at - interval '1 year' where account_id = ${learner.accountId}`
  assert.equal((await submit(orders[2]!)).respCode, 200)
})

test('requests for two orders at once do not pass the limit of a year together', async () => {
  const learner = await aLearner(shop.world, shop.portal)
  const orders = await Promise.all(Array.from({ length: 4 }, () => shop.paid({ learner })))
  const replies = await Promise.all(orders.map((built) => submit(built)))
  assert.deepEqual(replies.map(({ respCode }) => respCode).sort(), [200, 200, 409, 409])
})

test('of many requests for one item by learner and operators one succeeds', async () => {
  const built = await shop.paid()
  const by = Array.from({ length: 64 }, (_, i) => (i % 2 ? built.learner : clerk))
  const replies = await Promise.all(by.map((one) => submit(built, one)))
  assert.equal(replies.filter(({ respCode }) => respCode === 200).length, 1)
  assert.ok(replies.every(({ respCode }) => respCode === 200 || respCode === 409))
  assert.equal((await stateOf(built)).items[0]!.refunding <= 6000, true)
})

test('what an operator refunds in part leaves the learner in the class, and never comes to more than was paid', async () => {
  const built = await shop.paid()
  const [{ itemId }] = itemsOf(built) as [{ itemId: string }]
  const asking = (amount: number, by = clerk) => submit(built, by, [{ itemId, amount }])
  const tooMuch = await asking(6001)
  assert.deepEqual([tooMuch.respCode, tooMuch.field], [422, 'items'])
  assert.match(tooMuch.respDesc, /最多可退 ¥60\.00/)
  assert.equal((await asking(0)).respCode, 422)
  assert.equal((await asking(100, built.learner)).respCode, 422, 'a learner names no sum')
  const part = (await asking(1000)).attribute!
  assert.equal(await ended(part.id), 'succeeded')
  const state = await stateOf(built)
  assert.deepEqual(
    [state.order, state.items[0]],
    ['part_refunded', { refunded: 1000, refunding: 0, enrolment: 'active', suspended: false }],
  )
  assert.equal((await asking(5001)).respCode, 422)
  const rest = (await asking(5000)).attribute!
  assert.equal(await ended(rest.id), 'succeeded')
  assert.deepEqual((await stateOf(built)).items[0]!.enrolment, 'refunded')
})

test('a pass goes with its refund: hours reversed, certificate revoked, in the history', async () => {
  const { world, portal } = shop
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const built = await shop.paid({ certificateTemplateId })
  const [row] = await world.db`select id from enrolments where account_id = ${built.learner.accountId}`
  const by = { accountId: clerk.accountId, projectId: portal.projectId }
  await world.db.begin((tx) => passByHand(tx, row!.id as string, { by, reason: '线下已考' }))
  const held = async () => {
    const [now] = await world.db`
      select coalesce(sum(h.hours_tenths), 0)::int as hours,
        (select array_agg(k.status) from certificates k where k.enrolment_id = ${row!.id as string}) as certificates
      from hour_entries h where h.enrolment_id = ${row!.id as string}`
    return { ...now }
  }
  assert.deepEqual(await held(), { hours: 80, certificates: ['valid'] })
  const { items } = await world.ask(calls.data, { orderId: built.order.id }, clerk.token)
  assert.equal(items[0]!.isCounted, true)
  assert.equal((await submit(built)).respCode, 409, 'a learner keeps what was passed')
  const sent = (await submit(built, clerk)).attribute!
  assert.equal(sent.status, 'processing')
  assert.deepEqual(await held(), { hours: 0, certificates: ['revoked'] })
})

test('above the limit a second person approves, and what changed meanwhile is not refunded', async () => {
  const { world, portal } = shop
  await changeSettings(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const asked = (await submit(built)).attribute!
  const held = (await carryOut(asked.id)).attribute!
  assert.equal(held.status, 'applied')
  const [waiting] = (await world.ask(calls.list, { id: asked.id }, second.token)).list
  assert.equal(waiting!.isProposed, true)
  assert.equal((await carryOut(asked.id)).respCode, 409, 'proposed once')
  const proposals = (await world.ask(approvalCalls.findPageList, { kind: 'refund' }, clerk.token)).list
  const approvalId = proposals[0]!.id
  assert.match(proposals[0]!.summary.zh, /¥60\.00/)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, clerk.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  assert.equal(await ended(asked.id), 'succeeded')
  const other = await shop.paid()
  const withdrawn = (await submit(other)).attribute!
  await carryOut(withdrawn.id)
  await world.ask(calls.cancel, { refundId: withdrawn.id }, other.learner.token)
  const [late] = (await world.ask(approvalCalls.findPageList, { kind: 'refund' }, second.token)).list
  assert.equal((await world.call(approvalCalls.approve, { id: late!.id }, second.token)).respCode, 409)
  assert.equal((await stateOf(other)).items[0]!.enrolment, 'active')
  await changeSettings(world, portal.projectId, { refundApprovalAbove: null })
})

test('a request the channel closed is sent again under a new number; abnormal money under the old, or goes back offline', async () => {
  const { db } = shop.world
  const fail = (id: string, failure: string) =>
    db`update refunds set status = 'failed', failure = ${failure}, ask_at = null where id = ${id}`
  const numbers = async (id: string) => {
    const [row] = await db`select channel_no, attempts from refunds where id = ${id}`
    return [row!.channelNo as string, row!.attempts as number] as const
  }
  shop.silence(true)
  const built = await (async () => {
    shop.silence(false)
    const paid = await shop.paid()
    shop.silence(true)
    return paid
  })()
  const { id, refundNo } = (await submit(built, clerk)).attribute!
  assert.deepEqual(await numbers(id), [refundNo, 1])
  await fail(id, 'closed')
  const stuck = await shop.world.ask(calls.list, { stuck: true }, clerk.token)
  assert.deepEqual(
    stuck.list.map((row) => row.id),
    [id],
  )
  await carryOut(id)
  assert.deepEqual(await numbers(id), [`${refundNo}_2`, 2])
  await fail(id, 'abnormal')
  await carryOut(id)
  assert.deepEqual(await numbers(id), [`${refundNo}_2`, 2])
  const offline = await offlineToday()
  assert.equal((await carryOut(id, { offline })).respCode, 409, 'the channel is returning it')
  await fail(id, 'abnormal')
  for (const [day, code] of [
    ['2099-01-01', 422],
    ['2020-01-01', 422],
    [offline.day, 200],
  ] as const) {
    const reply = await carryOut(id, { offline: { ...offline, day } })
    assert.deepEqual([reply.respCode, reply.field], [code, code === 422 ? 'offline.day' : undefined])
  }
  const state = await stateOf(built)
  assert.deepEqual([state.order, state.payment], ['refunded', { refunded: 6000, refunding: 0 }])
  shop.silence(false)
})

test('money older than a year, or that came through no channel, only goes back offline', async () => {
  const { db } = shop.world
  const built = await shop.paid()
  await db`update payments set succeeded_at = succeeded_at - interval '400 days' where order_id = ${built.order.id}`
  const waits = (await submit(built, clerk)).attribute!
  const [row] = (await shop.world.ask(calls.list, { id: waits.id }, clerk.token)).list
  assert.deepEqual([row!.status, row!.offlineWhy], ['applied', 'old'])
  const refused = await carryOut(waits.id)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /超过一年/)
  assert.equal((await carryOut(waits.id, { offline: await offlineToday() })).attribute!.status, 'succeeded')
  assert.equal((await stateOf(built)).items[0]!.enrolment, 'refunded')
})

test('a batch refunds paid enrolments and says of the others why not', async () => {
  const { world, portal } = shop
  const built = await shop.paid()
  const free = await aLearner(world, portal)
  const [paid] = await world.db`select id from enrolments where account_id = ${built.learner.accountId}`
  const [joined] = await world.db`
    insert into enrolments (project_id, account_id, class_id, source, status)
    values (${portal.projectId}, ${free.accountId}, ${built.classId}, 'import', 'active') returning id`
  const ids = [paid!.id as string, joined!.id as string]
  const result = await world.ask(calls.refundBatchClass, { ids, reason: '班级取消' }, clerk.token)
  assert.deepEqual(result.succeeded, [ids[0]])
  assert.match(result.failed[0]!.reason, /没有付过款/)
  assert.equal((await stateOf(built)).items[0]!.enrolment, 'refunded')
})

test('nobody reaches another’s refund: not a learner, not a unit’s manager, not another project', async () => {
  const { world, portal } = shop
  const built = await shop.paid()
  const asked = (await submit(built)).attribute!
  const stranger = await aLearner(world, portal)
  assert.equal((await submit(built, stranger)).respCode, 404)
  assert.equal((await world.call(calls.data, { orderId: built.order.id }, stranger.token)).respCode, 404)
  assert.equal((await world.call(calls.cancel, { refundId: asked.id }, stranger.token)).respCode, 404)
  const input = { orderId: built.order.id }
  assert.equal((await world.ask(calls.findMyList, input, stranger.token)).total, 0)
  assert.equal((await world.ask(calls.findMyList, input, built.learner.token)).total, 1)
  const foreign = await aShop([menu])
  const other = await anAccount(foreign.world, foreign.portal, { role: 'admin' })
  assert.equal((await foreign.world.call(calls.do, { refundId: asked.id }, other.token)).respCode, 404)
  const [item] = itemsOf(await shop.paid())
  assert.equal((await submit(built, clerk, [item!])).respCode, 404, 'an item of another order')
  const twice = await submit(await shop.paid(), clerk, [item!, item!])
  assert.deepEqual([twice.respCode, twice.field], [422, 'items'])
})

test('an unpaid, a waived and a cancelled order have nothing to refund', async () => {
  const built = await shop.order()
  const refused = await submit(built)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, '这个订单没有付过款，不能退款'])
})

test('a closed class, a full one or a changed price do not stand in the way of a refund', async () => {
  const built = await shop.paid({ quota: 1 })
  await shop.world
    .db`update train_classes set price = 9999, original_price = 9999, status = 'off_shelf' where id = ${built.classId}`
  const asked = (await submit(built)).attribute!
  assert.equal(asked.amount, 6000)
  await carryOut(asked.id)
  assert.equal(await ended(asked.id), 'succeeded')
  const [seat] = await shop.world.db`select sold, held from train_classes where id = ${built.classId}`
  assert.deepEqual({ ...seat }, { sold: 0, held: 0 })
})

test('an exam clock, a lease or an expiry does not go on while a refund is open', async () => {
  const built = await shop.paid()
  await submit(built)
  await shop.world
    .db`update enrolments set expires_at = moment() - interval '1 day' where account_id = ${built.learner.accountId}`
  await runJob(shop.world, 'enrolment.expire')
  assert.equal((await stateOf(built)).items[0]!.enrolment, 'active')
})
