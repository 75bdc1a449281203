import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allTables } from '../../db/tables.ts'
import { pagePortfolio } from '../../features/enrolment/server/portfolio.ts'
import { pageOrders } from '../../features/order/server/data.ts'
import { pageStudents } from '../../features/student/manage/server/data.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openSecrets } from '../../server/secrets.ts'
import { mintScope } from '../../server/session.ts'

const small = 10_000
const large = Number(process.env.BENCH_ROWS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 41)
const goal = 100
const classes = 2_000
const unitsOf = (count: number) => Math.max(10, count / 5000)

/** The value below which such a part of the values lies. */
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
const median = (values: number[]) => quantile(values, 0.5)

/** Number `n` as an identifier ordered by age. */
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Fills a database with so many learners, each with an order of one class and an enrolment in it, in statements of half
 * a million; what is not read is not set up first.
 */
async function fill(db: Pool, count: number): Promise<string> {
  await db.unsafe(allTables())
  const [project] = await db`insert into projects default values returning id`
  const projectId = project!.id as string
  const [role] = await db`
    insert into roles ${db({ projectId, roleName: '学员', roleSystem: 3, menus: [] })} returning id`
  await db`
    insert into units (id, project_id, path, name)
    select id, ${projectId}, id || '/', '单位' || n from (
      select n, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(0, ${unitsOf(count) - 1}::int) n) fresh`
  const [category] = await db`
    insert into class_categories ${db({ projectId, classType: 'public', kind: 'base', name: '公需' })} returning id`
  await db`
    insert into train_classes (id, project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
      required_hours_tenths, price, original_price, status)
    select ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${category!.id as string},
      'C' || n, name, array[substr(name, 1, 2), substr(name, 2, 2), substr(name, 3, 2)], 'public', 2026, 100, 100, 6000,
      6000, 'on_shelf'
    from (select n, chr(30000 + n % 10) || '法' || chr(31000 + n % 50) || chr(32000 + n) as name
      from generate_series(0, ${classes - 1}::int) n) fresh`
  const indexes = await db<{ name: string; made: string }[]>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename in ('accounts', 'students', 'orders', 'order_items', 'enrolments')
      and indexname !~ '_pkey$' and indexname <> 'orders_order_no_key'`
  for (const { name } of indexes) await db.unsafe(`drop index ${name}`)
  for (let from = 1; from <= count; from += 500_000) {
    const to = Math.min(count, from + 499_999)
    await db`
      insert into accounts (id, project_id, role_id, unit_id, login_name, user_name, password_hash, mobile_index,
        mobile_mask)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${role!.id as string},
        ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid, 'l' || n,
        '学员' || n, 'x', sha256(('m' || n)::bytea), '138****' || lpad((n % 10000)::text, 4, '0')
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into students (account_id, project_id, unit_id, real_name, name_bigrams, card_sealed, card_index, card_mask,
        personnel_category)
      select id, ${projectId}, unit_id, name, array[substr(name, 1, 2), substr(name, 2, 2)], '\\x00',
        sha256(('c' || n)::bytea), '3201**********' || lpad((n % 10000)::text, 4, '0'), 'health'
      from (
        select n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
          ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid as unit_id,
          chr(19968 + n % 101) || chr(20100 + (n / 101) % 499) || chr(20700 + (n / 50399) % 499) as name
        from generate_series(${from}::int, ${to}::int) n) fresh`
    const account = db`('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
    // A hundredth of the classes has half of all learners.
    const trained = db`('00000000-0000-7000-a000-' || lpad(to_hex(
      case when n % 2 = 0 then n % ${classes / 100}::int else n % ${classes}::int end), 12, '0'))::uuid`
    await db`
      insert into orders (id, project_id, account_id, unit_id, order_no, amount, channel, status, expires_at, paid_at)
      select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${account},
        ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid, 'J' || n, 6000,
        'wechat', 'paid', now(), now()
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price,
        payable, waiting)
      select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ${account}, ${trained}, 0, '班级', 'public',
        2026, 100, 6000, 6000, false
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into enrolments (id, project_id, account_id, class_id, source, status, progress)
      select ('00000000-0000-7000-c000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${account}, ${trained},
        'order', 'active', n % 10000
      from generate_series(${from}::int, ${to}::int) n`
  }
  for (const { made } of indexes) await db.unsafe(made)
  await db.unsafe('vacuum analyze')
  return projectId
}

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
      const projectId = await fill(db, count)
      process.stdout.write(`${name}: ${count} rows in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
      const scope = mintScope({ projectId, unitPath: null, accountId: null })
      return {
        learners: (input: Parameters<typeof pageStudents>[3]) => pageStudents(db, secrets, scope, input),
        orders: (input: Parameters<typeof pageOrders>[2]) => pageOrders(db, scope, input),
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
