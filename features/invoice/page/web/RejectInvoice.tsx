import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import { issueCalls } from '../../issue/contract.ts'
import { useOfficeWords } from './officeWords.ts'

/** Rejects a request, for a reason the applicant reads. */
export default function RejectInvoice({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const say = useOfficeWords()
  const reject = useAction(issueCalls.reject, { quiet: true })
  return (
    <FormDialog
      name="reject-invoice"
      title={say('rejectTitle', { name })}
      submit={say('reject')}
      danger
      values={{ reason: '' }}
      success={say('rejected')}
      onSave={({ reason }) => reject.mutateAsync({ id, reason })}
      onClose={onClose}
    >
      <p>{say('rejectHint')}</p>
      <ReasonItem />
    </FormDialog>
  )
}
