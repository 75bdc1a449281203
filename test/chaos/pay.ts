import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { paymentCalls } from '../../features/payment/contract.ts'
import { pay } from '../../sandbox/payment/actions.ts'
import { findPayment, type GatewayPayment } from '../../sandbox/payment/data.ts'
import type { Pool } from '../../server/db.ts'
import { freePort } from '../freePort.ts'
import { shuffled } from './kill.ts'
import { brokenInvariants } from './kill/audit.ts'
import { aClient, type Trouble } from './kill/client.ts'
import { aProduct, started, victims } from './kill/product.ts'
import { reconcile } from './kill/reconcile.ts'
import type { Notice, Platform } from './pay/platforms.ts'
import { type SellingPortal, sellingPortals } from './pay/portals.ts'

/** Shares of notices that are lost, forged, altered or signed again, and the most repeats of one. */
const drawn = { lost: 0.2, most: 20, forged: 0.1, altered: 0.1, signedAgain: 0.3 } as const
const atOnce = { buyers: 16, notices: 64 } as const

export interface PayOptions {
  /** Payments of one part. */
  size: number
  /** The first part and how many; each is drawn from the seed and its number alone. */
  from: number
  parts: number
  seed: number
  /** Called at the end of every part. */
  say(line: string): void
}

/** Result of it all; `faults` is empty when every payment was settled once. */
export interface PayReport {
  faults: string[]
  payments: number
  lost: number
  notices: number
  forged: number
  altered: number
  kills: number
  retries: number
  /** Seconds by the product's clock until the last payment without a notice was settled. */
  slowest: number
}

/** A merchant of a portal, with the platform that speaks for it. */
interface Seller {
  portal: SellingPortal
  platform: Platform
}

/** A notice on its way; `number` of the payment it is about. */
interface Delivery {
  platform: Platform
  number: string
  kind: 'true' | 'forged' | 'altered'
  notice: Notice
}

