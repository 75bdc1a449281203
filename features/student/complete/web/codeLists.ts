import { useCall } from '../../../../web/client.ts'
import { useBilingual } from '../../../../web/words.ts'
import { dictionaryCalls, type DictionaryKind } from '../../../dictionary/contract.ts'

/** The profile's fields that are chosen from a code list. */
export const listed = ['education', 'personnelCategory'] as const satisfies DictionaryKind[]
export type Listed = (typeof listed)[number]

export const isListed = (field: string): field is Listed => (listed as readonly string[]).includes(field)

/** The choices of the profile's code lists, and what a stored code is called; a text that is no code is itself. */
export function useCodeLists(): {
  choices: (kind: Listed) => { value: string; label: string }[]
  nameOf: (kind: Listed, code: string) => string
} {
  const pick = useBilingual()
  const { data = [] } = useCall(
    dictionaryCalls.getDictionaryList,
    { kinds: [...listed] },
    { staleTime: 600_000 },
  )
  const choices = (kind: Listed) =>
    data
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ value: entry.code, label: pick(entry.name, entry.nameEn) }))
  return {
    choices,
    nameOf: (kind, code) => choices(kind).find(({ value }) => value === code)?.label ?? code,
  }
}
