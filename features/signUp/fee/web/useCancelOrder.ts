import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import type { RowAction } from '../../../../web/shell/control/RowActions.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { orderLifecycle } from '../../../order/rules.ts'
import { useOrderWords } from '../../../order/web/words.ts'
import { type CmsOrderRow, feeCalls } from '../contract.ts'
import { useFeeWords } from './words.ts'

/** Returns the action that cancels an unpaid order of fees; false where the reader may not, or it is over. */
export function useCancelOrder(): (
  order: Pick<CmsOrderRow, 'id' | 'orderNo' | 'status'>,
) => RowAction | false {
  const say = useFeeWords()
  const word = useOrderWords()
  const mayCancel = useMay(feeCalls.cancel)
  const cancel = useAction(feeCalls.cancel, { onDone: () => notify('success', say('cancelled')) })
  return ({ id, orderNo, status }) =>
    mayCancel &&
    orderLifecycle.can(status, 'cancel') && {
      key: 'cancel',
      label: word('cancelTitle'),
      danger: true,
      confirm: { title: word('cancelOf', { no: orderNo }), text: say('cancelHint'), no: word('keep') },
      onClick: () => cancel.mutate({ orderId: id }),
    }
}
