import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { SearchSelect } from '../../../web/shell/SearchSelect.tsx'
import { classCalls } from '../../class/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { useStudyRecordWords } from './words.ts'

/** Picks a class by a part of its name; the label of a chosen one comes from the rows that include it. */
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
  const { data } = useCall(
    classCalls.findPageList,
    { limit: 50, ...(keyword ? { keyword } : {}), ...(onSale ? { status: 'on_shelf' as const } : {}) },
    { keep: true },
  )
  const { value } = props
  const chosen = useCall(
    enrolmentCalls.findPortfolioPage,
    { classId: value!, limit: 1 },
    { enabled: value !== undefined },
  )
  const names = new Map([
    ...(chosen.data?.list ?? []).map((row) => [row.classId, row.className] as const),
    ...(data?.list ?? []).map((row) => [row.id, row.name] as const),
  ])
  return (
    <SearchSelect
      {...props}
      value={value}
      onChange={props.onChange}
      onSearch={setKeyword}
      placeholder={say('search')}
      options={[...names].map(([id, label]) => ({ value: id, label }))}
    />
  )
}