/** Runs work over a list, so many at once. */
async function each<T>(list: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

/** All that is sent for the payments of a part, in the order in which it arrives. */
function deliveriesOf(
  random: Random,
  paid: readonly { platform: Platform; payment: GatewayPayment }[],
): { deliveries: Delivery[]; lost: number } {
  const deliveries: Delivery[] = []
  let lost = 0
  for (const { platform, payment } of paid) {
    const number = payment.outTradeNo
    const isLost = random.next() < drawn.lost
    if (isLost) lost++
    const times = random.int(1, drawn.most)
    let notice = platform.truth(payment, `EV-${number}`)
    for (let n = 0; n < times; n++) {
      const draw = random.next()
      const kind = draw < drawn.forged ? 'forged' : draw < drawn.forged + drawn.altered ? 'altered' : 'true'
      if (kind !== 'true') {
        const lie = random.pick(platform[kind])(payment, `EV-${number}-${n}`)
        deliveries.push({ platform, number, kind, notice: lie })
      } else if (!isLost) {
        if (random.next() < drawn.signedAgain) notice = platform.truth(payment, `EV-${number}`)
        deliveries.push({ platform, number, kind, notice })
      }
    }
    // Of what is not lost, one comes at least.
    if (!isLost) deliveries.push({ platform, number, kind: 'true', notice })
  }
  return { deliveries: shuffled(random, deliveries), lost }
}

/** Payments of these numbers that were not settled, once and with all that follows, by the platform's own transaction. */
async function unsettled(db: Pool, numbers: readonly string[]): Promise<string[]> {
  const rows = await db`
    select * from (
      select g.out_trade_no, p.status, o.status as "order", p.refunded + p.refunding as back,
        coalesce(p.transaction_id = g.transaction_id, false) as same,
        (select count(*)::int from enrolments e join order_items i on i.id = e.source_id where i.order_id = o.id) as places,
        (select count(*)::int from operation_logs l where l.subject_kind = 'order' and l.subject_id = o.id::text
          and l.action = 'order.pay') as settled,
        (select count(*)::int from messages m where m.kind = 'order.paid' and m.key = o.id::text) as messages
      from unnest(${numbers as string[]}::text[]) n (no)
      left join gateway_payments g on g.out_trade_no = n.no
      left join payments p on p.out_trade_no = n.no left join orders o on o.id = p.order_id) s
    where not coalesce(status = 'succeeded' and "order" = 'paid' and back = 0 and same and places = 1 and settled = 1
      and messages = 1, false)`
  return rows.map((row) => `payment ${JSON.stringify(row)}`)
}

/**
 * Lets learners of two projects pay through merchants of their own while the platforms' notices are lost, repeated, mixed, forged and altered, and the product is killed
 * in their midst. Gives what was not settled exactly once, which is nothing in a sound product.
 */
export async function settlePayments({ size, from, parts, seed, say }: PayOptions): Promise<PayReport> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-chaos-'))
  const dataFolder = join(folder, 'data')
  const product = aProduct(dataFolder, await freePort())
  const trouble: Trouble = { retries: 0 }
  const report: PayReport = {
    faults: [],
    payments: 0,
    lost: 0,
    notices: 0,
    forged: 0,
    altered: 0,
    kills: 0,
    retries: 0,
    slowest: 0,
  }
  const { faults } = report
  try {
    let { run } = await started(product)
    const portals = await sellingPortals(product, dataFolder, trouble)
    const sellers = portals.flatMap((portal) => portal.platforms.map((platform) => ({ portal, platform })))
    const all: string[] = []
    let bought = 0

    /** An order with an open code of one of the sellers; gives its number. */
    async function buy({ portal, platform }: Seller, n: number, random: Random): Promise<string> {
      const { tokens, classes } = portal
      const round = Math.floor(n / sellers.length)
      // No two of a portal's buyers want the same class at once.
      const turn = round * portal.platforms.length + portal.platforms.indexOf(platform)
      const learner = turn % tokens.length
      const chosen = classes[Math.floor(turn / tokens.length) % classes.length]!
      const client = aClient(
        product.address,
        tokens[learner]!,
        random,
        trouble,
        `10.${2 + portals.indexOf(portal)}.${learner >> 8}.${learner & 255}`,
      )
      const { id: orderId, orderNo } = await client.ask(orderCalls.saveOrder, {
        classIds: [chosen.classId],
        expectedAmount: chosen.price,
        requestKey: `chaos-${seed}-${n}`,
      })
      await client.ask(paymentCalls.getOrderPayQrcode, { orderId, channel: platform.channel })
      return orderNo
    }

    for (let part = from; part < from + parts && faults.length === 0; part++) {
      const random = seededRandom(seed * 1000 + part)
      const orders: { platform: Platform; orderNo: string }[] = []
      await each(
        Array.from({ length: size }, () => bought++),
        atOnce.buyers,
        async (n) => {
          const seller = sellers[n % sellers.length]!
          const orderNo = await buy(seller, n, seededRandom(seed * 1_000_000 + n))
          orders.push({ platform: seller.platform, orderNo })
        },
      )
      const paid = await product.look(async (db) => {
        const rows = await db`
          select o.order_no, p.out_trade_no from payments p join orders o on o.id = p.order_id
          where o.order_no = any(${orders.map(({ orderNo }) => orderNo)})`
        const numbers = new Map(rows.map((row) => [row.orderNo as string, row.outTradeNo as string]))
        const found: { platform: Platform; payment: GatewayPayment }[] = []
        for (const { platform, orderNo } of orders) {
          const number = numbers.get(orderNo)!
          // The platform takes the money; of its notices the test decides.
          await db.begin((tx) => pay(tx, number, { notices: 0 }))
          found.push({ platform, payment: (await findPayment(db, number))! })
        }
        return found
      })
      const { deliveries, lost } = deliveriesOf(random, paid)
      const heard = new Set<string>()
      const victim = random.pick(victims)
      const killAt = Math.floor(deliveries.length * (0.1 + 0.8 * random.next()))
      let answered = 0
      async function kill(): Promise<void> {
        const before = [...heard]
        await product.kill(run, victim)
        ;({ run } = await started(product))
        const gone = await product.look((db) => unsettled(db, before))
        faults.push(...gone.map((line) => `part ${part}, ${victim} killed, taken and gone: ${line}`))
      }
      let killing: Promise<void> = Promise.resolve()
      await each(deliveries, atOnce.notices, async ({ platform, number, kind, notice }) => {
        for (let tries = 0; ; tries++) {
          const response = await fetch(product.address + platform.path, {
            method: 'POST',
            body: notice.body,
            headers: notice.headers,
            signal: AbortSignal.timeout(10_000),
          }).catch(() => null)
          const text = await response?.text().catch(() => null)
          if (response && typeof text === 'string' && response.status < 500 && response.status !== 429) {
            const isTaken = platform.isTaken(response.status, text)
            if (isTaken && kind === 'true') heard.add(number)
            if (isTaken !== (kind === 'true'))
              faults.push(`a notice of ${number}, ${kind}, was answered ${response.status} ${text}`)
            break
          }
          trouble.retries++
          if (tries > 200) throw new Error(`A notice of ${number} had no answer in ${tries} attempts`)
          await wait(Math.min(1000, 50 * 2 ** Math.min(tries, 5)))
        }
        if (++answered === killAt) killing = kill()
      })
      await killing
      const numbers = paid.map(({ payment }) => payment.outTradeNo)
      const gone = await product.look((db) => unsettled(db, [...heard]))
      faults.push(...gone.map((line) => `part ${part}, taken and gone: ${line}`))
      const seconds = await reconcile(product, faults)
      all.push(...numbers)
      const wrong = await product.look(async (db) => [
        ...(await unsettled(db, all)),
        ...(await brokenInvariants(db)),
      ])
      faults.push(...wrong.map((line) => `part ${part}: ${line}`))
      const count = (kind: Delivery['kind']) => deliveries.filter((one) => one.kind === kind).length
      report.payments += size
      report.lost += lost
      report.notices += deliveries.length
      report.forged += count('forged')
      report.altered += count('altered')
      report.kills++
      report.slowest = Math.max(report.slowest, seconds)
      say(
        `${String(part).padStart(3)}  ${size} payments, ${deliveries.length} notices (${count('forged')} forged, ` +
          `${count('altered')} altered), ${lost} without one; ${victim} killed after ${killAt}; ` +
          `all settled in ${seconds} s; ${faults.length} faults`,
      )
    }
    const code = await product.stop(run)
    if (code !== 0) faults.push(`asked to stop, the server ended with ${code}: ${run.output()}`)
  } catch (error) {
    faults.push((error as Error).stack ?? String(error))
  } finally {
    await product.clear()
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    else writeFileSync(join(folder, 'evidence.txt'), faults.join('\n'))
  }
  if (faults.length > 0) say(`The data folder and the evidence are in ${folder}`)
  return { ...report, retries: trouble.retries }
}

