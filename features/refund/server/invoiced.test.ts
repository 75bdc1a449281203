import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aNumber, anIssued, aRequest } from '../../../test/build/issued.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount, type BuiltAccount, openRefunds } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { issueCalls } from '../../invoice/issue/contract.ts'
import { redCalls } from '../../invoice/red/contract.ts'
import { endRed, follow } from '../../invoice/red/server/settle.ts'
import { lockInvoice } from '../../invoice/server/actions.ts'
import { refundCalls as calls } from '../contract.ts'

const reason = '报错班了，想退款'
let shop: Shop
let clerk: BuiltAccount
before(async () => {
  shop = await aShop(['/invoice-manage/refund-list', '/invoice-manage/invoice-list', '/order-manage/list'])
  const { world, portal } = shop
  await openRefunds(world, portal.projectId)
  clerk = await anAccount(world, portal, { role: 'admin', userName: '财务' })
})

/** The day it now is in China. */
async function today(): Promise<string> {
  const [row] = await shop.world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return row!.day as string
}

/** Asks for a refund as the learner: of all items, or of those given. */
const submit = ({ order, learner }: BuiltOrder, items = order.items.map(({ id }) => ({ itemId: id }))) =>
  shop.world.ask(calls.submit, { orderId: order.id, items, reason }, learner.token)

const refundOf = async (built: BuiltOrder) =>
  (await shop.world.ask(calls.findMyList, { orderId: built.order.id }, built.learner.token)).list[0]!

interface State {
  order: string
  refunded: number
  invoiced: number
  blue: string
  reds: { id: string; status: string; amount: number; tax: number }[]
}

async function stateOf({ order }: BuiltOrder, blueId: string): Promise<State> {
  const [row] = await shop.world.db<State[]>`
    select o.status as "order", o.refunded, o.invoiced, b.status as blue,
      coalesce((select json_agg(json_build_object('id', r.id, 'status', r.status, 'amount', r.amount, 'tax', r.tax) order by r.id)
        from invoices r where r.original_id = b.id), '[]') as reds
    from orders o, invoices b where o.id = ${order.id} and b.id = ${blueId}`
  return row!
}

const mark = async (id: string) =>
  shop.world.ask(issueCalls.mark, { id, number: aNumber(), day: await today() }, clerk.token)

const messagesOf = async ({ learner }: BuiltOrder) => {
  const rows = await shop.world.db<{ kind: string }[]>`
    select kind from messages where account_id = ${learner.accountId} and kind ~ '^(refund|invoice)' order by id`
  return rows.map(({ kind }) => kind)
}

test('the money of an issued invoice goes back once that is reversed, and everybody is told what it waits for', async () => {
  const built = await shop.paid({ price: 6000 })
  const blue = await anIssued(shop.world, [built.order.id])
  const { id: refundId } = await submit(built)
  const done = await shop.world.ask(calls.do, { refundId }, clerk.token)
  assert.equal(done.status, 'awaiting_red')
  const [invoice] = await shop.world.db<{ number: string }[]>`select number from invoices where id = ${blue}`
  assert.equal(done.waitsFor, `发票 ${invoice!.number} 正在红冲 ¥60.00，完成后自动退款`)
  const waiting = await stateOf(built, blue)
  assert.deepEqual(
    { ...waiting, reds: waiting.reds.map(({ id: _id, ...red }) => red) },
    {
      order: 'paid',
      refunded: 0,
      invoiced: 6000,
      blue: 'reddening',
      reds: [{ status: 'requested', amount: 6000, tax: 175 }],
    },
  )
  await shop.poll()
  assert.equal((await refundOf(built)).status, 'awaiting_red')
  await mark(waiting.reds[0]!.id)
  await until(async () => (await refundOf(built)).status === 'succeeded')
  assert.equal((await refundOf(built)).waitsFor, null)
  const { reds, ...after } = await stateOf(built, blue)
  assert.deepEqual(after, { order: 'refunded', refunded: 6000, invoiced: 0, blue: 'reddened' })
  assert.equal(reds[0]!.status, 'opened')
  assert.deepEqual(await messagesOf(built), ['refund.awaitsRed', 'invoice.reversed', 'refund.succeeded'])
})

