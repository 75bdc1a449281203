import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { runJob } from '../../../../test/build/job.ts'
import { enterpriseTitle } from '../../../../test/build/invoice.ts'
import { aRequest } from '../../../../test/build/issued.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../../test/build/order.ts'
import { anAccount, aPortal, type BuiltAccount } from '../../../../test/build/portal.ts'
import { aClock } from '../../../../test/build/study.ts'
import { race } from '../../../../test/race.ts'
import { until } from '../../../../test/until.ts'
import { turnKnob } from '../../../../sandbox/invoice/knobs.ts'
import { beginAsBuyer } from '../../../../sandbox/invoice/redForms.ts'
import { lockOrder } from '../../../order/server/actions.ts'
import { issueCalls } from '../../issue/contract.ts'
import { redCalls as calls } from '../contract.ts'

let shop: Shop
let clerk: BuiltAccount
let clock: ReturnType<typeof aClock>
const menus = ['/invoice-manage/invoice-list', '/order-manage/list']
before(async () => {
  shop = await aShop(menus, { invoicing: (demo) => demo })
  clock = aClock(shop.world, { keepsSessions: true })
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
})

/** Lets time pass for all but the sessions, and all that is due happen. */
async function pass(seconds: number): Promise<void> {
  await clock.pass(seconds)
  await runJob(shop.world, 'invoice.issue')
  await runJob(shop.world, 'invoice.red')
}

const statusOf = async (id: string): Promise<string> =>
  (await shop.world.db`select status from invoices where id = ${id}`)[0]!.status as string

const becomes = (id: string, status: string) =>
  until(async () => {
    await pass(30)
    return (await statusOf(id)) === status
  })

const invoicedOf = async ({ order }: BuiltOrder): Promise<number> =>
  (await shop.world.db`select invoiced from orders where id = ${order.id}`)[0]!.invoiced as number

/** An invoice that the provider has issued; the buyer may have booked it. */
async function issued({ booked = false } = {}) {
  const built = await shop.paid({ price: 6000 })
  const titleName = `单位${built.order.orderNo.slice(-6)}`
  const id = await aRequest(shop.world, [built.order.id], { titleName })
  if (booked) await turnKnob(shop.world.db, 'booked', { buyerName: titleName })
  await shop.world.ask(issueCalls.open, { id }, clerk.token)
  await becomes(id, 'opened')
  return { built, id }
}

const red = (input: object) =>
  shop.world.call(calls.red, { reason: 'allowance', ...input } as never, clerk.token)

test('a red invoice whose form the tax bureau does not take fails with its words, and can be given up', async () => {
  const { id } = await issued()
  const [blue] = await shop.world.db<{ number: string }[]>`select number from invoices where id = ${id}`
  // The buyer has begun a form of which we have not heard.
  await shop.world.db.begin((tx) => beginAsBuyer(tx, blue!.number))
  const { attribute } = await red({ id, reason: 'serviceEnded' })
  const { id: redId } = attribute as { id: string }
  await becomes(redId, 'failed')
  const [failed] = await shop.world.db`select failure, failure_code from invoices where id = ${redId}`
  assert.deepEqual({ ...failed }, { failure: '该发票不能重复冲红', failureCode: 'E9103' })
  assert.equal((await shop.world.call(calls.cancel, { id: redId }, clerk.token)).respCode, 200)
  assert.equal(await statusOf(redId), 'cancelled')
})

test('a line is reversed in part, then the rest; never more than there is', async () => {
  const { built, id } = await issued()
  const line = (amount: number) => ({ id, lines: [{ lineNo: 1, amount }] })
  assert.equal((await red(line(6001))).field, 'lines')
  assert.equal((await red({ ...line(1), reason: 'error' })).field, 'lines')
  const { attribute } = await red(line(2500))
  assert.equal((await red(line(1))).respCode, 409, 'once at a time')
  await becomes(attribute.id, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['part_reddened', 3500])
  const rest = await red({ id, reason: 'return' })
  await becomes(rest.attribute.id, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['reddened', 0])
  assert.equal((await red({ id })).respCode, 409)
  const [sums] = await shop.world.db`
    select sum(tax) filter (where colour = 'blue')::int as blue, sum(tax) filter (where colour = 'red')::int as red
    from invoices where id = ${id} or original_id = ${id}`
  assert.equal(sums!.red, sums!.blue, 'the tax of the parts is that of the whole')
})

