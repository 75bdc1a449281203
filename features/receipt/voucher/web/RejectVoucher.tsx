import type { Call } from '../../../../contract/call.ts'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import type { RejectedVoucher } from '../contract.ts'
import { useVoucherWords } from './words.ts'

/** Rejects the bank’s slip of an order, for a reason. */
export default function RejectVoucher({
  orderId,
  call,
  onClose,
}: {
  orderId: string
  call: Call<typeof RejectedVoucher>
  onClose: () => void
}) {
  const say = useVoucherWords()
  const reject = useAction(call, { quiet: true })
  return (
    <FormDialog<{ reason: string }, unknown>
      name="reject-voucher"
      title={say('rejectVoucher')}
      submit={say('rejectVoucher')}
      danger
      values={{ reason: '' }}
      success={say('voucherRejected')}
      onSave={({ reason }) => reject.mutateAsync({ orderId, reason })}
      onClose={onClose}
    >
      <ReasonItem />
    </FormDialog>
  )
}
