import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Call, Envelope, InputOf, OutputOf } from '../../contract/call.ts'
import { commonRefusals } from '../../contract/refusal.ts'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import { invoiceCalls } from '../../features/invoice/contract.ts'
import { issueCalls } from '../../features/invoice/issue/contract.ts'
import { issueInvoices } from '../../features/invoice/issue/server/jobs.ts'
import { redCalls } from '../../features/invoice/red/contract.ts'
import { reverseInvoices } from '../../features/invoice/red/server/jobs.ts'
import { refundCalls } from '../../features/refund/contract.ts'
import { type Knob, turnKnob } from '../../sandbox/invoice/knobs.ts'
import { aRequest, enterpriseTitle, openInvoices } from '../build/invoice.ts'
import { aNumber } from '../build/issued.ts'
import { aJob } from '../build/job.ts'
import { type BuiltOrder, aShop, type Shop } from '../build/order.ts'
import { anAccount, type BuiltAccount, changeSettings } from '../build/portal.ts'
import { aClock } from '../build/study.ts'
import { seed } from '../dice.ts'

/**
 * Invoices of paid orders live at random: they are requested, withdrawn, submitted again, sent by one and by many, recorded,
 * rejected, reversed in whole, by line and by many, and issued again with another title, while their orders are refunded in
 * whole and in part and refunds are rejected; the provider loses answers, calls back twice, fails, delays, runs out of
 * credit, wants its drawer, and has buyers confirm. After each sequence the invariants of
 * money and invoices hold. `SEQUENCES=1000 npm test -- test/chaos/invoices.test.ts` runs many; TEST_SEED draws the same
 * ones again, FROM goes on where a run was stopped.
 */
const sequences = Number(process.env.SEQUENCES ?? 6)
const from = Number(process.env.FROM ?? 1)
const length = 16
/** So many see everything that happens to invoices. */
const enough = 200
const reason = '核对原始记录后决定'

const folder = new URL('../invariants/', import.meta.url)
const invariants = readdirSync(folder)
  .filter((name) => /^(01|02|03|04|05|10|16|40|41|44)-.*\.sql$/.test(name))
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

let shop: Shop
let clerk: BuiltAccount
let clock: ReturnType<typeof aClock>

interface Sequence {
  random: Random
  built: BuiltOrder
  titleName: string
}

async function ask<C extends Call>(
  call: C,
  input: InputOf<C>,
  by = clerk,
  left = 3,
): Promise<Envelope<OutputOf<C>>> {
  const reply = await shop.world.call(call, input, by.token)
  if (reply.respDesc === commonRefusals.overloaded.zh && left > 0) return ask(call, input, by, left - 1)
  assert.notEqual(reply.respCode, -1, `${call.path} breaks: ${reply.respDesc}`)
  return reply
}

/** Lets time pass for all but the sessions, and all that is due happen. */
async function pass(seconds: number): Promise<void> {
  const { world } = shop
  await clock.pass(seconds)
  await issueInvoices.run(aJob(), world.app)
  await reverseInvoices.run(aJob(), world.app)
  await shop.poll()
  await world.portal.drainJobs()
}

const invoicesOf = async ({ built }: Sequence, colour: 'blue' | 'red') =>
  shop.world.db<{ id: string; status: string; amount: number }[]>`
    select i.id, i.status, i.amount from invoices i
    where i.colour = ${colour} and i.id in (select invoice_id from invoice_lines where order_id = ${built.order.id}) order by i.id`

async function any(of: Sequence, colour: 'blue' | 'red'): Promise<string | null> {
  const all = await invoicesOf(of, colour)
  return all.length > 0 ? of.random.pick(all).id : null
}

const onAny =
  (colour: 'blue' | 'red', act: (id: string, of: Sequence) => Promise<unknown>) => async (of: Sequence) => {
    const id = await any(of, colour)
    if (id) await act(id, of)
  }

const knobs: Knob[] = [
  ...(['loseAnswer', 'doubleCallback', 'loseCallback', 'fail', 'delay', 'failSeal', 'booked'] as const),
  ...(['noCredit', 'login'] as const),
]

/** The drawer scans the code that waits for them, if one does. */
const scan = () =>
  shop.world.db`update sandbox_drawers set scanned = true where needs is not null and code is not null`

/** The day it is in China. */
async function today(): Promise<string> {
  const [row] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return row!.day as string
}

