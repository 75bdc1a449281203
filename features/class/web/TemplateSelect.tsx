import Select, { type SelectProps } from 'antd/es/select'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { useMay } from '../../../web/shell/may.ts'
import { templateCalls } from '../../certificate/template/contract.ts'
import { useClassFormWords } from './formWords.ts'
import { useAllowClear } from '../../../web/shell/useAllowClear.tsx'

/** A certificate template in use, with the way to where they are drawn; empty issues none. */
export function TemplateSelect(props: SelectProps<string | null>) {
  const say = useClassFormWords()
  const allowClear = useAllowClear()
  const mayCreate = useMay(templateCalls.save)
  const { data, isPending } = useCall(templateCalls.query, { status: 'active', limit: 50 })
  const withTemplates = (list: ReactElement) => (
    <>
      {list}
      <Link className="class-form-more" to="/resource-manage/certificate">
        {say('templateCreate')}
      </Link>
    </>
  )
  return (
    <Select<string | null>
      {...props}
      loading={isPending}
      allowClear={allowClear}
      {...(mayCreate && { popupRender: withTemplates })}
      options={(data?.list ?? []).map((template) => ({ value: template.id, label: template.name }))}
    />
  )
}
