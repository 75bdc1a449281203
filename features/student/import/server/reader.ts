import { maskIdCard, maskMobile, readIdCard } from '../../../../contract/identity.ts'
import { cellReader } from '../../../import/cell/rules.ts'
import {
  type ImportColumn,
  nearestOption,
  normalize,
  problemsOf,
  type StoredProblem,
} from '../../../import/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { loginNameOf } from '../../server/loginName.ts'
import { profileColumns, type ProfileColumn, rosterProblems } from '../rules.ts'

const problem = problemsOf(rosterProblems)

export interface RosterSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
  unitId: string
  /**
   * The chosen unit and those below it that people may join, by their normalized names; several ids where a name is not
   * one unit's.
   */
  units: Readonly<Record<string, { name: string; ids: readonly string[] }>>
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

/** The messages for a unit that accepts nobody new. */
const closedUnit = (name: string, successor: string | null): StoredProblem =>
  successor === null
    ? problem('unitId', 'disabledUnit', { name })
    : problem('unitId', 'mergedUnit', { name, successor })

/** Names for which a near unit is looked up in one file; a column of other texts would take minutes. */
const mostNear = 200

/** Reads the rows of a roster, each by itself. */
export const reader: ReaderOf<RosterSetup> = (setup, secrets) => {
  const read = cellReader(setup.columns, setup.today)
  const options = Object.values(setup.units).map(({ name }) => ({ value: name, zh: name, en: name }))
  const nearNames = new Map<string, string | null>()

  /** The unit that a name is nearly the name of, or null. */
  function nearUnit(name: string): string | null {
    const known = nearNames.get(name)
    if (known !== undefined || nearNames.size >= mostNear || name.length > 40) return known ?? null
    const near = nearestOption(options, name, 3)?.value ?? null
    nearNames.set(name, near)
    return near
  }

  function unitOf(name: string | undefined, problems: StoredProblem[]): string {
    if (name === undefined) return setup.unitId
    const key = normalize(name)
    // Own keys only: a cell may contain "constructor".
    const found = Object.hasOwn(setup.units, key) ? setup.units[key]!.ids : []
    if (found.length === 1) return found[0]!
    const closed = Object.hasOwn(setup.closed, key) ? setup.closed[key] : undefined
    if (found.length === 0 && closed) {
      problems.push(closedUnit(name, closed.successor))
      return setup.unitId
    }
    const near = found.length === 0 ? nearUnit(name) : null
    problems.push(
      near !== null
        ? problem('unitId', 'nearUnit', { name, near })
        : found.length === 0
          ? problem('unitId', 'unknownUnit', { name })
          : problem('unitId', 'manyUnits', { count: found.length, name }),
    )
    return setup.unitId
  }

  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    const { realName, cardNumber, mobile } = values
    const card = cardNumber ? { clear: cardNumber, index: secrets.blindIndex('card', cardNumber) } : undefined
    const phone = mobile ? { clear: mobile, index: secrets.blindIndex('mobile', mobile) } : undefined
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
