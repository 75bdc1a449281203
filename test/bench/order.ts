import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orderCalls } from '../../features/order/contract.ts'
import { saveOrder } from '../../features/order/server/actions.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { mintScope, type Session } from '../../server/session.ts'
import { fill, learners, statementsPerSecond } from './heartbeat.ts'
import type { Load, Measured } from './order/load.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const perRound = Number(process.env.BENCH_ORDERS ?? 2000)
const connections = 16
const classes = 96
/** Classes of one order. */
const items = 3
export const price = 6000

/** The classes that are for sale beside what every bench is filled with; their ids. */
export async function fillClasses(db: Pool): Promise<string[]> {
  const rows = await db`
    insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
      required_hours_tenths, price, original_price, valid_days, status)
    select project_id, id, 'S' || n, '班级' || n, '{}', 'public', 2023, 80, 80, ${price}, ${price}, 365, 'on_shelf'
    from class_categories, generate_series(1, ${classes}) n returning id`
  return rows.map((row) => row.id as string)
}

/** Starts the product in a process of its own, and what sends it requests. */
export async function launch(databaseUrl: string, folder: string) {
  const portal = fork(fileURLToPath(new URL('./heartbeat/portal.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' },
  })
  const [{ port }] = (await once(portal, 'message')) as [{ port: number }]
  const driver = fork(fileURLToPath(new URL('./order/load.ts', import.meta.url)))
  const children: ChildProcess[] = [portal, driver]
  return {
    /** Sends requests, each once; throws when one of them is not answered as it has to be. */
    async load(input: Omit<Load, 'port'>): Promise<Measured> {
      driver.send({ ...input, port })
      const [measured] = (await once(driver, 'message')) as [Measured]
      if (measured.wrong !== null)
        throw new Error(`${measured.answered - measured.right} wrong answers, as: ${measured.wrong}`)
      return measured
    },
    stop: () => children.forEach((child) => child.disconnect()),
  }
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const spread = (values: number[]) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`
export const perSecond = (values: number[]) => `${Math.round(median(values))}/s (${spread(values)})`

/** The same rows without what makes them an order: one statement, the same columns and indexes. */
const bare = `
  with made as (
    insert into bench_orders (project_id, account_id, payer_name, order_no, amount, expires_at)
    select p.id, new_id(), '学员', new_id()::text, $1::int * 0 + ${price * items}, now() + interval '30 minutes' from projects p
    returning id, account_id)
  insert into bench_order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price,
    payable, holds_seat)
  select id, account_id, new_id(), n, '班级', 'public', 2023, 80, ${price}, ${price}, true
  from made, generate_series(1, ${items}) n`.replaceAll(/\s+/g, ' ')

/** The statements of a piece of work as they go to the database, without the ends of its transaction. */
export async function statementsOf(db: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const options = db.options as { debug?: unknown }
  options.debug = (_connection: number, text: string) => seen.push(text.trim().replaceAll(/\s+/g, ' '))
  await work()
  options.debug = false
  return seen.filter((text) => !/^(begin|commit)/.test(text))
}

export const listed = (statements: readonly string[]) =>
  statements.map((text) => `    ${text.slice(0, 100)}\n`).join('')

/**
 * Orders of three classes created over HTTP, and by the action alone on as many connections of its own, on a PostgreSQL
 * that syncs; the bare insert of the same rows runs in between. Counts the statements of one order.
 * BENCH_ROUNDS and BENCH_ORDERS lengthen it.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: connections })
  let product: Awaited<ReturnType<typeof launch>> | null = null
  try {
    await fill(db)
    await db.unsafe(`
      create table bench_orders (like orders including all);
      create table bench_order_items (like order_items including all)`)
    const classIds = await fillClasses(db)
    const rows = await db`
      select a.id as account_id, a.project_id, a.role_id, substring(a.login_name from 6)::int as n from accounts a`
    const sessions = new Map(
      rows.map(({ accountId, projectId, roleId, n }) => [
        n as number,
        {
          id: '',
          userName: '',
          roleName: '',
          roleSystem: 3,
          menus: new Set(),
          unitId: null,
          accountId,
          projectId,
          roleId,
          scope: mintScope({ projectId, unitPath: null, accountId }),
        } as unknown as Session,
      ]),
    )
    product = await launch(embedded.url, folder)

    let made = 0
    /** The next order that nobody has placed yet: who, and of what. */
    const next = () => {
      const n = 1 + (made % learners)
      const turn = Math.floor(made++ / learners)
      if ((turn + 1) * items > classes) throw new RangeError('Every learner has ordered everything')
      const chosen = Array.from({ length: items }, (_, i) => classIds[((n + turn) * items + i) % classes]!)
      return {
        n,
        input: { classIds: chosen, expectedAmount: price * items, requestKey: `bench-order-${made}` },
      }
    }
    const overHttp = () => {
      const requests = Array.from({ length: perRound }, () => {
        const { n, input } = next()
        const body = JSON.stringify(input)
        return (
          `POST /api${orderCalls.saveOrder.path} HTTP/1.1\r\nhost: bench\r\ntoken: bench-${n}\r\n` +
          `x-forwarded-for: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        )
      })
      return product!.load({ connections, requests, right: '{"respCode":200' })
    }
    const create = () => {
      const { n, input } = next()
      return db.begin((tx) => saveOrder(tx, sessions.get(n)!, input))
    }
    const byAction = async () => {
      const began = performance.now()
      let left = perRound
      const one = async () => {
        while (left-- > 0) await create()
      }
      await Promise.all(Array.from({ length: connections }, one))
      return (perRound * 1000) / (performance.now() - began)
    }
    // Sessions known, code warm.
    await overHttp()
    await byAction()
    await db`analyze`
    const statements = await statementsOf(db, create)
    const figures = { http: [] as number[], action: [] as number[], bare: [] as number[] }
    const late = { p50: [] as number[], p99: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const { answered, seconds, p50, p99 } = await overHttp()
      figures.http.push(answered / seconds)
      late.p50.push(p50)
      late.p99.push(p99)
      figures.bare.push((await statementsPerSecond(embedded.url, folder, bare, connections)).rate)
      figures.action.push(await byAction())
    }
    const [stored] = await db`
      select count(*) as orders, count(*) filter (where amount <> ${price * items}
        or (select count(*) from order_items i where i.order_id = o.id) <> ${items}) as wrong from orders o`
    if (stored!.orders !== made || stored!.wrong !== 0)
      throw new Error(`${made} orders were made: ${JSON.stringify(stored)}`)
    const share = (values: number[]) => (median(values) / median(figures.bare)).toFixed(2)
    process.stdout.write(
      `Orders of ${items} classes, ${connections} connections, ${rounds} rounds of ${perRound}; ${made} stored\n` +
        `  bare insert of the rows  ${perSecond(figures.bare)}\n` +
        `  over HTTP                ${perSecond(figures.http)}, ${share(figures.http)} of it; ` +
        `p50 ${median(late.p50).toFixed(1)} ms, p99 ${median(late.p99).toFixed(1)} ms\n` +
        `  by the action            ${perSecond(figures.action)}, ${share(figures.action)} of it\n` +
        `  ${statements.length} statements, of which ${statements.filter((text) => /insert into order/.test(text)).length} ` +
        'writes the order and its items:\n' +
        listed(statements),
    )
  } finally {
    product?.stop()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
