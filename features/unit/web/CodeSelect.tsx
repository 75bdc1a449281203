import Select from 'antd/es/select'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'

type Kind = 'region' | 'industry'
/** The code lists of a unit's form, loaded once. */
const kinds: Kind[] = ['region', 'industry']

/** What a code of region or industry is called; a code that is on no list by itself. */
export function useCodeName(): (kind: Kind, code: string | null) => string {
  const { nameOf } = useCodeLists(kinds)
  return (kind, code) => (code === null ? '' : nameOf(kind, code))
}

/** A region or an industry, chosen from its list by typing. */
export function CodeSelect({
  kind,
  ...props
}: {
  kind: Kind
  value?: string | null
  onChange?: (code?: string) => void
  id?: string
  disabled?: boolean
}) {
  const { choices, isPending } = useCodeLists(kinds)
  return (
    <Select<string>
      {...props}
      value={props.value ?? null}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ minWidth: 180 }}
      options={choices(kind)}
    />
  )
}
