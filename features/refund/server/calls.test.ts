import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { passByHand } from '../../enrolment/server/actions.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import { runJob } from '../../../test/build/job.ts'
import { type BuiltOrder, aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  type BuiltAccount,
  changeLimits,
  openRefunds,
} from '../../../test/build/portal.ts'
import { race } from '../../../test/race.ts'
import { until } from '../../../test/until.ts'
import { giveAccess } from '../../account/server/actions.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { lockPerson } from '../../approval/server/actions.ts'
import { messageCalls } from '../../message/contract.ts'
import { chineseTime } from '../../../server/channels/wechatPay.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { orderHistoryCalls } from '../../orderHistory/contract.ts'
import { orderCalls, orderRefusals } from '../../order/contract.ts'
import { lockOrder } from '../../order/server/actions.ts'
import { refundCalls as calls, refundRefusals } from '../contract.ts'

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
  await openRefunds(world, portal.projectId, 2)
  clerk = await anAccount(world, portal, { role: 'admin', userName: '财务' })
  second = await anAccount(world, portal, { role: 'admin', userName: '主管' })
})

let transfers = 0

/** A refund beside the channel by a bank transfer of its own, of the day it now is in China. */
async function offlineToday() {
  const [row] = await shop.world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return { bank: '工商银行', serialNo: `20231124${++transfers}000`, day: row!.day as string }
}

const itemsOf = ({ order }: BuiltOrder) => order.items.map(({ id: itemId }) => ({ itemId }))

/** Asks for a refund of everything in an order, as its learner unless another is named. */
const submit = (
  built: BuiltOrder,
  by = built.learner,
  items: { itemId: string; amount?: number }[] = itemsOf(built),
) => shop.world.call(calls.submit, { orderId: built.order.id, items, reason }, by.token)

const execute = (refundId: string, more: object = {}, by = clerk) =>
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
  const [listed] = (await shop.world.ask(orderCalls.findPageList, { id: built.order.id }, clerk.token)).list
  assert.deepEqual(listed!.refundStatuses, ['applied'], 'the list of orders says so')
  const applied = await stateOf(built)
  assert.deepEqual(applied.items, [{ refunded: 0, refunding: 6000, enrolment: 'active', suspended: true }])
  assert.deepEqual(applied.payment, { refunded: 0, refunding: 6000 })
  assert.equal((await execute(asked.id)).attribute!.status, 'processing')
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
  await execute(asked.id)
  assert.equal(await ended(asked.id), 'succeeded')
  const state = await stateOf(built)
  assert.deepEqual([state.order, state.refunded], ['part_refunded', 5000])
  assert.deepEqual(
    state.items.map(({ enrolment }) => enrolment),
    ['refunded', 'active'],
  )
  const rest = (await submit(built, built.learner, [itemsOf(built)[1]!])).attribute!
  await execute(rest.id)
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
  assert.equal((await execute(first.id)).respCode, 409)
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

test('a form sent again gives the refund it made, whatever became of that, and no other', async () => {
  const { world } = shop
  const built = await shop.paid()
  const [{ itemId }] = itemsOf(built) as [{ itemId: string }]
  const form = { orderId: built.order.id, items: [{ itemId, amount: 1000 }], reason, requestKey: 'form-0001' }
  const send = (more: object = {}, by = clerk) => world.call(calls.submit, { ...form, ...more }, by.token)
  const first = (await send()).attribute!
  assert.equal(await ended(first.id), 'succeeded')
  const again = await send()
  assert.deepEqual([again.attribute!.id, again.attribute!.status], [first.id, 'succeeded'])
  assert.equal((await stateOf(built)).refunded, 1000)
  for (const other of [{ items: [{ itemId, amount: 2000 }] }, { reason: '又有一个原因' }]) {
    const refused = await send(other)
    assert.deepEqual([refused.respCode, refused.field], [409, 'requestKey'])
  }
  assert.notEqual((await send({}, second)).attribute!.id, first.id, 'a key is its sender’s')
  const [count] = await world.db`select count(*)::int as n from refunds where order_id = ${built.order.id}`
  assert.equal(count!.n, 2)
})

