import Select, { type SelectProps } from 'antd/es/select'
import { personnelGroups, usePersonnelName } from '../../classType/web/personnel.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** Professional groups a class fits; a project may write groups of its own. */
export function PersonnelSelect(props: SelectProps<string[]>) {
  const allowClear = useAllowClear()
  const nameOf = usePersonnelName()
  return (
    <Select<string[]>
      {...props}
      mode="tags"
      allowClear={allowClear}
      optionFilterProp="label"
      options={Object.keys(personnelGroups).map((value) => ({ value, label: nameOf(value) }))}
    />
  )
}
