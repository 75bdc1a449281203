import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useCall } from '../../../web/client.ts'
import type { Choice } from '../../../web/shell/control/choice.ts'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { unitCalls } from '../contract.ts'
import { useUnitWords } from './words.ts'

type Unit = OutputOf<typeof unitCalls.findUnitBase>[number]

const choiceOf = ({ id, name, parentName }: Unit): Choice => ({
  value: id,
  label: parentName ? `${name} · ${parentName}` : name,
})

/** Returns the name of a chosen unit, as the only choice; none until it is known. */
export function useChosenUnit(unitId: string | undefined): Choice[] {
  const { data } = useCall(unitCalls.findUnitBase, { unitId: unitId! }, { enabled: Boolean(unitId) })
  // Without an id the call returns the first of all.
  return unitId && data?.[0] ? [choiceOf(data[0])] : []
}

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
  /** Name of the choice of no unit at all, the empty text. */
  top?: string
}) {
  const say = useUnitWords()
  const [keyword, setKeyword] = useState('')
  const word = usePaused(keyword)
  const found = useCall(unitCalls.findUnitBase, word ? { keyword: word } : {}, { keep: true })
  const [chosen] = useChosenUnit(props.value)
  return (
    <SearchSelect
      {...props}
      value={props.value}
      onChange={props.onChange}
      onSearch={setKeyword}
      busy={word !== keyword || found.isPending || found.isPlaceholderData}
      chosen={chosen}
      placeholder={say('search')}
      {...(wide ? { width: '100%' } : {})}
      options={[...(top && !keyword ? [{ value: '', label: top }] : []), ...(found.data ?? []).map(choiceOf)]}
    />
  )
}
