import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seededRandom } from '../../db/seed/content/random.ts'
import { batchOrderRefusals } from '../../features/batchOrder/rules.ts'
import { transferRefusals } from '../../features/transfer/contract.ts'
import { seed } from '../dice.ts'
import { passTogether, settle } from './money/days.ts'
import { type Market, openMarket } from './money/market.ts'
import { officeSteps } from './money/office.ts'
import { payerSteps } from './money/payer.ts'
import { beginUnit, type UnitSequence, unitSteps } from './money/unit.ts'

/**
 * Units buy for their people at random: rosters are ordered, paid by code, by one transfer or by several, too little or too
 * much, waived, cancelled and ordered again; places open, fail, are opened again, are studied, go to another person of the
 * unit, move to another class and back, and are refunded by item; two clerks propose what the other approves, rejects or sees withdrawn;
 * days pass. So many live side by side under one clock; after every round, and when they have come to rest, the laws of
 * money and places hold. `SEQUENCES=1000 npm test -- test/chaos/units.test.ts` runs many; TEST_SEED draws the same ones
 * again, FROM goes on where a run was stopped.
 */
const sequences = Number(process.env.SEQUENCES ?? 10)
const from = Number(process.env.FROM ?? 1)
const length = 14
const calmRounds = 5
const together = 10
/** So many see everything that the model knows. */
const enough = 300

const folder = new URL('../invariants/', import.meta.url)
const lawsOf = (numbers: RegExp) =>
  readdirSync(folder)
    .filter((name) => numbers.test(name))
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
/** Those of orders, payments, receipts, refunds, batches, places and what was studied in them. */
const always = lawsOf(/^(0[1-7]|09|10|1[5-9]|20|27|38|39|40|44)-.*\.sql$/)
const atRest = lawsOf(/^(0[1-9]|10|1[5-9]|20|27|38|39|40|44)-.*\.sql$/)

const { refund, decide, record, allocate, reverseReceipt, conclude, clear, suspend, resume } = officeSteps
const shared = { refund, decide, record, allocate, reverseReceipt, conclude, clear, suspend, resume }
const steps = { ...shared, pay: payerSteps.pay, ...unitSteps } as unknown as Record<
  string,
  (market: Market, of: UnitSequence) => Promise<unknown>
>
const weight: Readonly<Record<string, number>> = {
  openCode: 8,
  pay: 9,
  transferMoney: 14,
  conclude: 16,
  replace: 7,
  move: 6,
  study: 6,
  refund: 5,
  retry: 4,
  record: 2,
  cancel: 2,
  waive: 2,
  suspend: 1,
}
const weights = Object.fromEntries(Object.keys(steps).map((name) => [name, weight[name] ?? 3]))

let market: Market

/** Moves in whose new place less of a video counts than in the one that was left. */
const lost = `
  select r.id, fi.resource_id, f.accepted_ms from transfer_records r
  join watch_coverages f on f.enrolment_id = r.from_id join course_items fi on fi.id = f.item_id
  join enrolments e on e.id = r.to_id
  where r.undone_at is null and f.accepted_ms > coalesce((
    select max(t.accepted_ms) from watch_coverages t join course_items ti on ti.id = t.item_id
    where t.enrolment_id = r.to_id and ti.resource_id = fi.resource_id), 0)
    and exists (select from class_courses k join course_items i on i.course_id = k.course_id
      where k.class_id = e.class_id and i.resource_id = fi.resource_id)`

/** Seconds of each place, as they were seen last. */
const seconds = new Map<string, number>()

/** Fails where seconds of a place fell, or where a move left some behind. */
async function assertSecondsStay(): Promise<void> {
  const { db } = market.shop.world
  const now = await db<{ id: string; watched: number }[]>`
    select id, watched_seconds::float8 as watched from enrolments where watched_seconds > 0 order by id`
  const latest = new Map(now.map(({ id, watched }) => [id, watched]))
  const fell = [...seconds].filter(([id, before]) => (latest.get(id) ?? 0) < before)
  assert.deepEqual(fell, [], `seconds fell, seed ${seed}`)
  for (const [id, watched] of latest) seconds.set(id, watched)
  assert.deepEqual([...(await db.unsafe(lost))], [], `a move left seconds behind, seed ${seed}`)
}

/** Refusals that the sequences met. */
const refused: string[] = []

