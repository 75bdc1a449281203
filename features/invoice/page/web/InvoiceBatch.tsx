import { useState } from 'react'
import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { type Selected, useChosenText } from '../../../../web/shell/control/chosen.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { confirm } from '../../../../web/shell/view/confirm.ts'
import { useMay } from '../../../../web/shell/view/may.ts'
import { issueCalls, type ManagedInvoice } from '../../issue/contract.ts'
import { redCalls } from '../../red/contract.ts'
import { useOfficeWords } from './officeWords.ts'

const MarkInvoices = dialogPart(() => import('./MarkInvoices.tsx'))
const RedInvoices = dialogPart(() => import('./RedInvoices.tsx'))

/** Issues, records or reverses the invoices that are chosen; the report says what a row does not allow. */
export function InvoiceBatch({
  selected,
  rows,
  onResult,
}: {
  selected: Selected
  rows: readonly ManagedInvoice[]
  onResult: (result: BatchResult) => void
}) {
  const say = useOfficeWords()
  const chosen = useChosenText()
  const [dialog, setDialog] = useState<'mark' | 'red' | null>(null)
  const mayOpen = useMay(issueCalls.batchOpen)
  const mayMark = useMay(issueCalls.markAll)
  const mayRed = useMay(redCalls.redInvoiceBatch)
  const open = useAction(issueCalls.batchOpen, { onDone: onResult })
  const ask = async () => {
    const text = [chosen, say('openManyHint')].filter(Boolean).join(' ')
    const question = { title: say('openMany', { count: selected.said }), text }
    if (await confirm({ ...question, yes: say('open'), no: say('cancel') })) open.mutate(selected.selection)
  }
  const part = { selected, onResult, onClose: () => setDialog(null) }
  return (
    <div className="shell-row">
      {mayOpen && (
        <Button loading={open.isPending} onClick={() => void ask()}>
          {say('open')}
        </Button>
      )}
      {mayMark && <Button onClick={() => setDialog('mark')}>{say('markMany')}</Button>}
      {mayRed && (
        <Button danger onClick={() => setDialog('red')}>
          {say('redden')}
        </Button>
      )}
      {dialog === 'mark' && <MarkInvoices {...part} rows={rows} />}
      {dialog === 'red' && <RedInvoices {...part} />}
    </div>
  )
}
