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
import { allTables } from '../../db/tables.ts'

const small = 50_000
const large = Number(process.env.BENCH_ROWS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 61)
const goal = 100
/** Units below twenty others, classes of four types, days of two years. */
const [units, classes, days] = [220, 400, 730]

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const unitId = (n: string) => `('00000000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const learnerId = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const classId = (n: string) => `('00000000-0000-7000-a000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** A moment of the last two years, drawn by a number, more of them in the last. */
const momentOf = (n: string) =>
  `now() - interval '1 minute' * ((${n}::bigint * 7919 % ${days * 1440}) * (${n}::bigint * 31 % 997) / 997)`

/**
 * Fills an empty database with so many enrolments and as many orders, half of them passed and three quarters paid, and
 * study days of every learner. Rows are written past the triggers; what they would have appended is taken from the same
 * rows, and folded by the product. Gives the project.
 */
async function fill(db: Pool, count: number): Promise<string> {
  await db.unsafe(allTables())
  const [project] = await db`insert into projects default values returning id`
  const projectId = project!.id as string
  const [role] = await db`
    insert into roles ${db({ projectId, roleName: '学员', roleSystem: 3, menus: [] })} returning id`
  await db.unsafe(`
    set session_replication_role = replica;
    insert into units (id, project_id, parent_id, path, name)
    select ${unitId('n')}, '${projectId}', case when n >= 20 then ${unitId('n % 20')} end,
      case when n >= 20 then ${unitId('n % 20')} || '/' else '' end || ${unitId('n')} || '/', '单位' || n
    from generate_series(0, ${units - 1}) n;
    insert into train_classes (id, project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
      required_hours_tenths, price, original_price)
    select ${classId('n')}, '${projectId}', new_id(), 'C' || n, '班级' || n, '{}',
      (array['public', 'specialized', 'professional', 'vocational'])[n % 4 + 1], 2023, 80, 80, 100, 100
    from generate_series(1, ${classes}) n;
    insert into accounts (id, project_id, role_id, unit_id, login_name, user_name, password_hash)
    select ${learnerId('n')}, '${projectId}', '${role!.id as string}', ${unitId(`n % ${units}`)}, 'l' || n, '学员', 'x'
    from generate_series(0, ${count / 10 - 1}) n;
    insert into enrolments (project_id, account_id, class_id, source, status, passed_at, passed_by, created_at)
    select '${projectId}', ${learnerId(`n % ${count / 10}`)}, ${classId(`(n / ${count / 10} * 37 + n % ${count / 10}) % ${classes} + 1`)}, 'order',
      case when n % 2 = 0 then 'passed' else 'active' end,
      case when n % 2 = 0 then ${momentOf('n')} end, case when n % 2 = 0 then 'rule' end, ${momentOf('n')}
    from generate_series(1, ${count}) n;
    with fresh as (
      insert into orders (project_id, kind, account_id, payer_name, unit_id, order_no, amount, channel, status, expires_at,
        paid_at, closed_at, closed_reason, created_at)
      select '${projectId}', 'personal', ${learnerId(`n % ${count / 10}`)}, '学员', ${unitId(`n % ${count / 10} % ${units}`)},
        'J' || n, 100 + n % 900, case when n % 4 > 0 then 'wechat' end, case when n % 4 > 0 then 'paid' else 'cancelled' end,
        now(), case when n % 4 > 0 then ${momentOf('n')} end, case when n % 4 = 0 then now() end,
        case when n % 4 = 0 then 'expired' end, ${momentOf('n')}
      from generate_series(1, ${count}) n returning id, account_id)
    insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable, waiting)
    select f.id, f.account_id, c.id, 0, '班级', c.class_type, 2023, 80, 100, 100, false
    from (select id, account_id, ${classId(`hashtext(id::text) & 255 | 1`)} as class_id from fresh) f
    join train_classes c on c.id = f.class_id;
    insert into board_days (account_id, day, project_id, since)
    select account_id, day, '${projectId}', coalesce(lag(day) over (partition by account_id order by day), '-infinity')
    from (select distinct account_id, china_day(created_at) as day from enrolments) studied;
    analyze;
    insert into board_deltas (project_id, unit_id, day, class_type, kind, since, amount)
    select r.project_id, r.unit_id, r.day, r.class_type, r.kind, r.since, r.amount from (
      select f.project_id, a.unit_id, f.kind, f.day, f.class_type, f.since, sum(f.amount) as amount
      from board_person_facts f join accounts a on a.id = f.account_id group by 1, 2, 3, 4, 5, 6
      union all
      select o.project_id, o.unit_id, k.kind, china_day(k.at), i.class_type, '-infinity', sum(k.amount)
      from orders o join order_items i on i.order_id = o.id
      cross join lateral (values ('orders', o.created_at, 1), ('payments', o.paid_at, 1), ('moneyIn', o.paid_at, o.amount))
        k (kind, at, amount)
      where k.at is not null group by 1, 2, 3, 4, 5) r`)
  for (let folded = 1; folded > 0; ) {
    const [row] = await db<{ folded: number }[]>`select fold_boards(500000) as folded`
    folded = row!.folded
  }
  // What a rush of some seconds has not folded yet.
  await db.unsafe(`
    insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
    select '${projectId}', ${learnerId('n')}, china_day(now()), 'public', 'registrations', 1
    from generate_series(0, 1999) n`)
  await db.unsafe('vacuum analyze')
  return projectId
}

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
      const projectId = await fill(db, count)
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
