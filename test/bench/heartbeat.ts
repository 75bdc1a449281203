import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { allTables } from '../../db/tables.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import type { Load, Measured } from './heartbeat/load.ts'

export const learners = 4096
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

/** A portal full of so many learners in the middle of a video, each with a session and a lease. */
export async function fill(db: Pool, count = learners): Promise<void> {
  await db.unsafe(allTables())
  await db.unsafe(`
    create table bench_upserts (id int primary key, total int not null) with (fillfactor = 60);
    with project as (insert into projects default values returning id),
    role as (insert into roles (project_id, role_name, role_system, menus)
      select id, '学员', 3, '{}' from project returning id, project_id),
    resource as (insert into resources (project_id, title, file_key, mime, bytes, sha256, duration_seconds)
      select id, '视频', 'bench.mp4', 'video/mp4', 1, sha256(''), 100000 from project returning id, project_id),
    course as (insert into courses (project_id, name, hours_tenths, attribute)
      select id, '课程', 80, 'required' from project returning id),
    item as (insert into course_items (course_id, resource_id, title, sort)
      select course.id, resource.id, '第一讲', 0 from course, resource returning id),
    category as (insert into class_categories (project_id, class_type, kind, name)
      select id, 'public', 'base', '类别' from project returning id, project_id),
    class as (insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year,
        hours_tenths, required_hours_tenths, price, original_price, status)
      select project_id, id, 'B1', '班级', '{}', 'public', 2023, 80, 80, 0, 0, 'on_shelf' from category returning id),
    joined as (insert into class_courses (class_id, course_id, sort) select class.id, course.id, 0 from class, course),
    person as (insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select project_id, id, 'bench' || n, '学员', '-' from role, generate_series(1, ${count}) n
      returning id, project_id, role_id, substring(login_name from 6)::int as n),
    session as (insert into sessions (token_hash, account_id, role_id, ip, agent, idle_until, expires_at)
      select sha256(convert_to('bench-' || n, 'UTF8')), id, role_id, '', '', now() + interval '1 day',
        now() + interval '1 day' from person),
    enrolment as (insert into enrolments (project_id, account_id, class_id, source, status)
      select project_id, person.id, class.id, 'free', 'active' from person, class returning id, account_id),
    coverage as (insert into watch_coverages (enrolment_id, item_id, duration_ms)
      select enrolment.id, item.id, 100000000 from enrolment, item)
    insert into play_leases (id, account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms,
      other_ms, item_required, opened_at, paid_from, paid_until, last_beat_at, rolled_at, ip, agent)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, person.id, enrolment.id, item.id, 100, 100000000,
      false, 100000000, 0, true, now(), now(), now(), now(), now(), '', ''
    from person join enrolment on enrolment.account_id = person.id, item;
    analyze`)
}

