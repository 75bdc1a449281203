import { cellReader } from '../../../import/cell/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { titleOf } from '../../rules.ts'
import { listColumns } from '../rules.ts'

/** The content of a row: a file, and what becomes of it. */
export interface ListDraft {
  fileName: string
  title: string
  /** Path of a folder, as written; null for the chosen one. */
  folder: string | null
}

/** Reads the rows of a list of videos, each by itself. */
export const reader: ReaderOf<null> = () => {
  // No column has a day.
  const read = cellReader(listColumns, '')
  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { fileName, folder = null } = values
    const title = values.title ?? (fileName && titleOf(fileName))
    const label = title || fileName || '—'
    if (problems.length > 0 || !fileName || !title) return { label, draft: null, problems }
    const draft: ListDraft = { fileName, title, folder }
    return { label, draft, problems }
  }
}
