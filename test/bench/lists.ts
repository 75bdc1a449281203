import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pagePortfolio } from '../../features/enrolment/server/portfolio.ts'
import { pageOrders } from '../../features/order/server/data.ts'
import { pageStudents } from '../../features/student/manage/server/data.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openSecrets } from '../../server/secrets.ts'
import { mintScope } from '../../server/session.ts'
import { fillLearners, fillOrders, idOf } from './lists/fill.ts'

const small = 10_000
const large = Number(process.env.BENCH_ROWS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 41)
const goal = 100

/** The value below which such a part of the values lies. */
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
const median = (values: number[]) => quantile(values, 0.5)

/**
 * The long lists of the back office, read by their queries: first and deepest page, a keyword that is not there, a rare
 * name, a common one, each at five million rows, beside the first page at ten thousand.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), fast: true })
  const secrets = openSecrets(readEnvironment({ DATA_DIR: folder }))
  const admin = connect(server.url, { max: 1 })
  const databases: Pool[] = []
  try {
    const open = async (name: string, count: number) => {
      await admin.unsafe(`create database ${name}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      const db = connect(url.href, { max: 2, seconds: 3600 })
      databases.push(db)
      const begun = performance.now()
      const projectId = await fillLearners(db, count)
      await fillOrders(db, projectId, count)
      process.stdout.write(`${name}: ${count} rows in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
      const scope = mintScope({ projectId, unitPath: null, accountId: null })
      return {
        learners: (input: Parameters<typeof pageStudents>[3]) => pageStudents(db, secrets, scope, input),
        orders: (input: Parameters<typeof pageOrders>[2]) =>
          pageOrders(db, { scope, menus: new Set(), accountId: idOf(1) }, input),
        report: (input: Parameters<typeof pagePortfolio>[3]) => pagePortfolio(db, secrets, scope, input),
      }
    }
    const few = await open('few', small)
    const many = await open('many', large)
    const name = String.fromCodePoint(19968 + 7, 20100 + 9)
    const oneClass = String.fromCodePoint(31000 + 41, 32000 + 1991)
    const lists = ['learners', 'orders', 'report'] as const
    type Input = { page?: number; keyword?: string; after?: string; unitId?: string }
    const inputs: [what: string, isFound: boolean, ask: () => Promise<{ list: unknown[] }>][] = []
    const add = (list: (typeof lists)[number], what: string, input: Input, isFound = true) =>
      inputs.push([`${list}: ${what}`, isFound, () => many[list](input)])
    for (const list of lists) {
      inputs.push([`${list}: first page at 10,000`, true, () => few[list]({})])
      add(list, 'first page', {})
      add(list, 'last page of the pager', { page: 500 })
      add(list, 'keyword that is not there', { keyword: '龘龘' }, false)
      add(list, 'two letters of a rare name', { keyword: name })
      add(list, 'a family name', { keyword: name[0]! })
    }
    add('orders', 'a class by its name', { keyword: oneClass })
    add('orders', 'a word of 200 classes', { keyword: `${String.fromCodePoint(30000)}法` })
    add('orders', 'an order by its number', { keyword: 'j77' })
    add('learners', 'deepest page by key', { after: idOf(21) })
    add('learners', 'of one unit', { unitId: '00000000-0000-7000-9000-000000000003' })
    add('report', 'of one unit', { unitId: '00000000-0000-7000-9000-000000000003' })
    const times = new Map(inputs.map(([what]) => [what, [] as number[]]))
    for (let round = 0; round < rounds; round++) {
      for (const [what, isFound, ask] of inputs) {
        const begun = performance.now()
        const { list } = await ask()
        if (list.length > 0 !== isFound) throw new Error(`${what}: ${list.length} rows were found`)
        times.get(what)!.push(performance.now() - begun)
      }
    }
    for (const [what, taken] of times) {
      const first = median(times.get(`${what.split(':')[0]}: first page at 10,000`)!)
      const p95 = quantile(taken, 0.95)
      process.stdout.write(
        `${what.padEnd(36)} median ${median(taken).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ratio ${(median(taken) / first).toFixed(2)}${p95 > goal ? '  missed' : ''}\n`,
      )
    }
    process.stdout.write(`goal: p95 ≤ ${goal} ms\n`)
  } finally {
    for (const db of databases) await db.end({ timeout: 2 })
    await admin.end({ timeout: 2 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
