import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { batchOrderCalls } from '../contract.ts'
import { useBatchOrderWords } from './words.ts'

/** Waives a batch order, for a reason. */
export default function WaiveBatchOrder({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const say = useBatchOrderWords()
  const proposed = useProposed()
  const waive = useAction(batchOrderCalls.unitBatchFreeOrder, { quiet: true })
  return (
    <FormDialog<{ reason: string }, { approvalId?: string } | null>
      name="waive-batch"
      title={say('waive')}
      submit={say('waive')}
      values={{ reason: '' }}
      onSave={({ reason }) => waive.mutateAsync({ orderId, reason })}
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
