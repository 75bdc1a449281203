import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, Pool } from '../server/db.ts'
import { OperatorError } from '../server/environment.ts'
import { allFunctions, allTables, essenceOf, functionTexts, programRoot } from './tables.ts'
import { version } from '../server/version.ts'

/** A step of a database, and the checksum of its text. */
export interface Step {
  name: string
  checksum: string
}

/** The first step, the schema of the first release; until there is one it has no file, and is what is declared. */
export const baseline = '0001-baseline.sql'

export const migrationFile = (root: string, name: string) => join(root, 'db', 'migrations', name)

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The checksum of a schema, whatever the order, the comments and the bodies of functions in its script. */
export const schemaSum = (script: string) => sumOf(essenceOf(script).join('\n'))

/** The steps whose checksums are written down, in their order: of the baseline that of its schema. */
export function recordedSteps(root: string): Step[] {
  const lines = readFileSync(migrationFile(root, 'checksums.txt'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [checksum, name] = line.split('  ') as [string, string]
    return { name, checksum }
  })
}

/** The migrations after the baseline, a file each, in the order of their names. */
export function laterSteps(root: string): Step[] {
  return readdirSync(migrationFile(root, ''))
    .filter((name) => name.endsWith('.sql') && name !== baseline)
    .sort()
    .map((name) => ({ name, checksum: sumOf(readFileSync(migrationFile(root, name), 'utf8')) }))
}

/** The schema that a program brings to a database. */
interface Program {
  /** The folder of its declarations and migrations. */
  root: string
  version: string
  steps: readonly Step[]
  /** The step by which a database has the functions and views of this version. */
  functions: Step
}

export const programIn = (root: string, version: string): Program => ({
  root,
  version,
  steps: [recordedSteps(root).find(({ name }) => name === baseline)!, ...laterSteps(root)],
  functions: { name: `functions ${version}`, checksum: sumOf(functionTexts(root)) },
})
const thisProgram = () => programIn(programRoot, version)

const functionsVersion = ({ name }: Step) => /^functions (.+)$/.exec(name)?.[1]

/** True if a version is before another; a prerelease is before its release. */
function isBefore(one: string, other: string): boolean {
  // A tilde is after whatever a prerelease begins with.
  const released = (version: string) => (version.includes('-') ? version : `${version}-~`)
  return released(one).localeCompare(released(other), 'en', { numeric: true }) < 0
}

/** True for a step that only a newer program has. */
function isNewer(step: Step, { steps, functions, version }: Program): boolean {
  const other = functionsVersion(step)
  if (other === undefined) return !steps.some(({ name }) => name === step.name)
  return step.checksum !== functions.checksum && isBefore(version, other)
}

/**
 * The steps of the program that a database with these steps has not had. Refuses a database that is newer than the program,
 * and one that was begun otherwise: its tables are not what the program takes them for.
 */
export function missingSteps(has: readonly Step[], program = thisProgram()): Step[] {
  if (has.some(({ name }) => name === '0001-start.sql'))
    throw new OperatorError(
      'This database was set up before the first release, which nothing is carried over from; start the version that set it up, or begin with an empty folder or database.',
    )
  const newer = has.find((step) => isNewer(step, program))
  if (newer)
    throw new OperatorError(
      `This database is newer than this program (${newer.name}); start the newer version.`,
    )
  const { steps, functions } = program
  const changed = steps.find((step) =>
    has.some(({ name, checksum }) => name === step.name && checksum !== step.checksum),
  )
  if (changed)
    throw new OperatorError(
      `This database was set up by another ${changed.name} than this program has; start the version that set it up.`,
    )
  const missing = steps.filter((step) => !has.some(({ name }) => name === step.name))
  // A migration may have dropped a view: all of them are then made again.
  if (
    missing.length > 0 ||
    !has.some((step) => functionsVersion(step) && step.checksum === functions.checksum)
  )
    missing.push(functions)
  return missing
}

/** The steps that a database has had, and those missing; refuses what `missingSteps` refuses. */
async function compare(db: Db, program: Program): Promise<{ has: Step[]; missing: Step[] }> {
  const has = await db<Step[]>`select name, checksum from migrations order by name`
  return { has, missing: missingSteps(has, program) }
}

/**
 * Brings a database up to date, completely or not at all: an empty one takes the tables as they are declared, another
 * its missing migrations and then the functions and views as a whole. Refuses what `compare` refuses, and an account
 * that may not change the tables where there is something to do. Returns what was done.
 */
export async function migrate(db: Pool, program = thisProgram()): Promise<string[]> {
  const [there] = await db`
    select count(*) = 2 as is_whole from information_schema.columns
    where table_schema = 'public' and table_name = 'migrations' and column_name in ('name', 'checksum')`
  if (there!.isWhole && (await compare(db, program)).missing.length === 0) return []
  return db
    .begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(74105)`
      // Rewriting a large table takes longer than a call may.
      await tx`set local statement_timeout = 0`
      await tx`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
      await tx`alter table migrations add column if not exists checksum text`
      const { has, missing } = await compare(tx, program)
      if (missing.length === 0) return []
      const migrations = missing.filter((step) => functionsVersion(step) === undefined)
      if (migrations[0]?.name === baseline) {
        await tx.unsafe(allTables(program.root))
      } else {
        for (const { name } of migrations)
          await tx.unsafe(readFileSync(migrationFile(program.root, name), 'utf8'))
        await tx.unsafe(allFunctions(program.root))
        // Rewritten tables have no statistics: the first lists and reports after an upgrade would be planned blindly.
        if (migrations.length > 0) await tx`analyze`
      }
      const steps = [...has.filter((step) => functionsVersion(step) === undefined), ...missing]
      await tx`delete from migrations where name <> all(${steps.map(({ name }) => name)})`
      await tx`
        insert into migrations ${tx(steps, 'name', 'checksum')}
        on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at
        where migrations.checksum <> excluded.checksum`
      return missing.map(({ name }) => name)
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== '42501') throw error
      throw new OperatorError(
        `The tables must be brought up to date, which the account of this database address may not do (${(error as Error).message}); start with DATABASE_OWNER_URL.`,
      )
    })
}
