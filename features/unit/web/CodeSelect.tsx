import Select from 'antd/es/select'
import { useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { dictionaryCalls } from '../../dictionary/contract.ts'

/** The code lists of a unit's form, loaded once. */
function useCodes() {
  const { data = [], isPending } = useCall(
    dictionaryCalls.getDictionaryList,
    { kinds: ['region', 'industry'] },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return { data, isPending }
}

/** What a code of region or industry is called; a code that is on no list by itself. */
export function useCodeName(): (kind: 'region' | 'industry', code: string | null) => string {
  const { data } = useCodes()
  const pick = useBilingual()
  return (kind, code) => {
    const entry = data.find((one) => one.kind === kind && one.code === code)
    return entry ? pick(entry.name, entry.nameEn) : (code ?? '')
  }
}

/** A region or an industry, chosen from its list by typing. */
export function CodeSelect({
  kind,
  ...props
}: {
  kind: 'region' | 'industry'
  value?: string | null
  onChange?: (code?: string) => void
  id?: string
  disabled?: boolean
}) {
  const { data, isPending } = useCodes()
  const pick = useBilingual()
  return (
    <Select<string>
      {...props}
      value={props.value ?? null}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ minWidth: 180 }}
      options={data
        .filter((entry) => entry.kind === kind)
        .map((entry) => ({ value: entry.code, label: pick(entry.name, entry.nameEn) }))}
    />
  )
}
