import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../server/db.ts'
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

/**
 * Brings a database up to date, each step completely or not at all. Refuses a database that is newer than the program,
 * and one that was begun by another text of a step: its tables are not what the program takes them for.
 */
export async function migrate(db: Pool): Promise<string[]> {
  const applied: string[] = []
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(74105)`
    await tx`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    await tx`alter table migrations add column if not exists checksum text`
    const rows = await tx<{ name: string; checksum: string | null }[]>`select name, checksum from migrations`
    const done = new Set(rows.map((row) => row.name))
    const names = migrationNames()
    const unknown = [...done].filter((name) => !names.includes(name))
    if (unknown.length > 0) {
      throw new OperatorError(
        `This database is newer than this program (${unknown[0]}); start the newer version.`,
      )
    }
    const changed = rows.find((row) => row.checksum !== null && row.checksum !== checksumOf(row.name))
    if (changed) {
      throw new OperatorError(
        `This database was set up by another ${changed.name} than this program has; start the version that set it up.`,
      )
    }
    for (const name of names.filter((candidate) => !done.has(candidate))) {
      await tx.unsafe(scriptOf(name))
      await tx`insert into migrations (name, checksum) values (${name}, ${checksumOf(name)})`
      applied.push(name)
    }
    // Rewritten tables have no statistics: the first lists and reports after an upgrade would be planned blindly.
    if (done.size > 0 && applied.length > 0) await tx`analyze`
  })
  return applied
}
