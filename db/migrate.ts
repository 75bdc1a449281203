import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Db, Pool } from '../server/db.ts'
import { OperatorError } from '../server/environment.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** The history of the database: one file a step, applied in the order of its name. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

const scriptOf = (name: string) => readFileSync(folder + name, 'utf8')
const checksumOf = (name: string) => createHash('sha256').update(scriptOf(name)).digest('hex')

/** Earlier texts of steps, by their checksum, that brought about the same: written again for older servers. */
const sameAs: Readonly<Record<string, string>> = {
  '0016-names.sql': 'c929d027ffc04bf7b6c8fc670ee0e3946de34a063ae76289ed51771b94336512',
}

/**
 * The steps that are missing in a database. Refuses a database that is newer than the program, and one that was begun by another
 * text of a step: its tables are not what the program takes them for.
 */
async function missingSteps(db: Db): Promise<{ missing: string[]; isNew: boolean }> {
  const rows = await db<{ name: string; checksum: string | null }[]>`select name, checksum from migrations`
  const done = new Set(rows.map((row) => row.name))
  const names = migrationNames()
  const unknown = [...done].filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new OperatorError(
      `This database is newer than this program (${unknown[0]}); start the newer version.`,
    )
  }
  const changed = rows.find(
    ({ name, checksum }) => checksum !== null && ![checksumOf(name), sameAs[name]].includes(checksum),
  )
  if (changed) {
    throw new OperatorError(
      `This database was set up by another ${changed.name} than this program has; start the version that set it up.`,
    )
  }
  return { missing: names.filter((name) => !done.has(name)), isNew: done.size === 0 }
}

/**
 * Brings a database up to date, each step completely or not at all. Refuses what `missingSteps` refuses, and an account
 * that may not change the tables where there is something to do.
 */
export async function migrate(db: Pool): Promise<string[]> {
  const [there] = await db`
    select count(*) = 2 as is_whole from information_schema.columns
    where table_schema = 'public' and table_name = 'migrations' and column_name in ('name', 'checksum')`
  if (there!.isWhole && (await missingSteps(db)).missing.length === 0) return []
  return db
    .begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(74105)`
      // Rewriting a large table takes longer than a call may.
      await tx`set local statement_timeout = 0`
      await tx`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
      await tx`alter table migrations add column if not exists checksum text`
      const { missing, isNew } = await missingSteps(tx)
      for (const name of missing) {
        await tx.unsafe(scriptOf(name))
        await tx`insert into migrations (name, checksum) values (${name}, ${checksumOf(name)})`
      }
      // Rewritten tables have no statistics: the first lists and reports after an upgrade would be planned blindly.
      if (!isNew && missing.length > 0) await tx`analyze`
      return missing
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== '42501') throw error
      throw new OperatorError(
        `The tables must be brought up to date, which the account of this database address may not do (${(error as Error).message}); start with DATABASE_OWNER_URL.`,
      )
    })
}
