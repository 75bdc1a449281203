import Select, { type SelectProps } from 'antd/es/select'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { useWholeWords } from '../../../web/composing.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { templateCalls } from '../../certificate/template/contract.ts'
import { useClassFormWords } from './formWords.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** A certificate template in use, with the way to where they are drawn; empty issues none. */
export function TemplateSelect(props: SelectProps<string | null>) {
  const say = useClassFormWords()
  const allowClear = useAllowClear()
  const mayCreate = useMay(templateCalls.save)
  const [text, setText] = useState('')
  const onSearch = useWholeWords(setText)
  const name = usePaused(text.trim())
  const found = useCall(
    templateCalls.query,
    { status: 'active', kind: ['class', 'skill'], limit: 50, ...(name ? { name } : {}) },
    { keep: true },
  )
  const { value } = props
  const chosen = useCall(templateCalls.query, { id: value!, limit: 1 }, { enabled: Boolean(value) })
  const named = value ? (chosen.data?.list ?? []) : []
  const templates = new Map([...named, ...(found.data?.list ?? [])].map((each) => [each.id, each.name]))
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
      allowClear={allowClear}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch }}
      {...(mayCreate && { popupRender: withTemplates })}
      options={[...templates].map(([id, label]) => ({ value: id, label }))}
    />
  )
}
