import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useReceiptWords } from '../../receipt/web/words.ts'
import type { BatchOrderDetail } from '../contract.ts'

const RecordTransfer = dialogPart(() => import('../../receipt/web/RecordTransfer.tsx'))
const AllocateReceipts = dialogPart(() => import('../../receipt/web/AllocateReceipts.tsx'))

/** Buttons by which the provider records a transfer for an unpaid order, or pays it from transfers that came before. */
export function OrderTransfer({ order }: { order: BatchOrderDetail }) {
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
