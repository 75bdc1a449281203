import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { redCalls } from '../../red/contract.ts'
import type { RedReason } from '../../rules.ts'
import { ReasonInput } from './ReasonInput.tsx'
import './Invoice.css'
import { useOfficeWords } from './officeWords.ts'

/** Reverses the chosen invoices, each by all that is left of it, for one reason. */
export default function RedInvoices({
  selected: { selection, said: count },
  onResult,
  onClose,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useOfficeWords()
  const red = useAction(redCalls.redInvoiceBatch, { quiet: true })
  return (
    <FormDialog<{ reason: RedReason }, BatchResult>
      name="red-invoices"
      title={say('redMany', { count })}
      submit={say('redden')}
      danger
      values={{ reason: 'serviceEnded' }}
      onSave={({ reason }) => red.mutateAsync({ ...selection, reason })}
      onSaved={(result) => {
        onClose()
        onResult(result)
      }}
      onClose={onClose}
    >
      <p>{say('redHint')}</p>
      <ReasonInput />
    </FormDialog>
  )
}