/** Name of the buyer of an invoice. */
const buyerOf = async (id: string): Promise<string> =>
  (await shop.world.db`select title ->> 'name' as name from invoices where id = ${id}`)[0]!.name as string

test('one that fails under a form that stands keeps its part, and is issued again under that form', async () => {
  const { built, id } = await issued()
  const reddenedOf = async () =>
    (await shop.world.db`select reddened from invoice_lines where invoice_id = ${id}`)[0]!.reddened as number
  await turnKnob(shop.world.db, 'fail', { buyerName: await buyerOf(id), reason: '系统繁忙' })
  const { attribute } = await red({ id, lines: [{ lineNo: 1, amount: 2000 }] })
  await becomes(attribute.id, 'stalled')
  assert.deepEqual(
    [await statusOf(id), await invoicedOf(built), await reddenedOf()],
    ['reddening', 6000, 2000],
  )
  assert.equal((await red({ id })).respCode, 409, 'one at a time')
  assert.equal(
    (await shop.world.call(calls.cancel, { id: attribute.id }, clerk.token)).respCode,
    409,
    'the tax bureau takes no confirmed form back',
  )
  await shop.world.ask(calls.retry, { id: attribute.id }, clerk.token)
  await becomes(attribute.id, 'opened')
  assert.deepEqual(
    [await statusOf(id), await invoicedOf(built), await reddenedOf()],
    ['part_reddened', 4000, 2000],
  )
  const broken = await shop.world.db.unsafe(
    readFileSync(new URL('../../../../test/invariants/04-red-within-blue.sql', import.meta.url), 'utf8'),
  )
  assert.deepEqual([...broken], [])
  const rest = await red({ id, reason: 'return' })
  await becomes(rest.attribute.id, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built), await reddenedOf()], ['reddened', 0, 6000])
  const forms = await shop.world.db`
    select from sandbox_red_forms where blue_number = (select number from invoices where id = ${id})`
  assert.equal(forms.length, 2, 'one for the part, one for the rest')
})

test('a part whose form lapsed and is asked for again after the rest has the tax that is left', async () => {
  const { id } = await issued({ booked: true })
  const part = (amount: number) => red({ id, lines: [{ lineNo: 1, amount }] })
  // Each rounded by itself, the tax of both would be 1 fen short of the whole.
  const first = (await part(2520)).attribute as { id: string }
  await becomes(first.id, 'confirming')
  await pass(74 * 3600)
  await becomes(first.id, 'lapsed')
  await shop.world.db`update sandbox_invoices set booked = false`
  const rest = (await part(3480)).attribute as { id: string }
  await becomes(rest.id, 'opened')
  await shop.world.ask(calls.retry, { id: first.id }, clerk.token)
  await becomes(first.id, 'opened')
  const rows = await shop.world.db<{ colour: string; tax: number; lines: number }[]>`
    select i.colour, sum(i.tax)::int as tax,
      (select sum(l.tax)::int from invoice_lines l join invoices x on x.id = l.invoice_id
        where x.colour = i.colour and (x.id = ${id} or x.original_id = ${id})) as lines
    from invoices i where i.id = ${id} or i.original_id = ${id} group by i.colour order by i.colour`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { colour: 'blue', tax: 175, lines: 175 },
      { colour: 'red', tax: 175, lines: 175 },
    ],
  )
})

