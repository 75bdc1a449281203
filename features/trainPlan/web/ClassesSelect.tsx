import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { type ManyOf, SearchedSelect } from '../../../web/shell/control/SearchedSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { classCalls } from '../../class/contract.ts'
import { useTrainPlanWords } from './words.ts'

/** Classes of a year, drafts and published ones, found by a part of their name. */
export function ClassesSelect({ year, ...props }: ManyOf & { year: number }) {
  const say = useTrainPlanWords()
  const [text, setText] = useState('')
  const keyword = usePaused(text.trim())
  const { data, isFetching } = useCall(
    classCalls.findPageList,
    { year, limit: 50, ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const list = (data?.list ?? []).filter(({ status }) => status === 'draft' || status === 'on_shelf')
  return (
    <SearchedSelect
      {...props}
      list={list}
      isFetching={isFetching}
      onType={setText}
      placeholder={say('searchClass')}
    />
  )
}
