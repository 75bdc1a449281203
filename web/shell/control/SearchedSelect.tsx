import Select, { type SelectProps } from 'antd/es/select'
import { useState } from 'react'
import { useWholeWords } from '../../composing.ts'
import { useAllowClear } from './useAllowClear.tsx'

interface Named {
  id: string
  name: string
}

export type ManyOf = SelectProps<string[]> & {
  /** Names of those that were chosen before. */
  known: readonly Named[]
}

/** Several things found by a part of their name; those that are chosen stay in the list by the names they were found under. */
export function SearchedSelect({
  known,
  list,
  isFetching,
  onType,
  ...props
}: ManyOf & {
  /** Those that have the part of a name that was typed. */
  list: readonly Named[]
  isFetching: boolean
  onType: (text: string) => void
}) {
  const allowClear = useAllowClear()
  const onSearch = useWholeWords(onType)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const named = (some: readonly Named[]) => some.map(({ id, name }) => [id, name] as const)
  const nameOf = new Map([...named(known), ...names])
  const chosen = (props.value ?? []).map((id) => ({ value: id, label: nameOf.get(id) ?? id }))
  const fresh = list.filter(({ id }) => !props.value?.includes(id))
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      allowClear={allowClear}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch }}
      options={[...fresh.map(({ id, name }) => ({ value: id, label: name })), ...chosen]}
      onChange={(ids, options) => {
        setNames(new Map([...nameOf, ...named(list)]))
        props.onChange?.(ids, options)
      }}
    />
  )
}