test('a form that the buyer does not confirm within 72 hours lapses, and is asked for again', async () => {
  const { built, id } = await issued({ booked: true })
  const { attribute } = await red({ id, reason: 'return' })
  const redId = attribute.id
  await until(async () => {
    await pass(5)
    const [row] = await shop.world.db`select form_by from invoices where id = ${redId}`
    return row!.formBy === 'buyer'
  })
  const told = await shop.world.db`
    select from messages where account_id = ${built.learner.accountId} and kind = 'invoice.redConfirming'`
  assert.equal(told.length, 1)
  await pass(71 * 3600)
  assert.equal(await statusOf(redId), 'confirming')
  await until(async () => {
    await pass(3600)
    return (await statusOf(redId)) === 'lapsed'
  })
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['opened', 6000])
  const stuck = await shop.world.ask(issueCalls.list, { stuck: true, colour: 'red' }, clerk.token)
  assert.ok(stuck.list.some((row) => row.id === redId))
  await shop.world.db`update sandbox_invoices set booked = false`
  await shop.world.ask(calls.retry, { id: redId }, clerk.token)
  await becomes(redId, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['reddened', 0])
})

test('a form that waits for the buyer is cancelled at the provider as well', async () => {
  const { id } = await issued({ booked: true })
  const { attribute } = await red({ id, reason: 'return' })
  await becomes(attribute.id, 'confirming')
  await until(async () => {
    await pass(5)
    const [row] = await shop.world.db`select form_by from invoices where id = ${attribute.id}`
    return row!.formBy === 'buyer'
  })
  await shop.world.ask(calls.cancel, { id: attribute.id }, clerk.token)
  assert.deepEqual([await statusOf(attribute.id), await statusOf(id)], ['cancelled', 'opened'])
  const live = await shop.world.db`
    select from sandbox_red_forms f join invoices i on i.number = f.blue_number where i.id = ${id} and f.state in ('01', '02', '04')`
  assert.equal(live.length, 0)
})

test('a form that the buyer has begun is found and answered', async () => {
  const { built, id } = await issued()
  const [blue] = await shop.world.db`select number from invoices where id = ${id}`
  await shop.world.db.begin((tx) => beginAsBuyer(tx, blue!.number as string))
  await runJob(shop.world, 'invoice.forms')
  const [form] = await shop.world.db`select id, status, form_by from invoices where original_id = ${id}`
  assert.deepEqual([form!.status, form!.formBy, await statusOf(id)], ['confirming', 'seller', 'reddening'])
  await shop.world.ask(calls.answer, { id: form!.id as string, confirm: true }, clerk.token)
  await becomes(form!.id as string, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['reddened', 0])
})

test('several are reversed by what is left of each; one that cannot be says why, and those of others are not there', async () => {
  const [whole, part, waiting] = [await issued(), await issued(), await shop.paid({ price: 100 })]
  const first = await red({ id: part.id, lines: [{ lineNo: 1, amount: 1000 }] })
  await becomes(first.attribute.id, 'opened')
  const request = await aRequest(shop.world, [waiting.order.id])
  const ids = [whole.id, part.id, request]
  const foreign = await anAccount(shop.world, await aPortal(shop.world, { menus }), { role: 'admin' })
  const none = await shop.world.ask(calls.redInvoiceBatch, { ids, reason: 'return' }, foreign.token)
  assert.deepEqual([none.succeeded.length, none.failed.length], [0, 3])
  const both = await Promise.all(
    [1, 2].map(() => shop.world.ask(calls.redInvoiceBatch, { ids, reason: 'return' }, clerk.token)),
  )
  assert.deepEqual(both.flatMap(({ succeeded }) => succeeded).toSorted(), [whole.id, part.id].toSorted())
  assert.ok(both.every(({ failed }) => failed.every(({ reason }) => reason.length > 0)))
  for (const id of [whole.id, part.id]) await becomes(id, 'reddened')
  const reds = await shop.world.db`
    select original_id, array_agg(amount::int order by amount) as amounts from invoices
    where original_id = any(${[whole.id, part.id]}) group by 1`
  assert.deepEqual(
    new Map(reds.map((row) => [row.originalId, row.amounts])),
    new Map([
      [whole.id, [6000]],
      [part.id, [1000, 5000]],
    ]),
  )
  assert.deepEqual([await invoicedOf(whole.built), await invoicedOf(part.built)], [0, 0])
})

