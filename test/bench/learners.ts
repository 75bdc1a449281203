import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allTables } from '../../db/tables.ts'
import { pageStudents } from '../../features/student/manage/server/data.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openSecrets } from '../../server/secrets.ts'
import { mintScope } from '../../server/session.ts'

const small = 10_000
const large = Number(process.env.BENCH_LEARNERS ?? 5_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 41)
const unitsOf = (count: number) => Math.max(10, count / 5000)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Number `n` as an identifier ordered by age. */
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Fills a database with so many learners in statements of half a million; what is not read is not set up first. */
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
  const indexes = await db<{ name: string; made: string }[]>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename in ('accounts', 'students') and indexname !~ '_pkey$'`
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
  }
  for (const { made } of indexes) await db.unsafe(made)
  await db.unsafe('vacuum analyze accounts; ').catch(() => {})
  await db.unsafe('vacuum analyze students').catch(() => {})
  return projectId
}

/** The learner list of the back office: first and deepest page at five million beside the first at ten thousand. */
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
      const db = connect(url.href, { max: 2 })
      databases.push(db)
      const begun = performance.now()
      const projectId = await fill(db, count)
      process.stdout.write(
        `${name}: ${count} learners in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
      )
      const scope = mintScope({ projectId, unitPath: null, accountId: null })
      return (input: Parameters<typeof pageStudents>[3]) => pageStudents(db, secrets, scope, input)
    }
    const few = await open('few', small)
    const many = await open('many', large)
    const unitId = '00000000-0000-7000-9000-000000000003'
    const name = String.fromCodePoint(19968 + 7, 20100 + 9)
    const inputs: [string, () => Promise<{ list: unknown[] }>][] = [
      ['first page at 10,000', () => few({})],
      ['first page', () => many({})],
      ['deepest page by key', () => many({ after: idOf(21) })],
      ['last page of the pager', () => many({ page: 500 })],
      ['of one unit', () => many({ unitId })],
      ['by two letters of a name', () => many({ keyword: name })],
      ['by family name', () => many({ keyword: name[0]! })],
      ['by login name', () => many({ keyword: 'l77' })],
    ]
    const times = new Map(inputs.map(([what]) => [what, [] as number[]]))
    for (let round = 0; round < rounds; round++) {
      for (const [what, ask] of inputs) {
        const begun = performance.now()
        const { list } = await ask()
        if (list.length === 0) throw new Error(`${what}: nothing was found`)
        times.get(what)!.push(performance.now() - begun)
      }
    }
    const denominator = median(times.get('first page at 10,000')!)
    for (const [what, taken] of times) {
      const [fast, slow] = [Math.min(...taken), Math.max(...taken)]
      process.stdout.write(
        `${what.padEnd(26)} ${median(taken).toFixed(2)} ms (${fast.toFixed(2)}–${slow.toFixed(2)}), ratio ${(median(taken) / denominator).toFixed(2)}\n`,
      )
    }
    process.stdout.write('goal: deepest page ≤ 1.5 × the first page at 10,000\n')
  } finally {
    for (const db of databases) await db.end({ timeout: 2 })
    await admin.end({ timeout: 2 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
