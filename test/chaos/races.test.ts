import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test, type TestContext } from 'node:test'
import type { Call, Envelope, InputOf, OutputOf } from '../../contract/call.ts'
import { seededRandom } from '../../db/seed/content/random.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { refundCalls } from '../../features/refund/contract.ts'
import { administratorMenus } from '../../features/role/rules.ts'
import type { Tx } from '../../server/db.ts'
import { aClass } from '../build/class.ts'
import { aShop, type Shop, transactionFor } from '../build/order.ts'
import { aLearner, anAccount, type BuiltAccount, changeLimits } from '../build/portal.ts'
import { seed } from '../dice.ts'
import { race } from '../race.ts'
import { until } from '../until.ts'
import { shuffled } from './kill.ts'

/**
 * Many callers, each with a connection of its own to the database, want what one can have. Every second round all
 * of them wait for the same lock before any goes on; the others begin as they come.
 * `ROUNDS=200 CROWD=64 npm test -- test/chaos/races.test.ts` runs many, and in parts
 * `FROM=50 ROUNDS=50 TEST_SEED=…` those from the fiftieth on: a round draws from the seed and its own number. Each
 * test says how long its rounds took, and how to go on.
 */
const rounds = Number(process.env.ROUNDS ?? 6)
const from = Number(process.env.FROM ?? 0)
let random = seededRandom(seed)
const crowd = Number(process.env.CROWD ?? 16)
const price = 6000
const reason = '核对原始记录后决定'

let shop: Shop
/** Each with an account of its own: callers of one account stand in line before they reach what they want. */
let clerks: BuiltAccount[]
let learners: BuiltAccount[]
before(async () => {
  // As many connections as this are too many for a server that other tests use as well.
  delete process.env.TEST_DATABASE_URL
  shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list', ...administratorMenus], {
    connections: crowd,
    TRUST_PROXY: '127.0.0.1',
  })
  const { world, portal } = shop
  // None of the clerks comes to a limit, however many rounds there are.
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1000, refundApprovalAbove: 1_000_000 })
  clerks = []
  learners = []
  for (let n = 0; n < crowd; n++) {
    clerks.push(await anAccount(world, portal, { role: 'admin', userName: `财务${n}` }))
    learners.push(await aLearner(world, portal))
  }
})

/** Attempts of a caller who is told that the portal is busy: on a starved machine some wait too long. */
const retries = 5

async function ask<C extends Call>(
  call: C,
  input: InputOf<C>,
  token: string,
  left = retries,
): Promise<Envelope<OutputOf<C>>> {
  const reply = await shop.world.call(call, input, token)
  return reply.respCode === 503 && left > 0 ? ask(call, input, token, left - 1) : reply
}

/** Lets all callers go at once, in an order that the seed draws; in every second round from behind a lock. */
async function rush<T>(
  round: number,
  lock: (tx: Tx) => Promise<unknown>,
  wants: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const mixed = shuffled(random, wants)
  return round % 2 === 0 ? race<T[]>(shop.world.db, lock, ...mixed) : Promise.all(mixed.map((want) => want()))
}

const folder = new URL('../invariants/', import.meta.url)
const invariants = readdirSync(folder).filter((name) => name.endsWith('.sql'))

async function assertInvariants(): Promise<void> {
  for (const name of invariants) {
    const rows = await shop.world.db.unsafe(readFileSync(new URL(name, folder), 'utf8'))
    assert.deepEqual([...rows], [], `${name}, TEST_SEED=${seed}`)
  }
}

/** Plays the rounds of this part; every invariant holds after them. */
async function inRounds(t: TestContext, play: (round: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  for (let round = from; round < from + rounds; round++) {
    random = seededRandom(seed + round)
    await play(round)
  }
  await assertInvariants()
  const seconds = Math.round((performance.now() - began) / 1000)
  t.diagnostic(
    `rounds ${from} to ${from + rounds - 1} in ${seconds} s; on with TEST_SEED=${seed} FROM=${from + rounds}`,
  )
}

const codes = (replies: readonly Envelope[]) =>
  Object.entries(Object.groupBy(replies, ({ respCode }) => respCode)).map(
    ([code, list]) => `${list!.length} × ${code}`,
  )

test('the last place of a class is held by exactly one of many buyers', async (t) => {
  const { world, portal } = shop
  await inRounds(t, async (round) => {
    const { classId } = await aClass(world, portal, { price, quota: 1 })
    const replies = await rush(
      round,
      (tx) => tx`select from train_classes where id = ${classId} for no key update`,
      learners.map(
        ({ token }) =>
          () =>
            ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: price }, token),
      ),
    )
    assert.deepEqual(codes(replies), ['1 × 200', `${crowd - 1} × 409`], `round ${round}, TEST_SEED=${seed}`)
    const [row] = await world.db`
      select sold, held, (select count(*)::int from order_items where class_id = c.id) as items
      from train_classes c where id = ${classId}`
    assert.deepEqual({ ...row }, { sold: 0, held: 1, items: 1 })
  })
})

