import { writeFileSync } from 'node:fs'
import { openGround } from '../app/ground.ts'
import { connect } from '../server/db.ts'
import { OperatorError, readEnvironment } from '../server/environment.ts'
import { addKey } from '../server/keyRing.ts'
import { openSecrets } from '../server/secrets.ts'
import { reseal } from './rotate.ts'
import { allTables } from './tables.ts'

/**
 * `npm run db -- baseline`: writes the first migration from today's tables; for as long as nothing is released.
 * `npm run db -- rotate`: takes a new key, or the one put first in SECRET_KEY, and seals everything under it.
 */
async function rotate(): Promise<string> {
  const environment = readEnvironment(process.env)
  const opened = environment.databaseUrl ? null : await openGround(environment)
  const db = opened?.ground.db ?? connect(environment.databaseUrl!, { max: 2 })
  try {
    const added = addKey(environment)
    const count = await reseal(db, openSecrets(environment))
    return `${count} values sealed under ${added ? 'a new key' : 'the first key of SECRET_KEY'}\n`
  } finally {
    await (opened ? opened.close() : db.end({ timeout: 5 }))
  }
}

const [command] = process.argv.slice(2)
try {
  if (command === 'baseline') {
    writeFileSync(new URL('./migrations/0001-start.sql', import.meta.url), allTables())
    process.stdout.write('db/migrations/0001-start.sql written\n')
  } else if (command === 'rotate') {
    process.stdout.write(await rotate())
  } else {
    throw new OperatorError('Usage: npm run db -- baseline | rotate')
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
