import { join } from 'node:path'
import { sayFault, verifyLog } from '../features/operationLog/server/verify.ts'
import { lockDataFolder } from '../server/dataFolder.ts'
import { assertUsable, connect } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import { type Environment, OperatorError } from '../server/environment.ts'

/**
 * Verifies the operation log of a portal that is not running, or whose database is elsewhere. Refuses with the first rows
 * that are not as they were written.
 */
export async function auditLog({ databaseUrl, dataFolder }: Environment): Promise<string> {
  const lock = databaseUrl ? null : await lockDataFolder(dataFolder)
  const embedded = databaseUrl ? null : await startEmbedded({ folder: join(dataFolder, 'postgres') })
  const db = connect(databaseUrl ?? embedded!.url, { max: 1 })
  try {
    await assertUsable(db)
    // A long log takes longer than a call may.
    await db`set statement_timeout = 0`
    const { entries, chains, faults } = await verifyLog(db)
    if (faults.length > 0) {
      throw new OperatorError(['The operation log was tampered with.', ...faults.map(sayFault)].join('\n'))
    }
    return `The operation log is whole: ${entries} entries in ${chains} chains.`
  } finally {
    await db.end({ timeout: 5 })
    await embedded?.stop()
    await lock?.release()
  }
}
