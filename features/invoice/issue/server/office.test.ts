import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendForm } from '../../../../test/build/file.ts'
import { cellsOf } from '../../../../test/build/import.ts'
import {
  anInvoiceConfig,
  enterpriseTitle,
  openInvoices,
  requestInvoice,
} from '../../../../test/build/invoice.ts'
import { aNumber, aRequest, anIssued } from '../../../../test/build/issued.ts'
import { runJob } from '../../../../test/build/job.ts'
import { aShop, type Shop } from '../../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  openRefunds,
} from '../../../../test/build/portal.ts'
import { aClock } from '../../../../test/build/study.ts'
import { turnKnob } from '../../../../sandbox/invoice/knobs.ts'
import type { InvoiceProvider, ListedInvoice } from '../../../../server/channels/invoicing.ts'
import { demoTaxNo } from '../../../../server/channels/openInvoicing.ts'
import type { InvoiceConfig } from '../../config/contract.ts'
import { invoiceCalls } from '../../contract.ts'
import { redCalls } from '../../red/contract.ts'
import { refundCalls } from '../../../refund/contract.ts'
import { issueCalls as calls, issueExports } from '../contract.ts'

const menus = ['/invoice-manage/invoice-list', '/order-manage/list', '/project-manage/setting']
let shop: Shop
let clerk: BuiltAccount
let clock: ReturnType<typeof aClock>
let manager: BuiltAccount
/** Units of the project: the manager's, one below it, and another. */
let units: [string, string, string]
/** Changes the provider's list of a day. */
let listed: (list: ListedInvoice[]) => ListedInvoice[] = (list) => list

const changed = (demo: InvoiceProvider): InvoiceProvider => ({
  ...demo,
  list: async (day) => listed(await demo.list(day)),
})

before(async () => {
  shop = await aShop(menus, { invoicing: changed })
  clock = aClock(shop.world, { keepsSessions: true })
  const { world, portal } = shop
  await openRefunds(world, portal.projectId)
  clerk = await anAccount(world, portal, { role: 'admin', userName: '财务' })
  const parent = await aUnit(world, portal.projectId)
  units = [parent, await aUnit(world, portal.projectId, parent), await aUnit(world, portal.projectId)]
  await world.db`update roles set menus = ${['/invoice-manage/invoice-list', '/invoice-manage/invoice-list#mark']} where id = ${portal.roles.unit}`
  manager = await anAccount(world, portal, { role: 'unit', unitId: parent })
})

/** Lets time pass for all but the sessions, and what is due be issued. */
async function pass(seconds: number): Promise<void> {
  await clock.pass(seconds)
  await runJob(shop.world, 'invoice.issue')
}

const states = async (ids: string[]) =>
  new Map(
    (await shop.world.db`select id, status from invoices where id = any(${ids})`).map((row) => [
      row.id as string,
      row.status as string,
    ]),
  )

/** A paid order of somebody of a unit. */
async function paid(unitId: string, ...[price, ...more]: [number, ...number[]]) {
  const learner = await aLearner(shop.world, shop.portal, { unitId })
  return shop.paid({ price, learner }, more)
}

/** Opens invoices of the seller whose provider this file watches. */
const offer = (changes: Partial<InvoiceConfig> = {}) => {
  const sellers = anInvoiceConfig().sellers.map((seller) => ({ ...seller, taxNo: demoTaxNo }))
  return openInvoices(shop.world, clerk, { sellers, ...changes })
}

interface Line {
  invoiceId: string
  colour: 'blue' | 'red'
  kind: string
  unitId: string
  month: string
  rate: number
  amount: number
  tax: number
}

/** Issued lines of the units of a scope, by a query of their own. */
const issuedLines = async (of: readonly string[]): Promise<Line[]> =>
  shop.world.db<Line[]>`
    select l.invoice_id, i.colour, i.kind, i.unit_id, left((i.issued_at + interval '8 hours')::text, 7) as month, l.rate,
      l.amount::int, l.tax::int
    from invoice_lines l join invoices i on i.id = l.invoice_id
    where i.number is not null and i.unit_id = any(${of as string[]})`