/** `npm run chaos -- pay [--payments 10000] [--size 500] [--from 1] [--seed N]`; returns whether all were settled once. */
export async function run(options: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: options,
    options: {
      payments: { type: 'string', default: '10000' },
      size: { type: 'string', default: '500' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
    },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const [payments, size, from] = [values.payments, values.size, values.from].map(Number) as [
    number,
    number,
    number,
  ]
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const parts = Math.ceil(payments / size) - from + 1
  if (![size, from, parts, seed].every(Number.isInteger) || size < 1 || from < 1 || parts < 1) {
    say(
      '--payments, --size and --from are whole numbers from 1, --seed a whole number; --from is a part there is.',
    )
    return false
  }
  say(
    `Parts ${from} to ${from + parts - 1} of ${size} payments each, seed ${seed} (--seed ${seed} --from N begins at a part again)`,
  )
  const report = await settlePayments({ size, from, parts, seed, say })
  const { lost, notices, forged, altered, kills, retries, slowest, faults } = report
  say(
    `\n${report.payments} payments, ${lost} of them without a notice; ${notices} notices, ${forged} forged, ${altered} altered; ` +
      `${kills} kills, ${retries} attempts without an answer; all settled within ${slowest} s; ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 50)) say(`\n${fault}`)
  return faults.length === 0
}
