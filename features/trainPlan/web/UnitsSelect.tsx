import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { unitCalls } from '../../unit/contract.ts'
import { type ManyOf, SearchedSelect } from './SearchedSelect.tsx'
import { useTrainPlanWords } from './words.ts'

/** Units, found by a part of their name. */
export function UnitsSelect(props: ManyOf) {
  const say = useTrainPlanWords()
  const [text, setText] = useState('')
  const keyword = usePaused(text.trim())
  const { data = [], isFetching } = useCall(unitCalls.findUnitBase, keyword ? { keyword } : {}, {
    keep: true,
  })
  return (
    <SearchedSelect
      {...props}
      list={data}
      isFetching={isFetching}
      onType={setText}
      maxCount={200}
      placeholder={say('searchUnit')}
    />
  )
}
