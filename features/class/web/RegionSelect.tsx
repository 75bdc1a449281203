import Select, { type SelectProps } from 'antd/es/select'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** Regions that a class is meant for, chosen from the project's list by typing. */
export function RegionSelect(props: SelectProps<string[]>) {
  const allowClear = useAllowClear()
  const { choices, isPending } = useCodeLists(['region'])
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      allowClear={allowClear}
      maxCount={200}
      loading={isPending}
      optionFilterProp="label"
      options={choices('region')}
    />
  )
}
