import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
// The features take part in events of each other.
import '../../app/features.ts'
import type { AppContext } from '../../server/appContext.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { settleOrder } from '../../features/order/server/actions.ts'
import { openPlacesJob } from '../../features/batchOrder/server/jobs.ts'
import { aJob } from '../build/job.ts'
import { memoryInUse } from '../memory.ts'
import { fill } from './heartbeat.ts'
import { type Heard, portOf, reported, start } from './import/children.ts'
import { fillClasses, median, price } from './order.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 5000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const goalSeconds = 20
/** Learners who watch meanwhile and are in none of the orders, and how many times slower their beats may be. */
const watching = 200
const goalRatio = 2
const quietSeconds = 6

/** An unpaid order of a unit for all people who do not watch, in a class of its own. */
async function fillOrder(db: Pool, classId: string, n: number): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    with unit as (
      insert into units (id, project_id, path, name)
      select u.id, p.id, u.id || '/', '单位' from projects p, (select new_id() as id) u returning id, project_id),
    first as (select id from accounts order by id limit 1),
    head as (
      insert into unit_classes (project_id, unit_id, class_id, name, price, pay_modes, by_unit, operator_id)
      select unit.project_id, unit.id, ${classId}, '单位班级', ${price}, '{transfer}', false, first.id from unit, first
      returning id, unit_id, project_id),
    made as (
      insert into orders (project_id, kind, payer_unit_id, payer_name, unit_id, order_no, amount, expires_at)
      select project_id, 'batch', unit_id, '单位', unit_id, ${`BATCH${n}`}, ${price * people}, moment() + interval '1 day'
      from head returning id, project_id),
    batch as (
      insert into batch_orders (order_id, project_id, unit_class_id, pay_mode, operator_id)
      select made.id, made.project_id, head.id, 'transfer', first.id from made, head, first),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
        holds_seat)
      select made.id, a.id, ${classId}, a.sort, '班级', 'public', 2023, 80, ${price}, ${price}, true
      from made, (select id, row_number() over (order by id) as sort from accounts
        where substring(login_name from 6)::int > ${watching} limit ${people}) a),
    held as (update train_classes set held = held + ${people} where id = ${classId})
    select id from made`
  await db`analyze`
  return row!.id
}

const seconds = (since: number) => (performance.now() - since) / 1000

const settle = (db: Pool, orderId: string) =>
  db.begin((tx) => settleOrder(tx, { orderId, amount: price * people, channel: 'offline' }))

async function countOpened(db: Pool, orderId: string): Promise<number> {
  const [count] = await db<{ opened: number }[]>`
    select count(*)::int as opened from batch_places where order_id = ${orderId} and state = 'opened'`
  return count!.opened
}

const shown = (values: number[]) => values.map((value) => value.toFixed(2)).join(', ')

/**
 * The same by the job of a running portal, while other learners watch over HTTP: how long their beats take, and how long
 * before.
 */
async function openBeside(db: Pool, environment: NodeJS.ProcessEnv, orderIds: readonly string[]) {
  const [portal, beats] = [start('portal', environment), start('beats')]
  try {
    beats.send({ port: await portOf(portal), learners: watching, every: 1000 })
    const [ratios, took]: [number[], number[]] = [[], []]
    let failed = 0
    for (const orderId of orderIds) {
      await db`vacuum (analyze) enrolments, order_items, batch_places`
      beats.send('watch')
      await wait(quietSeconds * 1000)
      const quiet = await reported<Heard>(beats)
      beats.send('watch')
      const since = performance.now()
      await settle(db, orderId)
      while ((await countOpened(db, orderId)) < people) await wait(100)
      took.push(seconds(since))
      const busy = await reported<Heard>(beats)
      failed = busy.failed
      ratios.push(busy.p99 / quiet.p99)
      process.stdout.write(
        `  beats p99 ${quiet.p99.toFixed(1)} ms quiet, ${busy.p99.toFixed(1)} ms while ${people} places open\n`,
      )
    }
    process.stdout.write(
      `opening by a running portal, settling included: median ${median(took).toFixed(2)} s (${shown(took)}), ` +
        `at most ${goalSeconds} wanted\n` +
        `beats of ${watching} other learners meanwhile, p99 ÷ quiet: median ${median(ratios).toFixed(2)} ` +
        `(${shown(ratios)}), at most ${goalRatio} wanted; ${failed} failed\n`,
    )
  } finally {
    for (const child of [portal, beats]) child.disconnect()
  }
}

/**
 * Delivery of a batch order, on a PostgreSQL that syncs: seconds in which the money settles it, in which the job opens all
 * of its places, the memory in use after each checkpoint, and how much slower the beats of others are meanwhile.
 * BENCH_PEOPLE and BENCH_ROUNDS change the size.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  try {
    await fill(db, watching + people)
    const classIds = await fillClasses(db)
    const settled: number[] = []
    const opened: number[] = []
    const memory: number[] = []
    for (let n = 0; n < rounds; n++) {
      const orderId = await fillOrder(db, classIds[n]!, n)
      let since = performance.now()
      await settle(db, orderId)
      settled.push(seconds(since))
      since = performance.now()
      let measuring = 0
      await openPlacesJob.run(
        aJob({
          input: { orderId },
          progress: async () => {
            const before = performance.now()
            memory.push(memoryInUse() / 1e6)
            measuring += performance.now() - before
          },
        }),
        { db } as AppContext,
      )
      opened.push(seconds(since) - measuring / 1000)
      const open = await countOpened(db, orderId)
      if (open !== people) throw new Error(`${open} of ${people} places are open`)
      // Nothing is left of it for the workers of the portal that is started below.
      await db`delete from jobs where type = ${openPlacesJob.type} and input ->> 'orderId' = ${orderId}`
    }
    process.stdout.write(
      `settling ${people} people: ${shown(settled)} s\n` +
        `opening their places: median ${median(opened).toFixed(2)} s (${shown(opened)}), at most ${goalSeconds} wanted\n` +
        `memory in use at the checkpoints: ${Math.min(...memory).toFixed(1)} to ${Math.max(...memory).toFixed(1)} MB\n`,
    )
    const orderIds: string[] = []
    for (let n = rounds; n < 2 * rounds; n++) orderIds.push(await fillOrder(db, classIds[n]!, n))
    await openBeside(db, { DATABASE_URL: embedded.url, DATA_DIR: folder }, orderIds)
  } finally {
    await db.end()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
