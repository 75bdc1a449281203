import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { type ManagedRefund, refundCalls } from '../contract.ts'
import { useRefundWords } from './words.ts'

/** Rejects a request, for a reason the learner reads. */
export default function RejectRefund({ refund, onClose }: { refund: ManagedRefund; onClose: () => void }) {
  const say = useRefundWords()
  const reject = useAction(refundCalls.reject, { quiet: true })
  return (
    <FormDialog
      name="reject-refund"
      title={say('rejectTitle', { name: refund.payerName })}
      submit={say('reject')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => reject.mutateAsync({ refundId: refund.id, reason })}
      onSaved={() => {
        onClose()
        notify('success', say('rejected'))
      }}
      onClose={onClose}
    >
      <p>{say('rejectHint')}</p>
      <ReasonItem />
    </FormDialog>
  )
}
