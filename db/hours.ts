import { type HourDifference, listHourDifferences } from '../features/hours/server/differences.ts'
import { assertUsable, connect } from '../server/db.ts'
import type { Environment } from '../server/environment.ts'
import { reachDatabase } from './reach.ts'

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
export async function reportHours(environment: Environment): Promise<string> {
  const { url, close } = await reachDatabase(environment)
  // It takes as long as there is to read, on however many connections one after the other.
  const db = connect(url, { max: 1, seconds: 0 })
  try {
    await assertUsable(db)
    const lines: string[] = [columns.join(',')]
    for await (const difference of listHourDifferences(db)) {
      lines.push(columns.map((column) => cell(difference[column])).join(','))
    }
    return lines.join('\n')
  } finally {
    await db.end({ timeout: 5 })
    await close()
  }
}
