import { useCall } from '../../../../web/client.ts'
import { useBilingual } from '../../../../web/words.ts'
import { dictionaryCalls, type DictionaryKind } from '../../../dictionary/contract.ts'
import { profileFields } from '../../../project/register/rules.ts'

/** The code lists that profiles are written with. */
const kinds = profileFields.flatMap((field) => ('list' in field ? [field.list] : []))

/** The choices of the profile's code lists, and what a stored code is called; a text that is no code is itself. */
export function useCodeLists(): {
  choices: (kind: DictionaryKind) => { value: string; label: string }[]
  nameOf: (kind: DictionaryKind, code: string) => string
} {
  const pick = useBilingual()
  const { data = [] } = useCall(dictionaryCalls.getDictionaryList, { kinds }, { staleTime: 600_000 })
  const choices = (kind: DictionaryKind) =>
    data
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ value: entry.code, label: pick(entry.name, entry.nameEn) }))
  return {
    choices,
    nameOf: (kind, code) => choices(kind).find(({ value }) => value === code)?.label ?? code,
  }
}