test('a part of an order reverses that part of its invoice: the line of the class', async () => {
  const built = await shop.paid({ price: 5000 }, [3000])
  const blue = await anIssued(shop.world, [built.order.id])
  const { id: refundId } = await submit(built, [{ itemId: built.order.items[1]!.id }])
  await shop.world.ask(calls.do, { refundId }, clerk.token)
  const [red] = (await stateOf(built, blue)).reds
  assert.equal(red!.amount, 3000)
  const lines = await shop.world.db<{ amount: number; reddened: number }[]>`
    select amount, reddened from invoice_lines where invoice_id = ${blue} order by amount`
  assert.deepEqual(
    [...lines],
    [
      { amount: 3000, reddened: 3000 },
      { amount: 5000, reddened: 0 },
    ],
  )
  await mark(red!.id)
  await until(async () => (await refundOf(built)).status === 'succeeded')
  const { reds: _reds, ...after } = await stateOf(built, blue)
  assert.deepEqual(after, { order: 'part_refunded', refunded: 3000, invoiced: 5000, blue: 'part_reddened' })
})

test('a request that nobody has begun ends with the refund, which goes back at once', async () => {
  const built = await shop.paid({ price: 4000 })
  const requested = await aRequest(shop.world, [built.order.id])
  const { id: refundId } = await submit(built)
  const done = await shop.world.ask(calls.do, { refundId }, clerk.token)
  assert.equal(done.status, 'processing')
  const { reds, ...after } = await stateOf(built, requested)
  assert.deepEqual([after.blue, after.invoiced, reds], ['rejected', 0, []])
  assert.ok((await messagesOf(built)).includes('invoice.ended'))
})

test('what only goes back offline is recorded after its invoice was reversed, which the refund begins', async () => {
  const built = await shop.paid({ price: 7000 })
  const blue = await anIssued(shop.world, [built.order.id])
  await shop.world.db`
    update payments set paid_at = paid_at - interval '2 years', succeeded_at = succeeded_at - interval '2 years'
    where order_id = ${built.order.id}`
  const { id: refundId } = await submit(built)
  const offline = { bank: '招商银行', serialNo: 'SN20231124001', day: await today() }
  const early = await shop.world.call(calls.do, { refundId, offline }, clerk.token)
  assert.equal(early.respCode, 409)
  assert.match(early.respDesc, /要先红冲 ¥70\.00/)
  assert.deepEqual((await stateOf(built, blue)).reds, [])
  assert.equal((await shop.world.ask(calls.do, { refundId }, clerk.token)).status, 'awaiting_red')
  await mark((await stateOf(built, blue)).reds[0]!.id)
  assert.equal((await refundOf(built)).status, 'applied')
  const done = await shop.world.ask(calls.do, { refundId, offline }, clerk.token)
  assert.equal(done.status, 'succeeded')
  assert.equal((await stateOf(built, blue)).refunded, 7000)
})

test('a refund that is cancelled or rejected while it waits cancels its red invoice, and study goes on', async () => {
  for (const way of ['cancel', 'reject'] as const) {
    const built = await shop.paid({ price: 2000 })
    const blue = await anIssued(shop.world, [built.order.id])
    const { id: refundId } = await submit(built)
    await shop.world.ask(calls.do, { refundId }, clerk.token)
    const { id: redId } = (await stateOf(built, blue)).reds[0]!
    const own = await shop.world.call(redCalls.cancel, { id: redId }, clerk.token)
    assert.equal(own.respCode, 409, 'a refund waits for it')
    await (way === 'cancel'
      ? shop.world.ask(calls.cancel, { refundId }, built.learner.token)
      : shop.world.ask(calls.reject, { refundId, reason }, clerk.token))
    const { reds, ...after } = await stateOf(built, blue)
    assert.deepEqual(after, { order: 'paid', refunded: 0, invoiced: 2000, blue: 'opened' })
    assert.equal(reds[0]!.status, 'cancelled')
    const [place] = await shop.world.db`
      select e.suspended_by, e.status from enrolments e join order_items i on i.id = e.source_id
      where i.order_id = ${built.order.id}`
    assert.deepEqual({ ...place }, { suspendedBy: null, status: 'active' })
  }
})

