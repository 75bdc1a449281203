import { idCheckDigit } from '../../contract/identity.ts'
import { markColumn } from '../../features/import/rules.ts'
import { profileFields } from '../../features/project/register/rules.ts'
import { aSheetFile } from './import.ts'

/** A valid citizen ID, another one for each number below 100,000,000. */
export function anIdCard(n: number): string {
  const day = new Date(Date.UTC(1960, 0, 1 + (Math.floor(n / 1000) % 18_000)))
  const region = ['110101', '310104', '440305', '510107', '420106', '330106'][Math.floor(n / 18_000_000) % 6]!
  const first17 = `${region}${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(n % 1000).padStart(3, '0')}`
  return first17 + idCheckDigit(first17)
}

/** A mobile number, another one for each number. */
export const aMobile = (n: number) => `15${String(n).padStart(9, '0')}`

const titles = Object.fromEntries(profileFields.map(({ key, name }) => [key, name[0]]))

/** Titles of the template's columns for these fields. */
export const rosterHeader = (keys: readonly string[]) => [
  markColumn.title.zh,
  ...keys.map((key) => titles[key]!),
]

export const plainFields = ['realName', 'cardNumber', 'mobile', 'personnelCategory'] as const

/** A person as a roster row. */
export type Person = Partial<Record<string, string | number>>

/** The n-th person of a roster. */
export const aPerson = (n: number, more: Person = {}): Person => ({
  realName: `学员${String.fromCodePoint(0x4e00 + (n % 20_000))}${n % 10}`,
  cardNumber: anIdCard(n),
  mobile: aMobile(n),
  ...more,
})

/** The template, filled in with people. */
export const aRosterFile = (people: readonly Person[], keys: readonly string[] = plainFields) =>
  aSheetFile([rosterHeader(keys), ...people.map((person) => ['', ...keys.map((key) => person[key] ?? '')])])

/** An import of learners into a unit. */
export const intoUnit = (unitId: string) => ({ kind: 'roster', params: { unitId } })
