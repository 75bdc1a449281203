import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { type ManyOf, SearchedSelect } from '../../../web/shell/control/SearchedSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { unitCalls } from '../contract.ts'
import { useUnitWords } from './words.ts'

/** Units, found by a part of their name. */
export function UnitsSelect(props: ManyOf) {
  const say = useUnitWords()
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
      placeholder={say('searchMany')}
    />
  )
}
