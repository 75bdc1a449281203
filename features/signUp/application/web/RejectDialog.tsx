import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import { applicationCalls } from '../contract.ts'
import { useApplicationWords } from './words.ts'

/** Rejects the applications that are chosen, for one reason that their applicants read. */
export default function RejectDialog({
  selected: { selection, said: count },
  onResult,
  onClose,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useApplicationWords()
  const review = useAction(applicationCalls.review, { quiet: true })
  return (
    <FormDialog<{ reason: string }, BatchResult>
      name="reject-applications"
      title={say('rejectTitle', { count })}
      submit={say('reject')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => review.mutateAsync({ ...selection, approve: false, reason } as never)}
      onSaved={(result) => {
        onClose()
        onResult(result)
      }}
      onClose={onClose}
    >
      <p>{say('rejectHint')}</p>
      <ReasonItem />
    </FormDialog>
  )
}
