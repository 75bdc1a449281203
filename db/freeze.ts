import { existsSync, writeFileSync } from 'node:fs'
import { OperatorError } from '../server/environment.ts'
import { baseline, migrationFile, recordedSteps, schemaSum } from './migrate.ts'
import { allTables, programRoot } from './tables.ts'

/**
 * Begins the chain of migrations: writes the schema as it is declared into its first file. Refuses a second one, and a
 * schema that is not the one written down.
 */
export function freeze(root: string): void {
  const file = migrationFile(root, baseline)
  if (existsSync(file)) throw new OperatorError(`${file} is there already: add a migration.`)
  const schema = allTables(root)
  if (recordedSteps(root)[0]?.checksum !== schemaSum(schema))
    throw new OperatorError('The tables are not the ones written down; WRITE_CHECKSUMS=1 npm run check.')
  writeFileSync(file, schema)
}

/** `npm run freeze`, once, for the first release. */
if (import.meta.main) {
  try {
    freeze(programRoot)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
