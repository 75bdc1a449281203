import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type ManagedOrder, orderCalls } from '../contract.ts'
import { noReasons, ReasonInputs, reasonsOf } from './ReasonInputs.tsx'
import { useOrderWords } from './words.ts'

/** Waives the payment of an order, for a reason. */
export default function FreeOrder({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const say = useOrderWords()
  const proposed = useProposed()
  const free = useAction(orderCalls.freeOrder, { quiet: true })
  return (
    <FormDialog
      name="free-order"
      title={say('freeTitle', { no: order.orderNo })}
      submit={say('confirm')}
      values={noReasons}
      onSave={(typed) => free.mutateAsync({ orderId: order.id, ...reasonsOf(typed) })}
      onSaved={(proposal) => {
        onClose()
        if (proposal) proposed()
      }}
      onClose={onClose}
    >
      <p>{say('freeHint')}</p>
      <ReasonInputs />
    </FormDialog>
  )
}
