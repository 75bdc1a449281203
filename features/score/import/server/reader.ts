import { cellReader } from '../../../import/cell/rules.ts'
import type { ImportColumn } from '../../../import/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { readPoints, rowProblem } from '../rules.ts'

export interface ScoreSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
}

/** The content of a row; points are null for a person who was absent. */
export interface ScoreDraft {
  ticketNo: string
  realName: string
  subject: string
  points: number | null
}

/** Reads the rows of a sheet of scores, each by itself. */
export const reader: ReaderOf<ScoreSetup> = (setup) => {
  const read = cellReader(setup.columns, setup.today)
  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { ticketNo, realName, subject, points: text } = values
    const points = text ? readPoints(text) : undefined
    if (text && points === undefined) problems.push(rowProblem('points', 'notScore'))
    const label = `${realName ?? ''} ${subject ?? ''}`.trim() || '—'
    if (problems.length > 0 || !ticketNo || !realName || !subject || points === undefined)
      return { label, draft: null, problems }
    const draft: ScoreDraft = { ticketNo: ticketNo.toUpperCase(), realName, subject, points }
    return { label, draft, problems }
  }
}