test('a form sent many times at once is one refund', async () => {
  const built = await shop.paid()
  const [{ itemId }] = itemsOf(built) as [{ itemId: string }]
  const form = { orderId: built.order.id, items: [{ itemId, amount: 1000 }], reason, requestKey: 'form-0002' }
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => shop.world.call(calls.submit, form, clerk.token)),
  )
  assert.ok(replies.every(({ respCode }) => respCode === 200))
  assert.equal(new Set(replies.map(({ attribute }) => attribute!.id)).size, 1)
  assert.equal((await stateOf(built)).items[0]!.refunding, 1000)
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
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const asked = (await submit(built)).attribute!
  const held = (await execute(asked.id)).attribute!
  assert.equal(held.status, 'applied')
  const [waiting] = (await world.ask(calls.list, { id: asked.id }, second.token)).list
  assert.equal(waiting!.isProposed, true)
  assert.equal((await execute(asked.id)).respCode, 409, 'proposed once')
  const proposals = (await world.ask(approvalCalls.findPageList, { kind: 'refund' }, clerk.token)).list
  const approvalId = proposals[0]!.id
  assert.match(proposals[0]!.summary.zh, /¥60\.00/)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, clerk.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  assert.equal(await ended(asked.id), 'succeeded')
  const other = await shop.paid()
  const withdrawn = (await submit(other)).attribute!
  await execute(withdrawn.id)
  await world.ask(calls.cancel, { refundId: withdrawn.id }, other.learner.token)
  const [late] = (await world.ask(approvalCalls.findPageList, { kind: 'refund' }, second.token)).list
  assert.equal((await world.call(approvalCalls.approve, { id: late!.id }, second.token)).respCode, 409)
  assert.equal((await stateOf(other)).items[0]!.enrolment, 'active')
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
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
  await execute(id)
  assert.deepEqual(await numbers(id), [`${refundNo}_2`, 2])
  const own = await shop.world.ask(calls.findMyList, {}, built.learner.token)
  assert.deepEqual(
    own.list.map(({ events }) => events.map(({ kind }) => kind)),
    [['sent', 'sent']],
    'the learner reads of each time it was sent',
  )
  await fail(id, 'abnormal')
  await execute(id)
  assert.deepEqual(await numbers(id), [`${refundNo}_2`, 2])
  const offline = await offlineToday()
  assert.equal((await execute(id, { offline })).respCode, 409, 'the channel is returning it')
  await fail(id, 'abnormal')
  for (const [day, code] of [
    ['2099-01-01', 422],
    ['2020-01-01', 422],
    [offline.day, 200],
  ] as const) {
    const reply = await execute(id, { offline: { ...offline, day } })
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
  const refused = await execute(waits.id)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /超过一年/)
  assert.equal((await execute(waits.id, { offline: await offlineToday() })).attribute!.status, 'succeeded')
  assert.equal((await stateOf(built)).items[0]!.enrolment, 'refunded')
})

test('one bank transfer proves one refund of its project, also where two name it at once; a picture proves it', async () => {
  const { world } = shop
  const aged = async () => {
    const built = await shop.paid()
    await world.db`update payments set succeeded_at = succeeded_at - interval '400 days' where order_id = ${built.order.id}`
    return (await submit(built, clerk)).attribute!.id
  }
  const [one, other, third] = [await aged(), await aged(), await aged()]
  const offline = await offlineToday()
  const absent = await execute(one, { offline: { ...offline, proof: 'image/2023/none.jpg' } })
  assert.deepEqual([absent.respCode, absent.field], [422, 'offline.proof'])
  const key = `image/2023/${randomUUID()}.jpg`
  await world.db`
    insert into images (key, project_id, account_id, bytes, width, height)
    values (${key}, ${shop.portal.projectId}, ${clerk.accountId}, 1, 1, 1)`
  const replies = await Promise.all([
    execute(one, { offline: { ...offline, proof: key } }),
    execute(other, { offline }, second),
  ])
  assert.deepEqual(replies.map(({ respCode }) => respCode).toSorted(), [200, 409])
  const refused = replies.find(({ respCode }) => respCode === 409)!
  assert.equal(refused.field, 'offline.serialNo')
  const proved = replies.find(({ attribute }) => attribute)!.attribute!
  assert.ok(refused.respDesc.includes(`退款 ${proved.refundNo} `), refused.respDesc)
  const [told] = await world.db`
    select kind, params from messages where key = ${replies[0]!.respCode === 200 ? one : other}`
  assert.equal(told!.kind, 'refund.offline')
  assert.deepEqual([told!.params.bank, told!.params.day], [offline.bank, offline.day])
  const left = replies[0]!.respCode === 409 ? one : other
  const again = await offlineToday()
  await execute(left, { offline: left === one ? { ...again, proof: key } : again })
  const [row] = (await world.ask(calls.list, { id: one }, clerk.token)).list
  assert.match(row!.proofPath!, /signature=/)
  assert.equal((await world.ask(calls.list, { id: other }, clerk.token)).list[0]!.proofPath, null)
  const hyphens = { ...offline, serialNo: offline.serialNo.replace('2023', '2023-') }
  assert.equal((await execute(third, { offline: hyphens })).field, 'offline.serialNo')
  const fresh = await offlineToday()
  assert.equal((await execute(third, { offline: { ...fresh, proof: key } })).field, 'offline.proof')
  assert.equal((await execute(third, { offline: fresh })).respCode, 200)
})

