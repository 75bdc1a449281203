import { useMemo } from 'react'
import { useMay } from '../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { receiptCalls } from '../contract.ts'
import { useReceiptWords } from './words.ts'

/** Enters the credits of a bank's statement as transfers; absent for anyone who may not. */
export function StatementButton() {
  const say = useReceiptWords()
  const navigate = useViewNavigate()
  const may = useMay(receiptCalls.record)
  const params = useMemo(() => ({ value: {} }), [])
  if (!may) return null
  return (
    <ImportWizard
      kind="bankStatement"
      name={say('statement')}
      params={params}
      viewLabel={say('viewReceipts')}
      onView={() => navigate('/order-manage/receipts')}
      choose={<p>{say('statementHint')}</p>}
    />
  )
}
