import Select, { type SelectProps } from 'antd/es/select'
import { useCall } from '../../../web/client.ts'
import { templateCalls } from '../../certificate/template/contract.ts'

/** A certificate template in use; empty issues none. */
export function TemplateSelect(props: SelectProps<string | null>) {
  const { data, isPending } = useCall(templateCalls.query, { status: 'active', limit: 50 })
  return (
    <Select<string | null>
      {...props}
      allowClear
      loading={isPending}
      options={(data?.list ?? []).map((template) => ({ value: template.id, label: template.name }))}
    />
  )
}