const steps: Record<string, (of: Sequence) => Promise<unknown>> = {
  async request({ built, titleName }) {
    const [order] = await shop.world.db<{ left: number }[]>`
      select o.amount - o.refunded - o.invoiced - sum(i.refunding) as left
      from orders o join order_items i on i.order_id = o.id where o.id = ${built.order.id} group by o.id`
    const input = aRequest([built.order.id], order!.left, {
      title: { ...enterpriseTitle, name: titleName },
    })
    await ask(invoiceCalls.save, input, built.learner)
  },
  open: onAny('blue', (id) => ask(issueCalls.open, { id })),
  reject: onAny('blue', (id) => ask(issueCalls.reject, { id, reason })),
  withdraw: onAny('blue', (id, { built }) => ask(invoiceCalls.withdraw, { id }, built.learner)),
  reSave: onAny('blue', (id, { random, built, titleName }) =>
    ask(
      invoiceCalls.reSave,
      { id, kind: 'ordinary', title: { ...enterpriseTitle, name: `${titleName}补` } },
      random.pick([built.learner, clerk]),
    ),
  ),
  async mark(of) {
    const id = await any(of, of.random.pick(['blue', 'red']))
    if (id) await ask(issueCalls.mark, { id, number: aNumber(), day: await today() })
  },
  async openMany(of) {
    const ids = (await invoicesOf(of, 'blue')).map(({ id }) => id)
    if (ids.length > 0) await ask(issueCalls.batchOpen, { ids })
  },
  async reverseMany(of) {
    const ids = (await invoicesOf(of, 'blue')).map(({ id }) => id)
    if (ids.length > 0) await ask(redCalls.redInvoiceBatch, { ids, reason: 'serviceEnded' })
  },
  refresh: () => ask(issueCalls.refreshFullOpen, {}),
  scan,
  reverse: onAny('blue', (id, { random }) => {
    const lines = random.pick([undefined, [{ lineNo: 1, amount: random.int(1, 3000) }]])
    return ask(redCalls.red, { id, reason: lines ? 'allowance' : 'return', ...(lines && { lines }) })
  }),
  reOpen: onAny('blue', (id, { random, titleName }) => {
    const title = {
      kind: 'personal',
      name: `${titleName}改`,
      taxNo: null,
      address: '',
      phone: '',
      bank: '',
      bankAccount: '',
    } as const
    return ask(redCalls.reOpen, { id, kind: 'ordinary', title, requestKey: `key-${id}-${random.int(1, 99)}` })
  }),
  cancel: onAny('red', (id) => ask(redCalls.cancel, { id })),
  retry: onAny('red', (id) => ask(redCalls.retry, { id })),
  async knob({ random, titleName }) {
    await turnKnob(shop.world.db, random.pick(knobs), { buyerName: titleName, reason: '税局没有受理' })
  },
  async refund({ random, built }) {
    const { id: itemId, price } = random.pick(built.order.items)
    const part = random.pick([false, true]) ? { amount: random.int(1, price) } : {}
    await ask(refundCalls.submit, { orderId: built.order.id, items: [{ itemId, ...part }], reason })
  },
  async rejectRefund({ built }) {
    const [waiting] = await shop.world.db<{ id: string }[]>`
      select id from refunds where order_id = ${built.order.id} and status in ('applied', 'awaiting_red') limit 1`
    if (waiting) await ask(refundCalls.reject, { refundId: waiting.id, reason })
  },
  wait: ({ random }) => pass(random.pick([5, 20, 60, 400])),
  days: () => pass(90_000),
}
const weights = {
  request: 10,
  open: 10,
  openMany: 3,
  reject: 1,
  withdraw: 1,
  reSave: 2,
  mark: 2,
  reverseMany: 1,
  refresh: 1,
  scan: 3,
  reverse: 4,
  reOpen: 5,
  cancel: 2,
  retry: 3,
  knob: 3,
  refund: 3,
  rejectRefund: 1,
  wait: 15,
  days: 1,
}

async function live(n: number): Promise<void> {
  const random = seededRandom(seed + n)
  const built = await shop.paid({ price: random.int(2000, 9000) }, [random.int(2000, 9000)])
  const of: Sequence = { random, built, titleName: `单位${n}` }
  const story: string[] = []
  for (let step = 0; step < length; step++) {
    const name = random.weighted(weights)
    story.push(name)
    await steps[name]!(of)
  }
  for (let calm = 0; calm < 3; calm++) {
    await scan()
    await pass(120)
  }
  for (const { name, sql } of invariants) {
    const broken = [...(await shop.world.db.unsafe(sql))]
    assert.deepEqual(
      broken,
      [],
      `${name}, seed ${seed}, sequence ${n}, ${built.order.id}: ${story.join(' → ')}`,
    )
  }
}

test('whatever is requested, issued, reversed and refunded, no order is invoiced beyond what was paid and kept', async (t) => {
  shop = await aShop(
    [
      '/invoice-manage/invoice-list',
      '/invoice-manage/refund-list',
      '/order-manage/list',
      '/project-manage/setting',
    ],
    {
      invoicing: (demo) => demo,
    },
  )
  clock = aClock(shop.world, { keepsSessions: true })
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
  await changeSettings(shop.world, shop.portal.projectId, { studentRefund: true })
  await openInvoices(shop.world, clerk)
  for (let n = from; n < from + sequences; n++) {
    await live(n)
    if (sequences > 20 && n % 20 === 0) t.diagnostic(`${n} of ${sequences}, seed ${seed}`)
  }
  const ends = await shop.world.db<{ what: string; count: number }[]>`
    select colour || ' ' || status as what, count(*)::int as count from invoices group by 1
    union all select 'refund ' || status, count(*)::int from refunds group by 1 order by 1`
  t.diagnostic(
    `${sequences} sequences from ${from}, TEST_SEED=${seed}: ${ends.map(({ what, count }) => `${what} ${count}`).join(', ')}`,
  )
  assert.ok(
    ends.some(({ what }) => what === 'blue opened' || what.startsWith('red ')),
    'some were issued',
  )
  if (sequences < enough) return
  const seen = new Set(ends.map(({ what }) => what))
  const all = ['opened', 'part_reddened', 'reddened', 'rejected', 'withdrawn', 'failed'].map(
    (status) => `blue ${status}`,
  )
  assert.deepEqual(
    [...all, 'red opened', 'refund succeeded', 'refund rejected'].filter((what) => !seen.has(what)),
    [],
  )
})
