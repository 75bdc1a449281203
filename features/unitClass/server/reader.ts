import { maskIdCard, maskMobile, readIdCard } from '../../../contract/identity.ts'
import { cellReader } from '../../import/cell/rules.ts'
import type { ReaderOf } from '../../import/server/actions.ts'
import type { ImportColumn } from '../../import/rules.ts'
import { rowProblem } from './fields.ts'

export interface PeopleSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
}

/** The content of a row of people; the personal numbers are sealed beside it. */
export interface PersonDraft {
  realName: string
  cardMask: string | null
  birthDate: string | null
  mobileMask: string | null
}

/** Reads rows of people, each by itself. */
export const reader: ReaderOf<PeopleSetup> = (setup, secrets) => {
  const read = cellReader(setup.columns, setup.today)
  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { realName, cardNumber, mobile } = values
    const card = cardNumber ? { clear: cardNumber, index: secrets.blindIndex('card', cardNumber) } : undefined
    const phone = mobile ? { clear: mobile, index: secrets.blindIndex('mobile', mobile) } : undefined
    if (problems.length === 0 && !card && !phone) problems.push(rowProblem('cardNumber', 'noNumber'))
    const cardMask = cardNumber ? maskIdCard(cardNumber) : null
    const mobileMask = mobile ? maskMobile(mobile) : null
    const label = `${realName ?? ''} ${cardMask ?? mobileMask ?? ''}`.trim() || '—'
    if (problems.length > 0 || !realName) return { label, draft: null, problems, card, mobile: phone }
    const birthDate = cardNumber ? readIdCard(cardNumber).birthDate : null
    const draft: PersonDraft = { realName, cardMask, birthDate, mobileMask }
    return { label, draft, problems, card, mobile: phone }
  }
}