test('a bank transfer that waits for approval proves nothing else, and its approver sees the picture', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const [one, other] = [(await submit(built)).attribute!, (await submit(await shop.paid())).attribute!]
  const key = `image/2023/${randomUUID()}.jpg`
  await world.db`
    insert into images (key, project_id, account_id, bytes, width, height)
    values (${key}, ${portal.projectId}, ${clerk.accountId}, 1, 1, 1)`
  const offline = await offlineToday()
  assert.equal((await execute(one.id, { offline: { ...offline, proof: key } })).attribute!.status, 'applied')
  const refused = await execute(
    other.id,
    { offline: { ...offline, serialNo: ` ${offline.serialNo} ` } },
    second,
  )
  assert.deepEqual([refused.respCode, refused.field], [409, 'offline.serialNo'])
  assert.ok(refused.respDesc.includes(`退款 ${one.refundNo} （待审批）`), refused.respDesc)
  const [seen] = (await world.ask(calls.list, { id: one.id }, second.token)).list
  assert.deepEqual([seen!.offline!.serialNo, seen!.isOffline], [offline.serialNo, false])
  assert.ok(seen!.proofPath!.includes(`who=${second.accountId}`))
  const [proposal] = (await world.ask(approvalCalls.findPageList, { subjectId: one.id }, second.token)).list
  assert.equal((await world.call(approvalCalls.approve, { id: proposal!.id }, second.token)).respCode, 200)
  const mine = await world.ask(calls.findMyList, {}, built.learner.token)
  assert.deepEqual([mine.total, JSON.stringify(mine).includes('proof')], [1, false])
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
})

