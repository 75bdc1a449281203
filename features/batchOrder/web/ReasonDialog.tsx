import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { batchOrderCalls } from '../contract.ts'
import { useBatchOrderWords } from './words.ts'

/** Rejects the bank’s slip of an order, or waives the order, for a reason. */
export default function ReasonDialog({
  orderId,
  step,
  onClose,
}: {
  orderId: string
  step: 'rejectVoucher' | 'free'
  onClose: () => void
}) {
  const say = useBatchOrderWords()
  const proposed = useProposed()
  const reject = useAction(batchOrderCalls.rejectVoucher, { quiet: true })
  const waive = useAction(batchOrderCalls.unitBatchFreeOrder, { quiet: true })
  const isReject = step === 'rejectVoucher'
  return (
    <FormDialog<{ reason: string }, { approvalId?: string } | null>
      name="batch-reason"
      title={say(isReject ? 'rejectVoucher' : 'waive')}
      submit={say(isReject ? 'rejectVoucher' : 'waive')}
      danger={isReject}
      values={{ reason: '' }}
      onSave={({ reason }) =>
        isReject ? reject.mutateAsync({ orderId, reason }) : waive.mutateAsync({ orderId, reason })
      }
      onSaved={(answer) => {
        onClose()
        if (answer?.approvalId) return proposed()
        notify('success', say('done'))
      }}
      onClose={onClose}
    >
      <ReasonItem />
    </FormDialog>
  )
}
