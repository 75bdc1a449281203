import { existsSync, readFileSync } from 'node:fs'
import { baseline, migrationFile, recordedSteps } from '../db/migrate.ts'
import { allTables } from '../db/tables.ts'
import type { Pool } from '../server/db.ts'

/** Sets up an empty database as the first release did; until there is one, as the tables are declared. */
export async function setUpAtRelease(db: Pool, root: string): Promise<void> {
  const file = migrationFile(root, baseline)
  await db.unsafe(existsSync(file) ? readFileSync(file, 'utf8') : allTables(root))
  await db`
    create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text)`
  await db`insert into migrations ${db(recordedSteps(root)[0]!, 'name', 'checksum')}`
}
