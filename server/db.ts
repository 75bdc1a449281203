import postgres from 'postgres'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { OperatorError } from './environment.ts'

/** Connection for queries: the pool or a transaction. Always the first argument; there is no global one. */
export type Db = postgres.ISql<{ bigint: number }>
/** A running transaction; anyone who takes one writes inside it. */
export type Tx = postgres.TransactionSql<{ bigint: number }>
/** The pool: begins transactions, listens. */
export type Pool = postgres.Sql<{ bigint: number }>
export type Fragment = postgres.PendingQuery<postgres.Row[]>

const asIso = (text: string) => new Date(text).toISOString()

/** Seconds a statement may take: of a call, that somebody waits for, and of a job. */
export const statementSeconds = { call: 5, job: 30 } as const

/** Errors that end a transaction that met another: they waited for each other, or the other was first. */
const meetings: readonly unknown[] = ['40P01', '40001']
export const hasMet = (error: unknown): boolean => meetings.includes((error as { code?: string }).code)

/** True if a statement was ended because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014'

/** Lets a pool run a transaction that met another again, three times at most: it was undone as a whole. */
function runAgain(db: Pool): void {
  const begin = db.begin.bind(db) as (...given: unknown[]) => Promise<unknown>
  const run = async (given: unknown[], left: number): Promise<unknown> => {
    try {
      return await begin(...given)
    } catch (error) {
      if (left === 0 || !hasMet(error)) throw error
      return run(given, left - 1)
    }
  }
  db.begin = ((...given: unknown[]) => run(given, 3)) as Pool['begin']
}

/**
 * Opens a pool; a statement on it takes as long as one of a job may, or as its `seconds` say. Its connections are renewed
 * within the hour, unless their `lifetime` is null: what a session of the database has must not end with it. With
 * `again`, a transaction that met another is run again: those of calls do nothing that a rollback does not undo, a job's
 * may have read its file. Columns are camelCase in code; int8 and numeric are numbers; moments are ISO text.
 */
export function connect(
  url: string,
  options: {
    max?: number
    name?: string
    seconds?: number
    lifetime?: null
    again?: boolean
    onNotice?: () => void
  } = {},
): Pool {
  const { hostname, pathname } = new URL(url)
  const db: Pool = postgres(url, {
    // Of an address the package leaves them percent-encoded: the name, and the folder of a socket.
    database: decodeURIComponent(pathname.slice(1)),
    ...(/^%2f/i.test(hostname) && { host: decodeURIComponent(hostname) }),
    max: options.max ?? 10,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: options.onNotice ?? (() => {}),
    ...('lifetime' in options ? { max_lifetime: null } : {}),
    connection: {
      application_name: options.name ?? 'jixu',
      statement_timeout: (options.seconds ?? statementSeconds.job) * 1000,
    },
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      numeric: { to: 1700, from: [1700], parse: Number, serialize: String },
      timestamp: { to: 1184, from: [1114, 1184], parse: asIso, serialize: String },
      date: { to: 1082, from: [1082], parse: String, serialize: String },
    } as unknown as { bigint: postgres.PostgresType<number> },
  })
  if (options.again) runAgain(db)
  return db
}

const checks = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function checkOf(schema: TSchema): ReturnType<typeof Compile> {
  let check = checks.get(schema)
  if (!check) checks.set(schema, (check = Compile(schema)))
  return check
}

/** Rows as the schema they claim; a row that is not of its shape is a programming error that names the place. */
export function rowsOf<T extends TSchema>(schema: T, rows: readonly unknown[]): Static<T>[] {
  const check = checkOf(schema)
  for (const row of rows) {
    if (check.Check(row)) continue
    const first = check.Errors(row)[0]
    throw new TypeError(`A row is not of its schema: ${first?.instancePath ?? ''} ${first?.message ?? ''}`)
  }
  return rows as Static<T>[]
}

/** The first row as its schema, or null. */
export function rowOf<T extends TSchema>(schema: T, rows: readonly unknown[]): Static<T> | null {
  return rowsOf(schema, rows.slice(0, 1))[0] ?? null
}

/** Conditions of a query; absent filters are simply not given. */
export type Conditions = readonly (Fragment | false | null | undefined | '' | 0)[]

/** Joins conditions with AND; no condition is TRUE. */
export function where(db: Db, conditions: Conditions): Fragment {
  const given = conditions.filter((condition): condition is Fragment => Boolean(condition))
  return given.reduce<Fragment>(
    (joined, condition, i) => (i === 0 ? db`where ${condition}` : db`${joined} and ${condition}`),
    db``,
  )
}

/** Waits until the server answers and is new enough; refuses with an OperatorError. */
export async function assertUsable(db: Pool): Promise<void> {
  let version: number
  try {
    const [row] = await db`select current_setting('server_version_num')::int as version`
    version = row!.version as number
  } catch (error) {
    throw new OperatorError(`The database cannot be reached: ${(error as Error).message}`)
  }
  if (version < 150000) {
    throw new OperatorError(`PostgreSQL 15 or newer is needed; this one is ${Math.trunc(version / 10000)}.`)
  }
}

/** The moment of the database's clock, ISO 8601. */
export async function now(db: Db): Promise<string> {
  const [row] = await db<{ at: string }[]>`select moment() as at`
  return row!.at
}