test('only its payer and the office with the button have an invoice replaced: no manager of a unit that a person is of', async () => {
  const { built, id } = await issued()
  const { world, portal } = shop
  await world.db`update roles set menus = ${['/train-manage/unit-class', menus[0]!]} where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  const input = { id, kind: 'special', title: enterpriseTitle, requestKey: `theirs-${id}` } as const
  assert.equal((await world.call(calls.reOpen, input, manager.token)).respCode, 404)
  await world.db`update roles set menus = ${['/train-manage/unit-class']} where id = ${portal.roles.unit}`
  assert.equal((await world.call(calls.reOpen, input, manager.token)).respCode, 404)
  assert.equal((await world.call(calls.checkReOpen, { id }, manager.token)).respCode, 404)
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['opened', 6000])
  const [{ title }] = (await world.db`select title from invoices where id = ${id}`) as unknown as [
    { title: typeof enterpriseTitle },
  ]
  const same = { ...input, kind: 'ordinary', title } as const
  assert.equal((await world.call(calls.reOpen, same, built.learner.token)).field, 'title')
  const other = await issued()
  const key = `one-${id}`
  const replies = await Promise.all(
    [id, other.id, id, other.id].map((each) =>
      world.call(calls.reOpen, { ...input, id: each, kind: 'ordinary', requestKey: key }, clerk.token),
    ),
  )
  assert.deepEqual(replies.map(({ respCode }) => respCode).toSorted(), [200, 200, 409, 409])
})

test('who pays is told of a reversal and of the invoice in its place, no matter who had it replaced', async () => {
  const { built, id } = await issued()
  const { world } = shop
  const input = { id, kind: 'ordinary', title: enterpriseTitle, requestKey: `office-${id}` } as const
  const { id: fresh } = await world.ask(calls.reOpen, input, clerk.token)
  await becomes(fresh, 'opened')
  const told = await world.db<{ kind: string; number: string; isHis: boolean }[]>`
    select kind, params ->> 'number' as number, account_id = ${built.learner.accountId} as is_his from messages
    where kind in ('invoice.opened', 'invoice.reversed') and params ->> 'number' in (
      select number from invoices where id in (${id}, ${fresh})) order by id`
  const numbers = await world.db<{ number: string }[]>`
    select number from invoices where id in (${id}, ${fresh}) order by id`
  const [old, now] = numbers.map(({ number }) => number)
  assert.deepEqual(
    [...told],
    [
      { kind: 'invoice.opened', number: old, isHis: true },
      { kind: 'invoice.reversed', number: old, isHis: true },
      { kind: 'invoice.opened', number: now, isHis: true },
    ],
  )
  const titles = await world.db`select name from invoice_titles where account_id = ${built.learner.accountId}`
  assert.ok(titles.every(({ name }) => name !== enterpriseTitle.name))
})

test('another title: the old invoice is reversed as a whole, and the new one has its sum from then on', async () => {
  const { built, id } = await issued()
  const title = {
    kind: 'personal',
    name: '王小芳',
    taxNo: null,
    address: '',
    phone: '',
    bank: '',
    bankAccount: '',
  } as const
  const token = built.learner.token
  assert.equal((await shop.world.ask(calls.checkReOpen, { id }, token)).canReOpen, true)
  const input = { id, kind: 'ordinary', title, requestKey: `again-${id}` } as const
  // It waits for the order before its learner is locked, as who settles or refunds an order does.
  const [asked] = await race(
    shop.world.db,
    async (tx) => {
      await lockOrder(tx, built.order.id)
      return () => tx`select from accounts where id = ${built.learner.accountId} for no key update nowait`
    },
    () => shop.world.call(calls.reOpen, input, token),
  )
  assert.equal(asked.respCode, 200)
  const replies = await Promise.all(
    Array.from({ length: 64 }, () => shop.world.call(calls.reOpen, input, token)),
  )
  const ids = new Set(replies.flatMap(({ attribute }) => attribute?.id ?? []))
  assert.equal(ids.size, 1)
  const [fresh] = ids
  assert.equal((await shop.world.call(issueCalls.open, { id: fresh! }, clerk.token)).respCode, 409)
  await becomes(fresh!, 'opened')
  assert.deepEqual([await statusOf(id), await invoicedOf(built)], ['reddened', 6000])
  assert.equal((await shop.world.ask(calls.checkReOpen, { id }, token)).canReOpen, false)
})
