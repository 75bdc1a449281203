import { maskIdCard, maskMobile, readIdCard } from '../../../../contract/identity.ts'
import { cellReader } from '../../../import/cell/rules.ts'
import { type ImportColumn, normalize, problemsOf, type StoredProblem } from '../../../import/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { profileColumns, type ProfileColumn, rosterProblems } from '../rules.ts'

const problem = problemsOf(rosterProblems)

export interface RosterSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
  unitId: string
  /**
   * Ids of the chosen unit and those below it that people may join, by their normalized names; several where a name is
   * not one unit's.
   */
  units: Readonly<Record<string, readonly string[]>>
  /** Those of them that take nobody new, by their normalized names; `successor` of what was merged. */
  closed: Readonly<Record<string, { successor: string | null }>>
}

/** The content of a roster row; the personal numbers are sealed beside it. */
export interface RosterDraft {
  realName: string
  cardMask: string
  birthDate: string
  gender: 'male' | 'female'
  mobileMask: string | null
  loginName: string
  unitId: string
  /** The other fields of the file: codes of choices, days, texts. */
  profile: Partial<Record<ProfileColumn, string>>
}

/**
 * Nobody has to type it: learners sign in with their mobile number. It reveals nothing of the ID it is derived from.
 */
const loginNameOf = (cardIndex: Buffer) => `s${cardIndex.readBigUInt64BE(0).toString(36).padStart(13, '0')}`

/** The messages for a unit that accepts nobody new. */
const closedUnit = (name: string, successor: string | null): StoredProblem =>
  successor === null
    ? problem('unitId', 'disabledUnit', { name })
    : problem('unitId', 'mergedUnit', { name, successor })

/** Reads the rows of a roster; a number that occurs twice is rejected the second time, naming the row it repeats. */
export const reader: ReaderOf<RosterSetup> = (setup, secrets) => {
  const read = cellReader(setup.columns, setup.today)
  // By blind index: a number is a slice that would hold on to all of the file it was cut from.
  const rowOfCard = new Map<string, number>()
  const rowOfMobile = new Map<string, number>()

  /** Records the first row of a number; returns the row it was in before, or null. */
  function repeats(rows: Map<string, number>, index: Buffer, row: number): number | null {
    const key = index.toString('latin1')
    const before = rows.get(key)
    if (before === undefined) rows.set(key, row)
    return before ?? null
  }

  function unitOf(name: string | undefined, problems: StoredProblem[]): string {
    if (name === undefined) return setup.unitId
    const key = normalize(name)
    // Own keys only: a cell may contain "constructor".
    const found = Object.hasOwn(setup.units, key) ? setup.units[key]! : []
    if (found.length === 1) return found[0]!
    const closed = Object.hasOwn(setup.closed, key) ? setup.closed[key] : undefined
    if (found.length === 0 && closed) {
      problems.push(closedUnit(name, closed.successor))
      return setup.unitId
    }
    problems.push(
      found.length === 0
        ? problem('unitId', 'unknownUnit', { name })
        : problem('unitId', 'manyUnits', { count: found.length, name }),
    )
    return setup.unitId
  }

  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { realName, cardNumber, mobile } = values
    const card = cardNumber
      ? { sealed: secrets.seal('students.card', cardNumber), index: secrets.blindIndex('card', cardNumber) }
      : undefined
    const phone = mobile
      ? { sealed: secrets.seal('accounts.mobile', mobile), index: secrets.blindIndex('mobile', mobile) }
      : undefined
    const sameCard = card ? repeats(rowOfCard, card.index, row.row) : null
    const sameMobile = phone ? repeats(rowOfMobile, phone.index, row.row) : null
    if (sameCard !== null) problems.push(problem('cardNumber', 'sameCard', { row: sameCard }))
    if (sameMobile !== null && sameMobile !== sameCard) {
      problems.push(problem('mobile', 'sameMobile', { row: sameMobile }))
    }
    const unitId = unitOf(values.unitId, problems)
    const cardMask = cardNumber ? maskIdCard(cardNumber) : ''
    const label = `${realName ?? ''} ${cardMask}`.trim()
    if (problems.length > 0 || !realName || !cardNumber || !card) {
      return { label: label || '—', draft: null, problems, card, mobile: phone }
    }
    const profile: RosterDraft['profile'] = {}
    for (const key of profileColumns) if (values[key] !== undefined) profile[key] = values[key]
    const draft: RosterDraft = {
      realName,
      cardMask,
      ...readIdCard(cardNumber),
      mobileMask: mobile ? maskMobile(mobile) : null,
      loginName: loginNameOf(card.index),
      unitId,
      profile,
    }
    return { label, draft, problems, card, mobile: phone }
  }
}
