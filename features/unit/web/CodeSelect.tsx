import { useState } from 'react'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import { useUnitWords } from './words.ts'

type Kind = 'region' | 'industry'
/** The code lists of a unit's form, loaded once. */
const kinds: Kind[] = ['region', 'industry']

/** Returns the name of a code of region or industry; a code that is on no list by itself. */
export function useCodeName(): (kind: Kind, code: string | null) => string {
  const { nameOf } = useCodeLists(kinds)
  return (kind, code) => (code === null ? '' : nameOf(kind, code))
}

/** A region or an industry, chosen from its list by typing. */
export function CodeSelect({
  kind,
  ...props
}: {
  kind: Kind
  value?: string | null
  onChange?: (code?: string) => void
  id?: string
  disabled?: boolean
}) {
  const say = useUnitWords()
  const { choices } = useCodeLists(kinds)
  const [words, setWords] = useState('')
  return (
    <SearchSelect
      {...props}
      value={props.value ?? undefined}
      onChange={props.onChange}
      onSearch={setWords}
      placeholder={say(kind)}
      options={choices(kind).filter(({ label }) => label.includes(words))}
    />
  )
}
