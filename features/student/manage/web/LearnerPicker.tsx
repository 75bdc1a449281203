import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { SearchSelect } from '../../../../web/shell/control/SearchSelect.tsx'
import { usePaused } from '../../../../web/shell/view/usePaused.ts'
import { studentManageCalls } from '../contract.ts'

export interface Picked {
  accountId: string
  name: string
}

/** A learner in scope, found by name or complete number. */
export function LearnerPicker({
  id,
  value,
  onChange,
  placeholder,
}: {
  id?: string
  value?: Picked
  onChange?: (picked?: Picked) => void
  /** Says what a learner is found by. */
  placeholder: string
}) {
  const [keyword, setKeyword] = useState('')
  const word = usePaused(keyword)
  const found = useCall(studentManageCalls.findPageList, { keyword: word, limit: 10 }, { keep: true })
  const rows = found.data?.list ?? []
  return (
    <SearchSelect
      {...(id ? { id } : {})}
      width="100%"
      placeholder={placeholder}
      value={value?.accountId}
      chosen={value && { value: value.accountId, label: value.name }}
      onSearch={setKeyword}
      busy={word !== keyword || found.isPending || found.isPlaceholderData}
      options={rows.map((row) => ({
        value: row.id,
        label: [row.realName, row.cardMask ?? row.mobileMask, row.unitName].filter(Boolean).join(' · '),
      }))}
      onChange={(accountId) => {
        const row = rows.find((each) => each.id === accountId)
        onChange?.(row && { accountId: row.id, name: row.realName })
      }}
    />
  )
}
