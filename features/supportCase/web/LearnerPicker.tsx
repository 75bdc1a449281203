import Select from 'antd/es/select'
import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { useSupportCaseWords } from './words.ts'

export interface Picked {
  accountId: string
  name: string
}

/** A learner in scope, found by name or complete number. */
export function LearnerPicker({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: Picked
  onChange?: (picked?: Picked) => void
}) {
  const say = useSupportCaseWords()
  const [keyword, setKeyword] = useState('')
  const found = useCall(
    studentManageCalls.findPageList,
    { keyword, limit: 10 },
    { enabled: keyword.trim() !== '', keep: true },
  )
  const rows = keyword.trim() ? (found.data?.list ?? []) : []
  const known = rows.map((row) => ({
    value: row.id,
    label: [row.realName, row.cardMask ?? row.mobileMask, row.unitName].filter(Boolean).join(' · '),
    name: row.realName,
  }))
  const options =
    value && !known.some((option) => option.value === value.accountId)
      ? [{ value: value.accountId, label: value.name, name: value.name }, ...known]
      : known
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder={say('learnerHint')}
      notFoundContent={keyword.trim() && !found.isFetching ? say('learnerNone') : null}
      loading={found.isFetching}
      options={options}
      value={value?.accountId ?? null}
      onChange={(accountId: string | undefined) => {
        const option = options.find((each) => each.value === accountId)
        onChange?.(option ? { accountId: option.value, name: option.name } : undefined)
      }}
      style={{ width: '100%' }}
    />
  )
}
