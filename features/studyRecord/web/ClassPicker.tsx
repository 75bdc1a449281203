import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import type { Choice } from '../../../web/shell/control/choice.ts'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { classCalls } from '../../class/contract.ts'
import { useStudyRecordWords } from './words.ts'

/** Returns the name of a chosen class, as the only choice; none until it is known. */
export function useChosenClass(id: string | undefined): Choice[] {
  const { data } = useCall(classCalls.findPageList, { id: id!, limit: 1 }, { enabled: Boolean(id) })
  return id && data?.list[0] ? [{ value: id, label: data.list[0].name }] : []
}

/** Picks a class by a part of its name. */
export function ClassPicker({
  onSale = false,
  ...props
}: {
  /** Only classes that can be joined. */
  onSale?: boolean
  value?: string
  onChange?: (id?: string) => void
  id?: string
}) {
  const say = useStudyRecordWords()
  const [keyword, setKeyword] = useState('')
  const word = usePaused(keyword)
  const found = useCall(
    classCalls.findPageList,
    { limit: 50, ...(word ? { keyword: word } : {}), ...(onSale ? { status: 'on_shelf' as const } : {}) },
    { keep: true },
  )
  const { value } = props
  const [chosen] = useChosenClass(value)
  return (
    <SearchSelect
      {...props}
      value={value}
      onChange={props.onChange}
      onSearch={setKeyword}
      busy={word !== keyword || found.isPending || found.isPlaceholderData}
      chosen={chosen}
      placeholder={say('search')}
      options={(found.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
