import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { SearchSelect } from '../../../web/shell/SearchSelect.tsx'
import { unitCalls } from '../contract.ts'
import { useUnitWords } from './words.ts'

/** A unit of the caller's scope, found by a part of its name; everything below it is meant as well. */
export function UnitPicker({
  wide = false,
  top,
  ...props
}: {
  value?: string
  onChange?: (id?: string) => void
  id?: string
  /** As wide as its place, for a form. */
  wide?: boolean
  /** What is called to choose no unit at all, the empty text. */
  top?: string
}) {
  const say = useUnitWords()
  const [keyword, setKeyword] = useState('')
  const found = useCall(unitCalls.findUnitBase, keyword ? { keyword } : {}, { keep: true })
  const chosen = useCall(unitCalls.findUnitBase, { unitId: props.value! }, { enabled: Boolean(props.value) })
  // Without a keyword the call returns the first of all.
  const named = props.value ? (chosen.data ?? []) : []
  const units = new Map([...named, ...(found.data ?? [])].map((unit) => [unit.id, unit]))
  return (
    <SearchSelect
      {...props}
      value={props.value}
      onChange={props.onChange}
      onSearch={setKeyword}
      placeholder={say('search')}
      {...(wide ? { width: '100%' } : {})}
      options={[
        ...(top && !keyword ? [{ value: '', label: top }] : []),
        ...[...units.values()].map((unit) => ({
          value: unit.id,
          label: unit.parentName ? `${unit.name} · ${unit.parentName}` : unit.name,
        })),
      ]}
    />
  )
}
