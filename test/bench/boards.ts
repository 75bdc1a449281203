import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  getLastDays,
  getSeries,
  getTotals,
  getTypes,
  pageDays,
  pageTypes,
  pageUnits,
} from '../../features/dashboard/server/data.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { mintScope, type Session } from '../../server/session.ts'
import { fillBoards } from './boards/fill.ts'

const small = 50_000
const large = Number(process.env.BENCH_ROWS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 61)
const goal = 100
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

/**
 * Every variant of the boards at five million enrolments and as many orders, beside the same at fifty thousand: of the
 * whole project, of one unit with those below it, of a month and of a year.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), fast: true })
  const admin = connect(server.url, { max: 1 })
  const databases: Pool[] = []
  try {
    const open = async (name: string, count: number) => {
      await admin.unsafe(`create database ${name}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      const db = connect(url.href, { max: 1, seconds: 7200 })
      databases.push(db)
      const begun = performance.now()
      const projectId = await fillBoards(db, count)
      const [size] = await db`
        select count(*)::int as counts, (select count(*)::int from board_deltas) as deltas,
          (select count(*)::int from board_days) as days, (select count(*)::int from enrolments) as enrolments,
          (select count(*)::int from orders) as orders,
          pg_size_pretty(pg_total_relation_size('board_counts')) as size from board_counts`
      const seconds = ((performance.now() - begun) / 1000).toFixed(0)
      process.stdout.write(`${name}: ${JSON.stringify(size)} in ${seconds} s\n`)
      return (unitPath: string | null) => {
        const scope = mintScope({ projectId, unitPath, accountId: null })
        const session = { scope, menus: new Set(['/dashboard/index']) } as unknown as Session
        return { db, scope, session }
      }
    }
    const few = await open('few', small)
    const many = await open('many', large)
    const [dates] = await admin`
      select to_char(now(), 'YYYY-MM-DD') as today, to_char(now() - interval '30 days', 'YYYY-MM-DD') as month,
        to_char(now() - interval '365 days', 'YYYY-MM-DD') as year`
    const ranges = {
      month: { from: dates!.month as string, to: dates!.today as string },
      year: { from: dates!.year as string, to: dates!.today as string },
    }
    const oneUnit = '00000000-0000-7000-9000-000000000003'
    const inputs: [what: string, ask: (open: typeof many) => Promise<unknown>][] = []
    for (const [of, path] of [
      ['project', null],
      ['unit', `${oneUnit}/`],
    ] as const)
      for (const [name, range] of Object.entries(ranges)) {
        const add = (what: string, ask: (at: ReturnType<typeof many>) => Promise<unknown>) =>
          inputs.push([`${what}, ${of}, ${name}`, (open) => ask(open(path))])
        add('total', ({ db, session }) => getTotals(db, session, range))
        add('total-group', ({ db, scope }) => getSeries(db, scope, { ...range, kind: 'moneyIn' }))
        add('total-group of active', ({ db, scope }) => getSeries(db, scope, { ...range, kind: 'active' }))
        add('by-type', ({ db, scope }) => pageTypes(db, scope, { ...range, kind: 'moneyIn' }))
        add('group-type', ({ db, scope }) => getTypes(db, scope, range))
        add('last-date', ({ db, scope }) => getLastDays(db, scope, {}))
        add('top', ({ db, scope }) => pageUnits(db, scope, { ...range, kind: 'registrations' }))
        if (name === 'month')
          add('top of active', ({ db, scope }) => pageUnits(db, scope, { ...range, kind: 'active' }))
        add('list of days', ({ db, scope }) => pageDays(db, scope, { ...range, limit: 50 }))
      }
    const times = new Map(inputs.map(([what]) => [what, { few: [] as number[], many: [] as number[] }]))
    for (let round = 0; round < rounds; round++)
      for (const [what, ask] of inputs)
        for (const [name, open] of [
          ['few', few],
          ['many', many],
        ] as const) {
          const begun = performance.now()
          await ask(open)
          times.get(what)![name].push(performance.now() - begun)
        }
    process.stdout.write(`${'variant'.padEnd(42)}  median     p95   p95 at ${small}   ratio\n`)
    let above = 0
    for (const [what, { few: less, many: more }] of times) {
      const [p95, p95few] = [quantile(more, 0.95), quantile(less, 0.95)]
      if (p95 > goal) above++
      process.stdout.write(
        `${what.padEnd(42)}  ${quantile(more, 0.5).toFixed(1).padStart(6)}  ${p95.toFixed(1).padStart(6)}  ${p95few.toFixed(1).padStart(8)}  ${(p95 / p95few).toFixed(2).padStart(8)}\n`,
      )
    }
    process.stdout.write(`${above} of ${times.size} above ${goal} ms at the 95th percentile\n`)
  } finally {
    for (const db of databases) await db.end({ timeout: 5 })
    await admin.end({ timeout: 5 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
