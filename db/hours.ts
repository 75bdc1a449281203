import { join } from 'node:path'
import { type HourDifference, listHourDifferences } from '../features/hours/server/differences.ts'
import { lockDataFolder } from '../server/dataFolder.ts'
import { assertUsable, connect } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import type { Environment } from '../server/environment.ts'

const columns: readonly (keyof HourDifference)[] = [
  'enrolmentId',
  'accountId',
  'classCode',
  'className',
  'year',
  'passedAt',
  'passedBy',
  'attribute',
  'written',
  'due',
  'reason',
]

const cell = (value: unknown) => {
  const text = String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Lists as CSV the passed enrolments whose written hours are not what the rules give by now, one line an attribute;
 * hours in tenths as in the ledger are given as hours. Changes nothing: corrections do.
 */
export async function reportHours({ databaseUrl, dataFolder }: Environment): Promise<string> {
  const lock = databaseUrl ? null : await lockDataFolder(dataFolder)
  const embedded = databaseUrl ? null : await startEmbedded({ folder: join(dataFolder, 'postgres') })
  const db = connect(databaseUrl ?? embedded!.url, { max: 1 })
  try {
    await assertUsable(db)
    // Years of passes take longer than a call may.
    await db`set statement_timeout = 0`
    const lines: string[] = [columns.join(',')]
    for await (const difference of listHourDifferences(db)) {
      lines.push(columns.map((column) => cell(difference[column])).join(','))
    }
    return lines.join('\n')
  } finally {
    await db.end({ timeout: 5 })
    await embedded?.stop()
    await lock?.release()
  }
}