test('requests are refunded and rejected many at a time, each for itself, with how often each learner asked', async () => {
  const { world } = shop
  const learner = await aLearner(world, shop.portal)
  const asked: string[] = []
  for (let i = 0; i < 2; i++) asked.push((await submit(await shop.paid({ learner }))).attribute!.id)
  const times = async (id: string) =>
    (await world.ask(calls.list, { id }, clerk.token)).list.map((row) => [row.status, row.times])
  assert.deepEqual([await times(asked[0]!), await times(asked[1]!)], [[['applied', 0]], [['applied', 1]]])
  const done = await world.ask(calls.doBatch, { ids: [asked[0]!] }, clerk.token)
  assert.deepEqual(done, { succeeded: [asked[0]], failed: [] })
  const why = '班级已开课'
  const rejected = await world.ask(calls.rejectBatch, { ids: asked, reason: why }, clerk.token)
  assert.deepEqual(
    [rejected.succeeded, rejected.failed.map(({ id }) => id)],
    [[asked[1]], [asked[0]]],
    'what is sent is not rejected',
  )
  assert.match(rejected.failed[0]!.name!, /_R1$/)
  assert.equal((await times(asked[1]!))[0]![0], 'rejected')
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

test('a batch does not call done what only waits for a second person', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const [paid] = await world.db`select id from enrolments where account_id = ${built.learner.accountId}`
  const ids = [paid!.id as string]
  const result = await world.ask(calls.refundBatchClass, { ids, reason: '班级取消' }, clerk.token)
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
  assert.deepEqual([result.succeeded, result.proposed, result.failed], [[], ids, []])
  assert.equal((await stateOf(built)).items[0]!.enrolment, 'active')
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

test('a refund of the office that a colleague rejects is news for who opened it, and not for the learner', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const { id, refundNo } = (await submit(built, clerk)).attribute!
  await world.ask(calls.reject, { refundId: id, reason: '录错了' }, second.token)
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
  const told = await world.db`select account_id, kind, params from messages where key = ${id}`
  assert.deepEqual(
    told.map((row) => ({ ...row })),
    [{ accountId: clerk.accountId, kind: 'refund.ownRejected', params: { refundNo, reason: '录错了' } }],
  )
  const again = await execute(id)
  assert.deepEqual([again.respCode, /“退款”/.test(again.respDesc)], [409, true], again.respDesc)
})

test('what the office writes for itself is not what the learner reads of its refund or waiver', async () => {
  const { world } = shop
  const built = await shop.paid()
  const items = itemsOf(built)
  const given = { orderId: built.order.id, items, reason: '投诉处理', learnerNote: '课程取消，全额退回' }
  const sent = await world.ask(calls.submit, given, clerk.token)
  assert.equal(sent.reason, '投诉处理')
  const mine = await world.ask(calls.findMyList, {}, built.learner.token)
  assert.deepEqual(
    mine.list.map((row) => row.reason),
    ['课程取消，全额退回'],
  )
  const [row] = (await world.ask(calls.list, { id: sent.id }, clerk.token)).list
  assert.deepEqual([row!.reason, row!.learnerNote], ['投诉处理', '课程取消，全额退回'])
  const unpaid = await shop.order()
  const waiver = { orderId: unpaid.order.id, reason: '困难学员', learnerNote: '本次培训免费' }
  await world.ask(orderCalls.freeOrder, waiver, clerk.token)
  for (const [order, kind, text] of [
    [built, 'refundStarted', given.learnerNote],
    [unpaid, 'waived', waiver.learnerNote],
  ] as const) {
    const { events } = await world.ask(
      orderHistoryCalls.find,
      { orderId: order.order.id },
      order.learner.token,
    )
    assert.equal(events.find((event) => event.kind === kind)!.text, text)
    assert.ok(!JSON.stringify(events).includes(kind === 'waived' ? waiver.reason : given.reason))
  }
})

test('what the office opened its learner cannot cancel', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const { id, status } = (await submit(built, clerk)).attribute!
  assert.equal(status, 'applied')
  const refused = await world.call(calls.cancel, { refundId: id }, built.learner.token)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, refundRefusals.notOwn.zh])
  assert.equal((await world.ask(calls.list, { id }, clerk.token)).list[0]!.status, 'applied')
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
})

test('a class that was passed while its learner asked for a refund is not refunded', async () => {
  const { world } = shop
  const built = await shop.paid()
  const [asked] = await race(
    world.db,
    async (tx) => {
      await tx`
        update enrolments set status = 'passed', progress = 10000, passed_at = moment(), passed_by = 'rule'
        where account_id = ${built.learner.accountId}`
    },
    () => submit(built),
  )
  assert.deepEqual([asked.respCode, asked.field], [409, 'items'])
})

test('who works in the office decides nothing about an order of their own', async () => {
  const { world } = shop
  const built = await shop.paid()
  const unpaid = await shop.order({ learner: built.learner })
  await world.db`
    insert into account_links (account_id, linked_id, proof)
    values (${clerk.accountId}, ${built.learner.accountId}, 'password')`
  const own = [409, orderRefusals.ownOrder.zh]
  const refused = await submit(built, clerk)
  assert.deepEqual([refused.respCode, refused.respDesc], own)
  const asked = (await submit(built)).attribute!
  for (const answer of [
    await world.call(orderCalls.freeOrder, { orderId: unpaid.order.id, reason }, clerk.token),
    await world.call(
      orderCalls.updatePrice,
      { orderId: unpaid.order.id, items: [{ itemId: unpaid.order.items[0]!.id, payable: 1 }], reason },
      clerk.token,
    ),
    await execute(asked.id),
    await world.call(calls.reject, { refundId: asked.id, reason }, clerk.token),
  ]) {
    assert.deepEqual([answer.respCode, answer.respDesc], own)
  }
  await world.db`delete from account_links where account_id = ${clerk.accountId}`
  assert.equal((await execute(asked.id)).respCode, 200)
})

