import { writeFileSync } from 'node:fs'
import { allTables } from './tables.ts'

/** `npm run db -- baseline`: writes the first migration from today's tables; for as long as nothing is released. */
const [command] = process.argv.slice(2)
if (command === 'baseline') {
  writeFileSync(new URL('./migrations/0001-start.sql', import.meta.url), allTables())
  process.stdout.write('db/migrations/0001-start.sql written\n')
} else {
  process.stderr.write('Usage: npm run db -- baseline\n')
  process.exitCode = 1
}