test('an order that is waived and paid at once is either, and its money is never lost', async (t) => {
  const { world } = shop
  const won = { free: 0, paid: 0 }
  await inRounds(t, async (round) => {
    const built = await shop.order({ price, learner: learners[round % crowd]! })
    await shop.code(built)
    const { id: orderId } = built.order
    const [payment] = await world.db`select out_trade_no from payments where order_id = ${orderId}`
    const number = payment!.outTradeNo as string
    const { body, headers } = shop.notice(`EV-${number}`, transactionFor(shop, number, price))
    // The platform has the money of which its notices speak.
    await world.db`
      update gateway_payments set state = 'SUCCESS', transaction_id = ${`42${number}`}, paid_at = moment()
      where out_trade_no = ${number}`
    const waivers = clerks.slice(0, crowd / 2).map(
      ({ token }) =>
        async () =>
          (await ask(orderCalls.freeOrder, { orderId, reason }, token)).respCode,
    )
    const notices = Array.from({ length: crowd / 2 }, () => () => shop.notify(body, headers))
    // Notices that arrive together wait for each other in the server and not at the lock: they come while the rest waits.
    const lock = (tx: Tx) => tx`select from orders where id = ${orderId} for update`
    let heard: Promise<number[]> = Promise.resolve([])
    const answers =
      round % 2 === 0
        ? await rush(
            round,
            async (tx) => {
              await lock(tx)
              return () => void (heard = Promise.all(notices.map((send) => send())))
            },
            waivers,
          )
        : await rush(round, lock, [...waivers, ...notices])
    answers.push(...(await heard))
    const rows = await shop.rows(orderId)
    const status = rows.status as 'free' | 'paid'
    won[status]++
    const count = (code: number) => answers.filter((answer) => answer === code).length
    const waived = Number(status === 'free')
    assert.deepEqual(
      [count(200), count(409), count(204), rows.enrolments],
      [waived, crowd / 2 - waived, crowd / 2, 1],
      `round ${round}, TEST_SEED=${seed}`,
    )
    assert.equal(rows.payments[0]!.status, waived ? 'surplus' : 'succeeded')
  })
  assert.equal(won.free + won.paid, rounds)
})

test('many refunds of one payment never come to more than was paid', async (t) => {
  const { world } = shop
  let shift = 0
  await inRounds(t, async (round) => {
    const built = await shop.paid({ price, learner: learners[round % crowd]! }, [price, price])
    const { id: orderId, items } = built.order
    for (let volley = 0; volley < 2; volley++) {
      const replies = await rush(
        round,
        (tx) => tx`select from orders where id = ${orderId} for update`,
        Array.from({ length: crowd }, (_, n) => {
          const item = { itemId: random.pick(items).id, amount: random.int(1, price) }
          return () => ask(refundCalls.submit, { orderId, items: [item], reason }, clerks[n]!.token)
        }),
      )
      const accepted = replies.filter(({ respCode }) => respCode === 200)
      assert.ok(accepted.length <= items.length, `${codes(replies).join(', ')}, TEST_SEED=${seed}`)
      const [odd] = replies.filter(({ respCode }) => ![200, 409, 422].includes(respCode))
      assert.equal(odd, undefined, `${JSON.stringify(odd)}, TEST_SEED=${seed}`)
      const [sums] = await world.db`
        select p.amount, p.refunded + p.refunding as promised,
          (select sum(r.amount) from refunds r where r.payment_id = p.id) as refunds,
          (select coalesce(max(i.refunded + i.refunding), 0) from order_items i where i.order_id = p.order_id) as item
        from payments p where p.order_id = ${orderId}`
      const { amount, promised, refunds, item } = sums as unknown as Record<string, number>
      assert.ok(promised! <= amount! && item! <= price && promised === refunds, JSON.stringify(sums))
      // The product's own workers send refunds as well: what they have begun ends by itself.
      await until(async () => {
        await world.db`update sessions set idle_until = idle_until + interval '20 seconds'`
        await world.moveClock(`${(shift += 20)} seconds`)
        await shop.poll()
        const [open] =
          await world.db`select from refunds where order_id = ${orderId} and status = 'processing' limit 1`
        return open === undefined
      })
    }
    const [given] = await world.db`
      select p.amount, p.refunded, p.refunding, coalesce(sum(r.amount), 0) as given
      from payments p left join gateway_refunds r on r.out_trade_no = p.out_trade_no and r.fault is null
      where p.order_id = ${orderId} group by p.id`
    assert.deepEqual([given!.refunding, given!.given], [0, given!.refunded], JSON.stringify(given))
  })
})
