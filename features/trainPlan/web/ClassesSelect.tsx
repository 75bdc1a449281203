import Select, { type SelectProps } from 'antd/es/select'
import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { useWholeWords } from '../../../web/composing.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { classCalls } from '../../class/contract.ts'
import { useTrainPlanWords } from './words.ts'

/** Classes of a year, found by a part of their name; `known` has the names of those chosen before. */
export function ClassesSelect({
  year,
  known,
  ...props
}: SelectProps<string[]> & { year: number; known: readonly { id: string; name: string }[] }) {
  const say = useTrainPlanWords()
  const allowClear = useAllowClear()
  const [text, setText] = useState('')
  const onSearch = useWholeWords(setText)
  const keyword = usePaused(text.trim())
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useCall(
    classCalls.findPageList,
    { year, limit: 50, ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const listed = (found.data?.list ?? []).filter(({ status }) => status === 'draft' || status === 'on_shelf')
  const nameOf = new Map([...known.map(({ id, name }) => [id, name] as const), ...names])
  const chosen = (props.value ?? []).map((id) => ({ value: id, label: nameOf.get(id) ?? id }))
  const fresh = listed.filter(({ id }) => !props.value?.includes(id))
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      allowClear={allowClear}
      placeholder={say('searchClass')}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch }}
      options={[...fresh.map(({ id, name }) => ({ value: id, label: name })), ...chosen]}
      onChange={(ids, options) => {
        setNames(new Map([...nameOf, ...listed.map(({ id, name }) => [id, name] as const)]))
        props.onChange?.(ids, options)
      }}
    />
  )
}
