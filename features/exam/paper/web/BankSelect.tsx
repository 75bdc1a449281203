import Select from 'antd/es/select'
import { type CSSProperties, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { useWholeWords } from '../../../../web/composing.ts'
import { usePaused } from '../../../../web/shell/view/usePaused.ts'
import { bankCalls } from '../../../question/bank/contract.ts'
import { usePaperWords } from './words.ts'
import { useAllowClear } from '../../../../web/shell/control/useAllowClear.tsx'

/** The banks whose name holds a word, and those found without one. */
export function useBanks(keyword = '') {
  return useCall(bankCalls.query, { limit: 50, ...(keyword ? { keyword } : {}) }, { keep: true })
}

/** Chooses a question bank; typing searches by name. */
export function BankSelect({
  id,
  value,
  placeholder,
  style,
  onChange,
}: {
  id?: string
  value?: string | null
  placeholder?: string
  style?: CSSProperties
  onChange?: (bankId: string | undefined) => void
}) {
  const say = usePaperWords()
  const allowClear = useAllowClear()
  const [keyword, setKeyword] = useState('')
  const onSearch = useWholeWords((text) => setKeyword(text.trim()))
  const query = useBanks(usePaused(keyword))
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear={allowClear}
      aria-label={say('bank')}
      value={value ?? undefined}
      placeholder={placeholder ?? say('bank')}
      style={style}
      loading={query.isFetching}
      showSearch={{ filterOption: false, onSearch }}
      options={(query.data?.list ?? []).map((bank) => ({
        value: bank.bankId,
        label: `${bank.name} (${bank.questions})`,
      }))}
      onChange={onChange}
    />
  )
}
