import { readFileSync } from 'node:fs'
import { migrationNames } from '../../db/migrate.ts'
import { connect, type Pool } from '../../server/db.ts'
import { openDatabase } from '../harness.ts'

/** Runs a test on a database as it was before a migration; `migrate` applies it. */
export async function beforeMigration(
  name: string,
  run: (db: Pool, migrate: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const db = connect(await openDatabase('empty'), { max: 1 })
  const apply = (each: string) =>
    db.unsafe(readFileSync(new URL(`../../db/migrations/${each}`, import.meta.url), 'utf8'))
  try {
    for (const earlier of migrationNames().filter((other) => other < name)) await apply(earlier)
    await run(db, () => apply(name))
  } finally {
    await db.end()
  }
}