/** Starts one of the processes beside this file and waits for its port. */
async function start(
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL(`./heartbeat/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

async function load(child: ChildProcess, input: Load): Promise<Measured> {
  child.send(input)
  const [measured] = (await once(child, 'message')) as [Measured]
  return measured
}

/**
 * Measures how often a second so many clients run a statement of one number, drawn from 1 to `learners` as
 * `$1`: by pgbench where it is installed, else by a loop like it.
 */
export async function statementsPerSecond(
  url: string,
  folder: string,
  statement: string,
  clients = 64,
): Promise<{ rate: number; by: string }> {
  const script = join(folder, 'statement.sql')
  writeFileSync(script, `\\set id random(1, ${learners})\n${statement.replaceAll('$1', ':id')};\n`)
  try {
    const { stdout } = await promisify(execFile)('pgbench', [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      url,
    ])
    return { rate: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), by: 'pgbench' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const connections = Array.from({ length: clients }, () => connect(url, { max: 1 }))
  await Promise.all(connections.map((connection) => connection`select 1`))
  const started = performance.now()
  let done = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - started < seconds * 1000) {
        await connection.unsafe(statement, [1 + Math.floor(Math.random() * learners)], { prepare: true })
        done++
      }
    }),
  )
  const rate = (done * 1000) / (performance.now() - started)
  await Promise.all(connections.map((connection) => connection.end()))
  return { rate, by: `a loop of ${clients} clients` }
}

/** Bare single-row upserts a second with 64 clients. */
export const upsertsPerSecond = (url: string, folder: string) =>
  statementsPerSecond(
    url,
    folder,
    'insert into bench_upserts values ($1, 1) on conflict (id) do update set total = bench_upserts.total + 1',
  )

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const spread = (values: number[]) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`

function report(name: string, measured: string, goal: string, met: boolean): void {
  process.stdout.write(
    `${name.padEnd(44)} ${measured.padEnd(40)} ${goal.padEnd(12)} ${met ? 'met' : 'MISSED'}\n`,
  )
}

/**
 * Heartbeats over real HTTP, the product in its own process on a PostgreSQL that syncs, with both denominators in the
 * same interleaved run. Prints medians, spreads and ratios; BENCH_ROUNDS and BENCH_SECONDS lengthen it.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  const children: ChildProcess[] = []
  try {
    await fill(db)
    const portal = await start('portal', { DATABASE_URL: embedded.url, DATA_DIR: folder })
    const hello = await start('hello')
    const driver = fork(fileURLToPath(new URL('./heartbeat/load.ts', import.meta.url)))
    children.push(portal.child, hello.child, driver)
    let firstSequence = 1
    const beats = async (connections: number, length = seconds) => {
      const measured = await load(driver, {
        port: portal.port,
        connections,
        seconds: length,
        learners,
        firstSequence,
      })
      firstSequence += 1_000_000
      return measured
    }
    const greet = (connections: number) =>
      load(driver, { port: hello.port, connections, seconds, learners: 0, firstSequence: 0 })
    // Every session is found once, and the code is warm.
    await beats(256, 8)
    await greet(64)
    const rates = { hello: [] as number[], upsert: [] as number[], beat: [] as number[] }
    const late = { p99At64: [] as number[], p99At256: [] as number[] }
    const total = { answered: 0, accepted: 0, refused: 0, busy: 0, failed: 0 }
    const add = (measured: Measured) => {
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += measured[key]
    }
    let by = ''
    for (let round = 0; round < rounds; round++) {
      const greeted = await greet(64)
      rates.hello.push(greeted.answered / greeted.seconds)
      const at64 = await beats(64)
      rates.beat.push(at64.answered / at64.seconds)
      late.p99At64.push(at64.p99)
      const bare = await upsertsPerSecond(embedded.url, folder)
      rates.upsert.push(bare.rate)
      by = bare.by
      const at256 = await beats(256)
      late.p99At256.push(at256.p99)
      add(at64)
      add(at256)
    }
    const [stored] = await db`select sum(accepted_ms) / 1000.0 as seconds from watch_coverages`
    const crowd = await beats(3000)
    portal.child.send('memory')
    const [{ rss }] = (await once(portal.child, 'message')) as [{ rss: number }]

    const beat = median(rates.beat)
    process.stdout.write(
      `Heartbeats: session, validation, anti-cheat, durable, answered after commit (${learners} learners, ` +
        `${rounds} rounds of ${seconds} s)\n` +
        `  hello, 64 connections      ${Math.round(median(rates.hello))}/s (${spread(rates.hello)})\n` +
        `  bare upsert, 64 clients    ${Math.round(median(rates.upsert))}/s (${spread(rates.upsert)}), by ${by}\n` +
        `  heartbeat, 64 connections  ${Math.round(beat)}/s (${spread(rates.beat)})\n` +
        `  answered ${total.answered}: counted ${total.accepted}, refused with reason ${total.refused}, ` +
        `busy ${total.busy}, failed ${total.failed}; ${Math.round(stored!.seconds as number)} s of video stored\n` +
        `  3000 connections           ${Math.round(crowd.answered / crowd.seconds)}/s, ${crowd.busy} answered 429, ` +
        `${crowd.failed} failed, p99 ${crowd.p99.toFixed(0)} ms; server process ${Math.round(rss / 2 ** 20)} MB\n`,
    )
    const ratio = beat / median(rates.upsert)
    report('1 heartbeat ÷ bare upsert', ratio.toFixed(2), '≥ 1.3', ratio >= 1.3)
    const share = beat / median(rates.hello)
    report('2 heartbeat ÷ hello', share.toFixed(2), '≥ 0.25', share >= 0.25)
    const at64 = median(late.p99At64)
    report('3 p99 at 64 connections', `${at64.toFixed(1)} ms`, '≤ 15 ms', at64 <= 15)
    const at256 = median(late.p99At256)
    report('3 p99 at 256 connections', `${at256.toFixed(1)} ms`, '≤ 40 ms', at256 <= 40)
    report('3 beyond capacity', `${crowd.busy} × 429`, '429, no fail', crowd.busy > 0 && crowd.failed === 0)
  } finally {
    for (const child of children) child.disconnect()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
