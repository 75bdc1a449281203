import { maskIdCard } from '../../../../contract/identity.ts'
import { cellReader } from '../../../import/cell/rules.ts'
import type { ImportColumn } from '../../../import/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'

export interface TransferSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
}

/** The content of a row; the ID is sealed beside it. */
export interface TransferDraft {
  realName: string
  /** As written; null where the learner's only class is meant. */
  fromClass: string | null
  toClass: string
  reason: string
}

/** Reads the rows of a file of transfers, each by itself. */
export const reader: ReaderOf<TransferSetup> = (setup, secrets) => {
  const read = cellReader(setup.columns, setup.today)
  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { realName, cardNumber, fromClass = null, toClass, reason } = values
    const card = cardNumber ? { clear: cardNumber, index: secrets.blindIndex('card', cardNumber) } : undefined
    const label = `${realName ?? ''} ${cardNumber ? maskIdCard(cardNumber) : ''}`.trim() || '—'
    if (problems.length > 0 || !realName || !toClass || !reason) return { label, draft: null, problems, card }
    const draft: TransferDraft = { realName, fromClass, toClass, reason }
    return { label, draft, problems, card }
  }
}
