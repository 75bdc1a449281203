import Select, { type SelectProps } from 'antd/es/select'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'

/** Regions that a class is meant for, chosen from the project's list by typing. */
export function RegionSelect(props: SelectProps<string[]>) {
  const { choices, isPending } = useCodeLists(['region'])
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      allowClear
      maxCount={200}
      loading={isPending}
      optionFilterProp="label"
      options={choices('region')}
    />
  )
}
