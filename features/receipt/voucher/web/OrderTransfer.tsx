import { useState } from 'react'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import type { ManagedOrder } from '../../../order/contract.ts'
import { useReceiptWords } from '../../web/words.ts'

const RecordTransfer = dialogPart(() => import('../../web/RecordTransfer.tsx'))
const AllocateReceipts = dialogPart(() => import('../../web/AllocateReceipts.tsx'))

/** Buttons by which the provider records a transfer for an unpaid order, or pays it from transfers that came before. */
export function OrderTransfer({
  order,
}: {
  order: Pick<ManagedOrder, 'id' | 'orderNo' | 'amount' | 'payerName'> & { received: number }
}) {
  const say = useReceiptWords()
  const [dialog, setDialog] = useState<'record' | 'allocate' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Button onClick={() => setDialog('record')}>{say('record')}</Button>
      <Button onClick={() => setDialog('allocate')}>{say('allocate')}</Button>
      {dialog === 'record' && <RecordTransfer order={order} onClose={close} />}
      {dialog === 'allocate' && <AllocateReceipts order={order} onClose={close} />}
    </>
  )
}
