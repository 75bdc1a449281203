import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { seed } from '../dice.ts'
import { aBatch } from '../build/batch.ts'
import { aLearner } from '../build/portal.ts'
import type { BuiltOrder } from '../build/order.ts'
import { passTogether, settle } from './money/days.ts'
import { type Market, type Office, openMarket, type Sequence } from './money/market.ts'
import { officeSteps } from './money/office.ts'
import { payerSteps } from './money/payer.ts'

/**
 * Orders live at random, in a project that is paid through the portal's merchants and in one with its own: codes of both
 * channels are opened, left, paid late, twice, unheard or with other money, at a desk, on a phone and inside WeChat; units
 * and learners pay by bank; two clerks lower, waive, refund, reject, end, settle and suspend, and propose above their
 * limits what the other approves, rejects or sees withdrawn; channels fall silent, refunds are closed or go wrong there;
 * days pass. So many live side by side under one clock; when they have come to rest the invariants of money hold, and
 * nothing is left that nobody asks about. `SEQUENCES=2000 npm test -- test/chaos/money.test.ts` runs many; TEST_SEED draws
 * the same ones again, FROM goes on where a run was stopped.
 */
const sequences = Number(process.env.SEQUENCES ?? 25)
const from = Number(process.env.FROM ?? 1)
const length = 14
const calmRounds = 6
const together = 25
/** So many see everything that the model knows. */
const enough = 300

const folder = new URL('../invariants/', import.meta.url)
/** Those of orders, payments, receipts, refunds, places and their history. */
const invariants = readdirSync(folder)
  .filter((name) => /^(0[1-8]|10|15|16|17|27|36|38|39|40|44)-.*\.sql$/.test(name))
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

let market: Market

const steps = { ...payerSteps, ...officeSteps }
/** A waived or cancelled order has little left to live: both are rare, so that most of them see money. */
const weight: Partial<Record<keyof typeof steps, number>> = {
  open: 12,
  openInside: 5,
  pay: 14,
  cancel: 1,
  cancelRequest: 1,
  look: 2,
  waive: 2,
  close: 1,
  conclude: 14,
  refund: 6,
  decide: 6,
  clear: 8,
  suspend: 2,
  resume: 2,
  allocate: 2,
  reverseReceipt: 1,
}
const weightsOf = (names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, weight[name as keyof typeof steps] ?? 4]))
const weights = { personal: weightsOf(steps), batch: weightsOf(officeSteps) }

/** An order of a unit for two of its people. */
async function aBatchOrder({ portal, clerks }: Office, prices: number[]): Promise<BuiltOrder> {
  const { world } = market.shop
  const people = [await aLearner(world, portal), await aLearner(world, portal)]
  const { orderId, classes } = await aBatch(world, portal, people, prices)
  const order = await world.ask(orderCalls.getOrderDetail, { orderId }, clerks[0].token)
  return { order, learner: people[0]!, classId: classes[0]!.classId }
}

async function begin(n: number, random: Random): Promise<Sequence> {
  const office = random.pick(market.offices)
  const isBatch = random.int(1, 6) === 1
  const [price, ...more] = random.pick([[random.int(2, 9000)], [random.int(2, 9000), random.int(1, 5000)]])
  const built = isBatch
    ? await aBatchOrder(office, [price!])
    : await market.shop.order({ portal: office.portal, price: price! }, more)
  return { n, random, office, isBatch, built, codes: [], story: [] }
}

/** Lets some sequences live side by side, each by a seed of its own, and looks at what came of them. */
async function liveThrough(numbers: readonly number[]): Promise<void> {
  const clock = seededRandom(seed - numbers[0]!)
  const living: Sequence[] = []
  for (const n of numbers) living.push(await begin(n, seededRandom(seed + n)))
  for (let round = 0; round < length; round++) {
    await Promise.all(
      living.map(async (sequence) => {
        const name = sequence.random.weighted(weights[sequence.isBatch ? 'batch' : 'personal'])
        sequence.story.push(name)
        await steps[name]!(market, sequence)
      }),
    )
    // A day that passes at once would end them all before any money came.
    const passed = round < calmRounds ? 'nothing' : await passTogether(market, clock)
    for (const { story } of living) story.push(passed)
  }
  const hanging = await settle(market)
  const told = (of: readonly Sequence[]) =>
    of.map(({ n, built, story }) => `sequence ${n}, ${built.order.id}: ${story.join(' → ')}`).join('\n')
  for (const { name, sql } of invariants) {
    const broken = [...(await market.shop.world.db.unsafe(sql))]
    assert.deepEqual(broken, [], `${name}, seed ${seed}, after\n${told(living)}`)
  }
  const left = living.filter(({ built }) => hanging.some(({ orderId }) => orderId === built.order.id))
  assert.deepEqual([...hanging], [], `still under way, seed ${seed}, after\n${told(left)}`)
}

test('whatever is paid, lowered, waived, refunded and suspended, every fen is where the books say', async (t) => {
  market = await openMarket()
  const { db } = market.shop.world
  const all = Array.from({ length: sequences }, (_, i) => from + i)
  for (let done = 0; done < all.length; done += together) {
    await liveThrough(all.slice(done, done + together))
    if (sequences > together) t.diagnostic(`${done + together} of ${sequences}, seed ${seed}`)
  }
  const ends = await db<{ kind: string; status: string; count: number }[]>`
    select 'order' as kind, status, count(*)::int as count from orders group by status
    union all select 'payment', status, count(*)::int from payments group by status
    union all select 'refund', status, count(*)::int from refunds group by status
    union all select 'proposed ' || kind, status, count(*)::int from approvals group by kind, status order by 1, 2`
  const shown = ends.map(({ kind, status, count }) => `${kind} ${status} ${count}`).join(', ')
  t.diagnostic(`${sequences} sequences from ${from}, TEST_SEED=${seed}: ${shown}`)
  const [seen] = await db<Record<string, number>[]>`
    select (select count(*)::int from payments where transaction_id is not null) as "money of channels",
      (select count(*)::int from payments where transaction_id is not null and merchant_id is not null)
        as "money of a project's merchant",
      (select count(*)::int from payments where transaction_id is not null and method = 'jsapi')
        as "money inside WeChat",
      (select count(*)::int from orders where channel = 'offline') as "money of the bank",
      (select count(*)::int from orders where channel = 'offline' and payer_unit_id is not null)
        as "money of units",
      (select count(distinct kind)::int / 5 from approvals
        where kind in ('price', 'waiver', 'receipt', 'refund', 'reversal') and status = 'applied') as "every kind approved",
      (select count(*)::int from receipt_reversals) as "money off receipts",
      (select count(*)::int from approvals where status = 'rejected') as "proposals rejected",
      (select count(*)::int from approvals where status = 'withdrawn') as "proposals withdrawn",
      (select count(*)::int from operation_logs where action = 'payment.end' and actor_id is not null)
        as "payments ended",
      (select count(*)::int from payment_differences where settled_at is not null) as "differences settled"`
  t.diagnostic(
    `seen: ${Object.entries(seen!)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}`,
  )
  assert.ok(seen!['money of channels']! > 0, 'money came for some of them')
  if (sequences < enough) return
  for (const [what, count] of Object.entries(seen!)) assert.ok(count > 0, `${what} came to none of them`)
})
