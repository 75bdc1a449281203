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

/** Brings a database up to date, each step whole or not at all; refuses one newer than the program. */
export async function migrate(db: Pool): Promise<string[]> {
  const applied: string[] = []
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(74105)`
    await tx`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const done = new Set((await tx`select name from migrations`).map((row) => row.name as string))
    const names = migrationNames()
    const unknown = [...done].filter((name) => !names.includes(name))
    if (unknown.length > 0) {
      throw new OperatorError(
        `This database is newer than this program (${unknown[0]}); start the newer version.`,
      )
    }
    for (const name of names.filter((candidate) => !done.has(candidate))) {
      await tx.unsafe(readFileSync(folder + name, 'utf8'))
      await tx`insert into migrations (name) values (${name})`
      applied.push(name)
    }
  })
  return applied
}
