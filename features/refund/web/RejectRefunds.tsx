import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { refundCalls } from '../contract.ts'
import { useRefundWords } from './words.ts'

/** Rejects the requests that are chosen, for one reason that their learners read. */
export default function RejectRefunds({
  selected: { selection, said: count },
  onResult,
  onClose,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useRefundWords()
  const reject = useAction(refundCalls.rejectBatch, { quiet: true })
  return (
    <FormDialog<{ reason: string }, BatchResult>
      name="reject-refunds"
      title={say('rejectManyTitle', { count })}
      submit={say('reject')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => reject.mutateAsync({ ...selection, reason })}
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
