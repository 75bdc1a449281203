import { useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { dictionaryCalls, type DictionaryKind } from '../../dictionary/contract.ts'
import { profileFields, profileLists } from '../../project/register/rules.ts'

/** The fields of the catalogue in the reader's language: what they are called, their choices, and what a code means. */
export function useFieldValue() {
  const pick = useBilingual()
  const { data = [] } = useCall(
    dictionaryCalls.getDictionaryList,
    { kinds: profileLists },
    { staleTime: 600_000 },
  )
  const choices = (list: DictionaryKind) =>
    data
      .filter((entry) => entry.kind === list)
      .map((entry) => ({ value: entry.code, label: pick(entry.name, entry.nameEn) }))
  return {
    choices,
    nameOf(key: string): string {
      const field = profileFields.find((each) => each.key === key)
      return field ? pick(field.name[0], field.name[1]) : key
    },
    valueOf(key: string, value: string | null): string | null {
      const field = profileFields.find((each) => each.key === key)
      if (value === null || !field || !('list' in field)) return value
      return choices(field.list).find((choice) => choice.value === value)?.label ?? value
    },
  }
}