test('a class that cost nothing any more can be left after the others were refunded', async () => {
  const { world } = shop
  const built = await shop.order({ price: 6000 }, [4000])
  const [first, second] = built.order.items
  const items = [{ itemId: first!.id, payable: 0 }]
  await world.ask(orderCalls.updatePrice, { orderId: built.order.id, items, reason }, clerk.token)
  await shop.payAt(await shop.code(built))
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  await submit(built, clerk, [{ itemId: second!.id }])
  await until(async () => {
    await shop.poll()
    return (await shop.rows(built.order.id)).status === 'refunded'
  })
  const [left] = await world.db`
    select id from enrolments where account_id = ${built.learner.accountId} and status = 'active'`
  const removed = await world.call(
    enrolmentCalls.deleteBatchClass,
    { ids: [left!.id as string], reason },
    clerk.token,
  )
  assert.equal(removed.respCode, 200)
})

test('an unpaid, a waived and a cancelled order have nothing to refund', async () => {
  const [unpaid, waived, cancelled] = [await shop.order(), await shop.order(), await shop.order()]
  await shop.world.ask(orderCalls.freeOrder, { orderId: waived.order.id, reason }, clerk.token)
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: cancelled.order.id }, cancelled.learner.token)
  for (const built of [unpaid, waived, cancelled]) {
    for (const by of [built.learner, clerk]) {
      const refused = await submit(built, by)
      assert.deepEqual([refused.respCode, refused.respDesc], [409, '这个订单没有付过款，不能退款'])
    }
  }
})

test('a closed class, a full one or a changed price do not stand in the way of a refund', async () => {
  const built = await shop.paid({ quota: 1 })
  await shop.world
    .db`update train_classes set price = 9999, original_price = 9999, status = 'off_shelf' where id = ${built.classId}`
  const asked = (await submit(built)).attribute!
  assert.equal(asked.amount, 6000)
  await execute(asked.id)
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

test('who approves a refund waits for its order before the proposal is touched', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const built = await shop.paid()
  const asked = (await submit(built)).attribute!
  await execute(asked.id)
  const [proposal] = (await world.ask(approvalCalls.findPageList, { kind: 'refund' }, second.token)).list
  const { id } = proposal!
  const [approved] = await race(
    world.db,
    async (tx) => {
      await lockOrder(tx, built.order.id)
      return () => tx`select from approvals where id = ${id} for update nowait`
    },
    () => world.call(approvalCalls.approve, { id }, second.token),
  )
  assert.equal(approved.respCode, 200)
  assert.equal(await ended(asked.id), 'succeeded')
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
})

test('a request waits for its order before its learner is locked, as who settles the order does', async () => {
  const built = await shop.paid()
  const [asked] = await race(
    shop.world.db,
    async (tx) => {
      await lockOrder(tx, built.order.id)
      return async () => {
        await tx`set local lock_timeout = '2s'`
        await tx`select from accounts where id = ${built.learner.accountId} for no key update`
      }
    },
    () => submit(built),
  )
  assert.equal(asked.attribute!.status, 'applied')
})

test('an operator’s day is counted without a lock on the learners they gave a password', async () => {
  const built = await shop.paid()
  const { db } = shop.world
  await db.begin((tx) => giveAccess(tx, clerk.accountId, built.learner.accountId))
  const [asked] = await race(
    db,
    async (tx) => {
      await lockOrder(tx, built.order.id)
      return () => tx`select from accounts where id = ${built.learner.accountId} for no key update nowait`
    },
    () => submit(built, clerk),
  )
  assert.equal(asked.attribute!.status, 'processing')
})

test('a proposal leaves the approvers’ queue when its refund is cancelled, rejected or carried out otherwise', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const ways = {
    cancelled: (refundId: string, { learner }: BuiltOrder) =>
      world.ask(calls.cancel, { refundId }, learner.token),
    rejected: (refundId: string) => world.ask(calls.reject, { refundId, reason: '已开课' }, clerk.token),
    processing: async (refundId: string) => {
      await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
      await execute(refundId)
    },
  }
  for (const [status, end] of Object.entries(ways)) {
    const built = await shop.paid()
    const { id } = (await submit(built)).attribute!
    await execute(id)
    const proposal = async () =>
      (await world.ask(approvalCalls.findPageList, { subjectId: id }, second.token)).list[0]!.status
    assert.equal(await proposal(), 'proposed')
    await end(id, built)
    assert.equal((await world.ask(calls.list, { id }, clerk.token)).list[0]!.status, status)
    assert.equal(await proposal(), 'withdrawn', status)
    const [logged] = await world.db`
      select reason from operation_logs where subject_id = ${id} and action = 'approval.withdraw'`
    assert.equal(logged!.reason, 'refund.ended')
  }
})

