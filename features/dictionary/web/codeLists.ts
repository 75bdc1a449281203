import { useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { flatten } from '../../../contract/tree.ts'
import { dictionaryCalls, type DictionaryKind } from '../contract.ts'
import { treeOf } from '../rules.ts'

/** The choices of some code lists, each after the one it is below, and what a stored code is called; a text that is no code is itself. */
export function useCodeLists(kinds: DictionaryKind[]): {
  choices: (kind: DictionaryKind) => { value: string; label: string }[]
  nameOf: (kind: DictionaryKind, code: string) => string
  isPending: boolean
} {
  const pick = useBilingual()
  const { data = [], isPending } = useCall(
    dictionaryCalls.getDictionaryList,
    { kinds },
    { staleTime: 600_000 },
  )
  const choices = (kind: DictionaryKind) =>
    flatten(treeOf(data.filter((entry) => entry.kind === kind))).map((entry) => ({
      value: entry.code,
      label: pick(entry.name, entry.nameEn),
    }))
  return {
    choices,
    nameOf(kind, code) {
      const entry = data.find((one) => one.kind === kind && one.code === code)
      return entry ? pick(entry.name, entry.nameEn) : code
    },
    isPending,
  }
}
