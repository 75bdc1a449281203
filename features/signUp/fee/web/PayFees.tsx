import { useState } from 'react'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import type { ApplicationRow } from '../../application/contract.ts'
import type { MoreBatch } from '../../application/web/ApplicationTable.tsx'
import { feeCalls } from '../contract.ts'
import { useFeeWords } from './words.ts'

const PayFeesDialog = dialogPart(() => import('./PayFeesDialog.tsx'))

/** Returns what lets ticked applications with a fee due be paid in one order; false for a reader who may not. */
export function usePayFees(): MoreBatch | false {
  const mayOrder = useMay(feeCalls.place)
  return mayOrder && ((rows, clear) => <PayFees rows={rows} onPlaced={clear} />)
}

function PayFees({ rows, onPlaced }: { rows: readonly ApplicationRow[]; onPlaced: () => void }) {
  const say = useFeeWords()
  const [isOpen, setOpen] = useState(false)
  // One whose fee waits in an order would have the order of all refused.
  const due = rows.filter(({ status, orderId }) => status === 'approved' && orderId === null)
  if (due.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('payMany', { count: due.length })}</Button>
      {isOpen && <PayFeesDialog due={due} onPlaced={onPlaced} onClose={() => setOpen(false)} />}
    </>
  )
}