/** Counts those of some words, by the part after their values. */
function countRefused({ zh }: { zh: string }): number {
  const said = zh.split(/[{}]/).at(-1)!
  return refused.filter((text) => text.includes(said)).length
}

/** Fails with what the sequences did where a law is broken. */
async function assertLaws(laws: typeof always, living: readonly UnitSequence[]): Promise<void> {
  const told = () =>
    living.map(({ n, built, story }) => `sequence ${n}, ${built.order.id}: ${story.join(' → ')}`).join('\n')
  for (const { name, sql } of laws) {
    const broken = [...(await market.shop.world.db.unsafe(sql))]
    if (broken.length > 0) assert.deepEqual(broken, [], `${name}, seed ${seed}, after\n${told()}`)
  }
}

/** Lets some sequences live side by side, each by a seed of its own, and looks at what came of them. */
async function liveThrough(numbers: readonly number[]): Promise<void> {
  const clock = seededRandom(seed - numbers[0]!)
  const living: UnitSequence[] = []
  for (const n of numbers) living.push(await beginUnit(market, n, seededRandom(seed + n)))
  for (let round = 0; round < length; round++) {
    await Promise.all(
      living.map(async (sequence) => {
        const name = sequence.random.weighted(weights)
        sequence.story.push(name)
        await steps[name]!(market, sequence)
      }),
    )
    const passed = round < calmRounds ? 'nothing' : await passTogether(market, clock)
    for (const { story } of living) story.push(passed)
    await assertLaws(always, living)
    await assertSecondsStay()
  }
  refused.push(...living.flatMap((sequence) => sequence.refused))
  await market.shop.world.portal.drainJobs()
  const hanging = await settle(market)
  await market.shop.world.portal.drainJobs()
  await assertLaws(atRest, living)
  const left = living.filter(({ built }) => hanging.some(({ orderId }) => orderId === built.order.id))
  const stories = left.map(({ n, story }) => `sequence ${n}: ${story.join(' → ')}`).join('\n')
  assert.deepEqual([...hanging], [], `still under way, seed ${seed}, after\n${stories}`)
}

test('whatever a unit orders, pays, replaces, moves and has refunded, money and places agree', async (t) => {
  market = await openMarket([
    '/train-manage/unit-class',
    '/train-manage/study-report',
    '/student-manage/student',
  ])
  const { db } = market.shop.world
  const all = Array.from({ length: sequences }, (_, i) => from + i)
  for (let done = 0; done < all.length; done += together) {
    await liveThrough(all.slice(done, done + together))
    if (sequences > together) t.diagnostic(`${done + together} of ${sequences}, seed ${seed}`)
  }
  const [seen] = await db<Record<string, number>[]>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from orders where channel in ('wechat', 'alipay')) as "paid by code",
      (select count(*)::int from orders where channel = 'offline') as "paid by transfer",
      (select count(*)::int from (select order_id from allocations group by order_id having count(*) > 1) a)
        as "paid by several transfers",
      (select count(*)::int from receipts r where r.allocated > 0 and r.allocated < r.amount) as "too much",
      (select count(*)::int from orders where status = 'free') as waived,
      (select count(*)::int from orders where status = 'cancelled') as cancelled,
      (select count(*)::int from orders where status = 'part_refunded') as "partly refunded",
      (select count(*)::int from orders where status = 'refunded') as refunded,
      (select count(*)::int from batch_places where state = 'opened') as "places open",
      (select count(*)::int from batch_places where state = 'failed') as "places failed",
      (select count(*)::int from operation_logs where action = 'batchOrder.replace') as replaced,
      (select count(*)::int from operation_logs where action = 'batchOrder.retry') as "opened again",
      (select count(*)::int from enrolments where watched_seconds > 0) as studied,
      (select count(*)::int from transfer_records) as moved,
      (select count(*)::int from transfer_records where carried_ms > 0) as "moved with seconds",
      (select count(*)::int from transfer_records where undone_at is not null) as "moved back"`
  Object.assign(seen!, {
    'not given away once begun': countRefused(batchOrderRefusals.begun),
    'not moved back once studied': countRefused(transferRefusals.touched),
  })
  const shown = Object.entries(seen!)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')
  t.diagnostic(`${sequences} sequences from ${from}, TEST_SEED=${seed}: ${shown}`)
  assert.ok(seen!['places open']! > 0, 'places opened for some of them')
  if (sequences < enough) return
  for (const [what, count] of Object.entries(seen!)) assert.ok(count > 0, `${what} came to none of them`)
})