test('a refund that is split needs a second person as the whole does: by its order, and by the operator’s day', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const operator = await anAccount(world, portal, { role: 'admin' })
  const part = async (built: BuiltOrder, amount: number, by: BuiltAccount) =>
    (await submit(built, by, [{ ...itemsOf(built)[0]!, amount }])).attribute!
  const one = await shop.paid({ price: 20_000 })
  for (const [amount, by] of [
    [3000, operator],
    [2000, await anAccount(world, portal, { role: 'admin' })],
  ] as const) {
    const sent = await part(one, amount, by)
    assert.equal(sent.status, 'processing')
    assert.equal(await ended(sent.id), 'succeeded')
  }
  const above = await part(one, 100, operator)
  assert.equal(above.status, 'applied', 'of the order, by whomever')
  const other = await shop.paid()
  assert.equal((await part(other, 2100, operator)).status, 'applied', 'of the day')
  const [proposal] = (await world.ask(approvalCalls.findPageList, { subjectId: above.id }, second.token)).list
  assert.equal((await world.call(approvalCalls.approve, { id: proposal!.id }, second.token)).respCode, 200)
  const least = await shop.paid()
  assert.equal((await part(least, 2000, operator)).status, 'processing', 'what was approved does not count')
  // What a learner asks for counts by itself, and a day ends.
  const requested = await shop.paid({ price: 4000 })
  const { id } = (await submit(requested)).attribute!
  assert.equal((await execute(id, {}, operator)).attribute!.status, 'processing')
  await world.db`
    update sole_decisions set created_at = created_at - interval '1 day' where operator_id = ${operator.accountId}`
  const fresh = await shop.paid()
  assert.equal((await part(fresh, 100, operator)).status, 'processing')
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
})

test('refunds of one operator at once are counted one after the other', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 50 })
  const operator = await anAccount(world, portal, { role: 'admin' })
  const orders = [await shop.paid(), await shop.paid()]
  const refund = async (built: BuiltOrder) =>
    (await submit(built, operator, [{ ...itemsOf(built)[0]!, amount: 3000 }])).attribute!.status
  const states = await race(
    world.db,
    (tx) => lockPerson(tx, operator.accountId),
    () => refund(orders[0]!),
    () => refund(orders[1]!),
  )
  assert.deepEqual(states.toSorted(), ['applied', 'processing'])
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
})

test('money is of the day on which it moved, whenever we heard of it: in totals, in the history and for refunds', async () => {
  const { world } = shop
  const built = await shop.order({ price: 6000 })
  await shop.code(built)
  const { id: orderId } = built.order
  const early = (table: string, column: string) =>
    world.db.unsafe(
      `update ${table} set created_at = created_at - interval '3 days' where ${column} = '${orderId}'`,
    )
  await early('orders', 'id')
  await early('payments', 'order_id')
  const [row] = await world.db`
    select out_trade_no, date_trunc('second', moment()) - interval '2 days' as at from payments where order_id = ${orderId}`
  const number = row!.outTradeNo as string
  const totals = () => world.ask(orderCalls.getTotals, {}, clerk.token)
  const before = await totals()
  const { body, headers } = shop.notice(
    `EV-${number}`,
    transactionFor(shop, number, 6000, { success_time: chineseTime(row!.at as string) }),
  )
  assert.equal(await shop.notify(body, headers), 204)
  const [paid] = await world.db`
    select o.paid_at = p.paid_at as same, p.paid_at = ${row!.at as string}::timestamptz as provider,
      p.succeeded_at > moment() - interval '1 hour' as ours
    from orders o join payments p on p.order_id = o.id where o.id = ${orderId}`
  assert.deepEqual({ ...paid }, { same: true, provider: true, ours: true })
  assert.deepEqual((await totals()).paidToday, before.paidToday)
  const sent = (await submit(built, clerk)).attribute!
  assert.equal(sent.items[0]!.days, 2)
})
