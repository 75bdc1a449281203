import { connect } from '../server/db.ts'
import { OperatorError, readEnvironment } from '../server/environment.ts'
import { addKey } from '../server/keyRing.ts'
import { openSecrets } from '../server/secrets.ts'
import { auditLog } from './audit.ts'
import { reportHours } from './hours.ts'
import { reachDatabase } from './reach.ts'
import { reseal } from './rotate.ts'

/** Takes a new key, or the one put first in SECRET_KEY, and seals everything under it; returns what was done. */
async function rotate(): Promise<string> {
  const environment = readEnvironment(process.env)
  const { url, close } = await reachDatabase(environment)
  // What is sealed already is read past before the next of it is found: minutes, where there are millions of rows.
  const db = connect(url, { max: 2, seconds: 0 })
  try {
    const added = addKey(environment)
    const count = await reseal(db, openSecrets(environment))
    return `${count} values sealed under ${added ? 'a new key' : 'the first key of SECRET_KEY'}\n`
  } finally {
    await db.end({ timeout: 5 })
    await close()
  }
}

/**
 * `npm run db -- audit`: verifies the operation log, row by row, and the counts of the boards; names the first rows that
 * are not as written, and counts that the rows do not give.
 * `npm run db -- hours`: lists passes whose written hours are not what the rules give by now, as CSV; changes nothing.
 * `npm run db -- rotate`: takes a new key, or the one put first in SECRET_KEY, and seals everything under it.
 */
const [command] = process.argv.slice(2)
try {
  if (command === 'rotate') {
    process.stdout.write(await rotate())
  } else if (command === 'audit') {
    process.stdout.write(`${await auditLog(readEnvironment(process.env))}\n`)
  } else if (command === 'hours') {
    process.stdout.write(`${await reportHours(readEnvironment(process.env))}\n`)
  } else {
    throw new OperatorError('Usage: npm run db -- rotate | audit | hours')
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