test('a red invoice that failed is cancelled once another has reversed what its refund waits for', async () => {
  const built = await shop.paid({ price: 2500 })
  const blue = await anIssued(shop.world, [built.order.id])
  const { id: refundId } = await submit(built)
  await shop.world.ask(calls.do, { refundId }, clerk.token)
  const { id: failedId } = (await stateOf(built, blue)).reds[0]!
  await shop.world.app.db.begin(async (tx) => {
    const sent = await follow(tx, null, await lockInvoice(tx, failedId), 'ask')
    await endRed(tx, null, sent, 'fail', { code: 'E9999', words: '税局没有受理' })
  })
  assert.equal((await refundOf(built)).status, 'awaiting_red')
  const { id: nextId } = await shop.world.ask(redCalls.red, { id: blue, reason: 'serviceEnded' }, clerk.token)
  await mark(nextId)
  await until(async () => (await refundOf(built)).status === 'succeeded')
  const { reds, ...after } = await stateOf(built, blue)
  assert.deepEqual(after, { order: 'refunded', refunded: 2500, invoiced: 0, blue: 'reddened' })
  assert.deepEqual(
    reds.map(({ id, status }) => [id, status]),
    [
      [failedId, 'cancelled'],
      [nextId, 'opened'],
    ],
  )
})

test('many are rejected at once, but for one whose red form was sent: that has to be revoked first', async () => {
  const [sent, unsent] = [await shop.paid({ price: 900 }), await shop.paid({ price: 800 })]
  const blue = await anIssued(shop.world, [sent.order.id])
  await anIssued(shop.world, [unsent.order.id])
  const ids: string[] = []
  for (const built of [sent, unsent]) {
    const { id } = await submit(built)
    await shop.world.ask(calls.do, { refundId: id }, clerk.token)
    ids.push(id)
  }
  const { id: redId } = (await stateOf(sent, blue)).reds[0]!
  await shop.world.db`
    update invoices set provider = 'nuonuo', status = 'confirming', form_serial = 'F1', form_by = 'buyer' where id = ${redId}`
  const result = await shop.world.ask(calls.rejectBatch, { ids, reason }, clerk.token)
  assert.deepEqual([result.succeeded, result.failed.map(({ id }) => id)], [[ids[1]], [ids[0]]])
  assert.match(result.failed[0]!.reason, /单独拒绝/)
  const { reds } = await stateOf(sent, blue)
  assert.deepEqual([reds[0]!.status, (await refundOf(sent)).status], ['confirming', 'awaiting_red'])
})

test('64 clerks at once: one red invoice, one refund', async () => {
  const built = await shop.paid({ price: 1000 })
  const blue = await anIssued(shop.world, [built.order.id])
  const { id: refundId } = await submit(built)
  const atOnce = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 64 }, act))
  const replies = await atOnce(() => shop.world.call(calls.do, { refundId }, clerk.token))
  assert.equal(replies.filter(({ respCode }) => respCode === 200).length, 1)
  const { reds } = await stateOf(built, blue)
  assert.equal(reds.length, 1)
  const day = await today()
  const marks = await atOnce(() =>
    shop.world.call(issueCalls.mark, { id: reds[0]!.id, number: aNumber(), day }, clerk.token),
  )
  assert.equal(marks.filter(({ respCode }) => respCode === 200).length, 1)
  await until(async () => (await refundOf(built)).status === 'succeeded')
  assert.equal((await stateOf(built, blue)).invoiced, 0)
})