function summed(lines: readonly Line[]) {
  const of = (colour: string) => lines.filter((line) => line.colour === colour)
  const [blue, red] = [of('blue'), of('red')]
  const sum = (some: readonly Line[], what: 'amount' | 'tax') =>
    some.reduce((total, line) => total + line[what], 0)
  const count = (some: readonly Line[]) => new Set(some.map(({ invoiceId }) => invoiceId)).size
  const tax = sum(blue, 'tax') - sum(red, 'tax')
  return {
    blueCount: count(blue),
    blue: sum(blue, 'amount'),
    redCount: count(red),
    red: sum(red, 'amount'),
    tax,
    net: sum(blue, 'amount') - sum(red, 'amount') - tax,
  }
}

/** Today in China by the database's clock. */
async function today(): Promise<string> {
  const [row] = await shop.world.db<{ today: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`
  return row!.today
}

test('statistics and the unit pool are the sums of the rows in scope, and each number leads to its rows', async () => {
  const { world } = shop
  const [own, below, other] = units
  await anIssued(world, [(await paid(own, 6000, 4000)).order.id])
  const second = await paid(below, 9000)
  const reversed = await anIssued(world, [second.order.id], { kind: 'special', rate: 600 })
  await anIssued(world, [(await paid(other, 5000)).order.id], { rate: 0 })
  const waiting = await paid(below, 2500)
  await aRequest(world, [waiting.order.id])
  const left = await paid(own, 1234)
  const red = await world.ask(
    redCalls.red,
    { id: reversed, reason: 'allowance', lines: [{ lineNo: 1, amount: 3001 }] },
    clerk.token,
  )
  await world.ask(calls.mark, { id: red.id, number: aNumber(), day: await today() }, clerk.token)

  for (const [who, scope] of [
    [clerk, units],
    [manager, [own, below]],
  ] as const) {
    const lines = await issuedLines(scope)
    const { list } = await world.ask(calls.list, { page: 1, limit: 50 }, who.token)
    for (const [by, keyOf] of [
      ['unit', (line: Line) => line.unitId],
      ['month', (line: Line) => line.month],
      ['kind', (line: Line) => line.kind],
      ['rate', (line: Line) => String(line.rate)],
      ['project', () => shop.portal.projectId],
    ] as const) {
      const { rows, total } = await world.ask(calls.statistics, { by }, who.token)
      assert.deepEqual(total, summed(lines), by)
      const groups = Map.groupBy(lines, keyOf)
      assert.deepEqual(rows.map(({ key }) => key).toSorted(), [...groups.keys()].toSorted(), by)
      for (const { key, name: _, ...sums } of rows) assert.deepEqual(sums, summed(groups.get(key)!), key)
    }
    const ofOne = await world.ask(calls.statistics, { by: 'kind', unitId: below, kind: 'special' }, who.token)
    assert.deepEqual([ofOne.total.blue, ofOne.total.red], [9000, 3001])
    assert.equal(
      list.filter(({ number }) => number !== null).length,
      new Set(lines.map(({ invoiceId }) => invoiceId)).size,
    )

    const pool = await world.ask(calls.unitPool, { page: 1, limit: 20 }, who.token)
    const ours = pool.list.filter(({ unitId }) => units.includes(unitId!))
    assert.deepEqual(ours.map(({ unitId }) => unitId!).toSorted(), scope.toSorted())
    const ofBelow = ours.find(({ unitId }) => unitId === below)!
    assert.deepEqual(
      { ...ofBelow, unitId: null, unitName: '' },
      {
        unitId: null,
        unitName: '',
        orders: 2,
        paid: 11_500,
        refunded: 0,
        opened: 9000,
        red: 3001,
        requested: 2500,
        left: 3001,
      },
    )
    assert.equal(ours.find(({ unitId }) => unitId === own)!.left, left.order.amount)
    const only = await world.ask(calls.unitPool, { page: 1, limit: 20, onlyLeft: true }, who.token)
    assert.ok(only.list.every((row) => row.left > 0))
  }
})

test('what was issued elsewhere is recorded with its file; one of another clerk or kind is not taken', async () => {
  const { world } = shop
  const id = await aRequest(world, [(await paid(units[0], 700)).order.id])
  const upload = (bytes: string, who = clerk) =>
    sendForm(
      world,
      calls.uploadFile,
      { file: { name: 'a.pdf', mime: 'application/pdf', bytes: Buffer.from(bytes) } },
      who.token,
    )
  assert.deepEqual([(await upload('<html>')).field, (await upload('')).field], ['file', 'file'])
  assert.equal((await upload('%PDF-1.7 sample', manager)).respCode, 200)
  const colleague = await anAccount(world, shop.portal, { role: 'admin' })
  const [mine, theirs] = [await upload('%PDF-1.7 mine'), await upload('%PDF-1.7 theirs', colleague)]
  const mark = async (file: string) =>
    world.call(calls.mark, { id, number: aNumber(), day: await today(), file }, clerk.token)
  assert.equal((await mark(theirs.attribute.key)).field, 'file')
  assert.equal((await mark(mine.attribute.key)).respCode, 200)
  const url = `/api${invoiceCalls.download.path}?id=${id}&format=pdf`
  const file = await world.portal.http.inject({ method: 'GET', url, headers: { token: clerk.token } })
  assert.equal(file.body, '%PDF-1.7 mine')
  const stored = await world.db`select content_sealed from invoice_files where invoice_id = ${id}`
  assert.ok(!(stored[0]!.contentSealed as Buffer).includes('mine'), 'it is sealed')
  await runJob(world, 'invoice.sweep')
  const count = async () => (await world.db`select from invoice_uploads`).length
  assert.equal(await count(), 2, 'what was not taken waits a day')
  await pass(90_000)
  await runJob(world, 'invoice.sweep')
  assert.equal(await count(), 0)
})

test('many are recorded at once, each by its own number; those without one, or with one of another, are refused', async () => {
  const { world } = shop
  const ids: string[] = []
  for (const price of [110, 120, 130, 140])
    ids.push(await aRequest(world, [(await paid(units[2], price)).order.id]))
  const nos = new Map(
    (await world.db`select id, apply_no from invoices where id = any(${ids})`).map((row) => [
      row.id as string,
      row.applyNo as string,
    ]),
  )
  const [first, second, third] = [aNumber(), aNumber(), aNumber()]
  const numbers = [
    { applyNo: nos.get(ids[0]!)!, number: first },
    { applyNo: nos.get(ids[1]!)!.toLowerCase(), number: second },
    { applyNo: nos.get(ids[2]!)!, number: first },
    { applyNo: 'F0000000000', number: third },
  ]
  const input = { ids, day: await today(), numbers }
  const foreign = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const refused = await world.ask(calls.markAll, input, foreign.token)
  assert.equal(refused.succeeded.length, 0)
  const result = await world.ask(calls.markAll, input, clerk.token)
  assert.deepEqual(result.succeeded.toSorted(), ids.slice(0, 2).toSorted())
  const reasons = new Map(result.failed.map(({ id, reason }) => [id, reason]))
  assert.match(reasons.get(ids[2]!)!, new RegExp(first))
  assert.equal(reasons.get(ids[3]!), '没有填写这一张的发票号码')
  const rows = await world.db`select id, number from invoices where id = any(${ids}) and number is not null`
  assert.deepEqual(
    new Map(rows.map((row) => [row.id, row.number])),
    new Map([
      [ids[0], first],
      [ids[1], second],
    ]),
  )
})

test('all of a filter are exported with their request, their sum and the number that they have by then', async () => {
  const { world } = shop
  const { order } = await paid(units[2], 150)
  const id = await aRequest(world, [order.id])
  const [{ applyNo }] = (await world.db`select apply_no from invoices where id = ${id}`) as [
    { applyNo: string },
  ]
  const number = aNumber()
  await world.ask(calls.mark, { id, number, day: await today() }, clerk.token)
  const response = await world.portal.http.inject({
    method: 'POST',
    url: `/api${issueExports.exportAll.path}`,
    headers: { token: clerk.token },
    payload: { status: ['opened'] },
  })
  const [head, ...rows] = cellsOf(response.rawPayload)
  const of = (row: string[], title: string) => row[head!.indexOf(title)]
  const found = rows.filter((row) => of(row, '申请编号') === applyNo)
  assert.deepEqual(
    found.map((row) => [of(row, '发票号码'), of(row, '订单号'), Number(of(row, '金额'))]),
    [[number, order.orderNo, 1.5]],
  )
  assert.ok(rows.every((row) => of(row, '发票号码') !== ''))
})

test('all of a filter are sent by a job; each that cannot be sent says why, and the credit line is told before', async () => {
  const { world } = shop
  const { projectId } = shop.portal
  await offer({ creditWarning: 10_000_000_000 })
  const ids: string[] = []
  for (const price of [210, 220, 230]) {
    const built = await paid(units[2], price)
    ids.push(await requestInvoice(world, built.learner, [built.order.id], price))
  }
  await world.ask(calls.reject, { id: ids[1]!, reason: '抬头不符' }, clerk.token)
  const provider = await world.ask(calls.provider, {}, clerk.token)
  assert.deepEqual([provider.provider, provider.isSignedIn, provider.isLow], ['nuonuo', true, true])
  const byName = await world.ask(calls.batchOpen, { ids: ids.slice(0, 2) }, clerk.token)
  assert.deepEqual(byName.succeeded, [ids[0]])
  assert.equal(byName.failed.length, 1)
  const begun = await world.ask(
    calls.batchOpen,
    { filter: { status: ['requested'], amountFrom: 230, amountTo: 230 } },
    clerk.token,
  )
  assert.ok(begun.batchId)
  await world.portal.drainJobs()
  for (let asked = 0; asked < 20 && (await states(ids)).get(ids[2]!) !== 'opened'; asked++) await pass(30)
  assert.deepEqual(
    ids.map((id) => [id, ['opened', 'rejected', 'opened'][ids.indexOf(id)]]),
    await states(ids).then((found) => ids.map((id) => [id, found.get(id)])),
  )
  await offer({ automatic: true })
  const built = await paid(units[2], 240)
  const id = await requestInvoice(world, built.learner, [built.order.id], 240)
  for (let asked = 0; asked < 20; asked++) await pass(30)
  const [own] = await world.db`select status, decider_id from invoices where id = ${id}`
  assert.equal(own!.status, 'opened', 'nobody had to open it')
  const log = await world.db`
    select actor_id from operation_logs where project_id = ${projectId} and subject_id = ${id}
      and action = 'invoice.opening'`
  assert.deepEqual([...log], [{ actorId: null }])
  await offer()
})

test('the office is alarmed about a low credit line once a day, and only where it wants to be', async () => {
  const { world } = shop
  const built = await paid(units[2], 250)
  await offer()
  const id = await requestInvoice(world, built.learner, [built.order.id], 250)
  await world.ask(calls.open, { id }, clerk.token)
  await pass(30)
  const alarms = async () => {
    await runJob(world, 'invoice.credit')
    const rows = await world.db`
      select from messages where account_id = ${clerk.accountId} and kind = 'invoice.creditAlarm'`
    return rows.length
  }
  assert.equal(await alarms(), 0)
  await offer({ creditWarning: 10_000_000_000 })
  assert.deepEqual([await alarms(), await alarms()], [1, 1])
  await world.db`update message_alarms set raised_at = raised_at - interval '24 hours' where cause = 'invoice credit'`
  assert.equal(await alarms(), 2)
  await offer()
})

test('what was requested of an earlier seller is issued by that seller’s contract, and reversed by it', async () => {
  const { world } = shop
  const issue = async (id: string) => {
    await world.ask(calls.open, { id }, clerk.token)
    for (let asked = 0; asked < 6; asked++) await pass(30)
    const [row] = await world.db`select status, failure from invoices where id = ${id}`
    assert.deepEqual({ ...row }, { status: 'opened', failure: null })
  }
  const [first, second] = [await paid(units[2], 250), await paid(units[2], 260)]
  const old = await requestInvoice(world, first.learner, [first.order.id], 250)
  await issue(old)
  const waiting = await requestInvoice(world, second.learner, [second.order.id], 260)
  await openInvoices(world, clerk)
  await issue(waiting)
  const red = await world.ask(redCalls.red, { id: old, reason: 'return' }, clerk.token)
  for (let asked = 0; asked < 10; asked++) {
    await pass(30)
    await runJob(world, 'invoice.red')
  }
  const [row] = await world.db`select status, failure from invoices where id = ${red.id}`
  assert.deepEqual({ ...row }, { status: 'opened', failure: null })
  await offer()
})

test('nothing is issued of an order whose money is asked back, until the refund is rejected', async () => {
  const { world } = shop
  const built = await paid(units[2], 270)
  const id = await requestInvoice(world, built.learner, [built.order.id], 270)
  const items = built.order.items.map((item) => ({ itemId: item.id }))
  const refund = { orderId: built.order.id, items, reason: '报错班了，想退款' }
  const { id: refundId } = await world.ask(refundCalls.submit, refund, built.learner.token)
  const refused = await world.call(calls.open, { id }, clerk.token)
  assert.deepEqual([refused.respCode, (await states([id])).get(id)], [409, 'requested'])
  await world.ask(refundCalls.cancel, { refundId }, built.learner.token)
  assert.equal((await world.call(calls.open, { id }, clerk.token)).respCode, 200)
  for (let asked = 0; asked < 6; asked++) await pass(30)
})

test('an answer that is late is asked for at once on request', async () => {
  const { world } = shop
  const built = await paid(units[2], 310)
  const titleName = `单位${built.order.orderNo.slice(-6)}`
  const title = { ...enterpriseTitle, name: titleName }
  const id = await requestInvoice(world, built.learner, [built.order.id], 310, { title })
  await turnKnob(world.db, 'delay', { buyerName: titleName })
  await turnKnob(world.db, 'loseCallback', { buyerName: titleName })
  await world.ask(calls.open, { id }, clerk.token)
  await world.portal.drainJobs()
  await pass(20)
  await world.portal.drainJobs()
  await pass(1)
  const stateOf = async () =>
    (
      await world.db<{ status: string; askedAt: Date; waits: boolean }[]>`
        select status, asked_at, ask_at > moment() as waits from invoices where id = ${id}`
    )[0]!
  const before = await stateOf()
  assert.equal(before.waits, true, 'nobody would ask now')
  const foreign = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await world.ask(calls.refreshFullOpen, {}, foreign.token)).count, 0)
  assert.equal((await world.ask(calls.refreshFullOpen, {}, clerk.token)).count, 1)
  await world.portal.drainJobs()
  const asked = await stateOf()
  assert.equal(asked.status, 'opening')
  assert.ok(asked.askedAt > before.askedAt)
  await pass(3700)
  await pass(3700)
  assert.equal((await world.db`select status from invoices where id = ${id}`)[0]!.status, 'opened')
})

test("the provider's list of a day is compared once: each difference waits until a person says what it was", async () => {
  const { world } = shop
  const issue = async (price: number) => {
    const built = await paid(units[2], price)
    const id = await requestInvoice(world, built.learner, [built.order.id], price)
    await world.ask(calls.open, { id }, clerk.token)
    for (let asked = 0; asked < 20; asked++) await pass(30)
    const [row] = await world.db<{ number: string; status: string }[]>`
      select number, status from invoices where id = ${id}`
    assert.equal(row!.status, 'opened')
    return { id, number: row!.number }
  }
  const [missing, other] = [await issue(410), await issue(420)]
  const unknown = aNumber()
  listed = (list) => {
    const at = list.find(({ number }) => number === other.number)
    if (!at) return list
    return [
      ...list.filter(({ number }) => number !== missing.number && number !== other.number),
      { ...at, amount: 421 },
      { ...at, serial: null, number: unknown, amount: 999 },
    ]
  }
  for (let days = 0; days < 3; days++) {
    await pass(86_400)
    await runJob(world, 'invoice.compare')
  }
  const { list } = await world.ask(calls.findDifferences, { page: 1, limit: 50, open: true }, clerk.token)
  const found = list.filter(({ number }) => [missing.number, other.number, unknown].includes(number))
  assert.deepEqual(
    found.map(({ kind, number, issued, booked }) => [kind, number, issued, booked]).toSorted(),
    [
      ['amount', other.number, 421, 420],
      ['unbooked', unknown, 999, null],
      ['unissued', missing.number, null, 410],
    ].toSorted(),
  )
  assert.equal((await world.call(calls.findDifferences, { page: 1, limit: 50 }, manager.token)).respCode, 403)
  const [one] = found
  const settle = (who: BuiltAccount) =>
    world.call(calls.settleDifference, { id: one!.id, reason: '税局补录，已核对' }, who.token)
  const foreign = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await settle(foreign)).respCode, 404)
  assert.deepEqual([(await settle(clerk)).respCode, (await settle(clerk)).respCode], [200, 409])
  const open = await world.ask(calls.findDifferences, { page: 1, limit: 50, open: true }, clerk.token)
  assert.ok(!open.list.some(({ id }) => id === one!.id))
})
