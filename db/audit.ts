import { verifyBoards } from '../features/dashboard/server/differences.ts'
import { sayFault, verifyLog } from '../features/operationLog/server/verify.ts'
import { assertUsable, connect } from '../server/db.ts'
import { type Environment, OperatorError } from '../server/environment.ts'
import { reachDatabase } from './reach.ts'

/**
 * Verifies the operation log of a portal that is not running, or whose database is elsewhere, and counts what its boards
 * show from the rows again. Refuses with the first rows that are not as they were written, or counts that differ.
 */
export async function auditLog(environment: Environment): Promise<string> {
  const { url, close } = await reachDatabase(environment)
  // It takes as long as there is to read, on however many connections one after the other.
  const db = connect(url, { max: 1, seconds: 0 })
  try {
    await assertUsable(db)
    const { entries, chains, faults } = await verifyLog(db)
    if (faults.length > 0) {
      throw new OperatorError(['The operation log was tampered with.', ...faults.map(sayFault)].join('\n'))
    }
    const { counts, differences } = await verifyBoards(db, 20)
    if (differences.length > 0) {
      throw new OperatorError(
        [
          'The boards show other counts than the rows give.',
          ...differences.map((row) => JSON.stringify(row)),
        ].join('\n'),
      )
    }
    return `The operation log is whole: ${entries} entries in ${chains} chains.\nThe boards show what the rows give: ${counts} counts.`
  } finally {
    await db.end({ timeout: 5 })
    await close()
  }
}
