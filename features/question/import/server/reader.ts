import { createHash } from 'node:crypto'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { normal, sameness } from '../../rules.ts'
import { readRow } from '../rules.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Reads the rows of a sheet of questions; a row is identified by its question and its material. */
export const reader: ReaderOf<null> = () => (row, places) => {
  const { material, draft, problems } = readRow(row.cells, row.faults, places)
  const stem = row.cells[places.get('stem') ?? -1]?.trim()
  return {
    label: (stem || row.cells.filter(Boolean).join(' ')).slice(0, 4000),
    draft,
    problems,
    keyHash: draft ? sha256(sameness({ ...draft.part, options: draft.part.options ?? [] })) : undefined,
    groupHash: material ? sha256(normal(material)) : undefined,
  }
}
