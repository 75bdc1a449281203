import { useState } from 'react'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { Note } from '../../../../web/shell/control/Note.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useBilingual } from '../../../../web/words.ts'
import { OfficePayCode } from '../../../payment/web/OfficePayCode.tsx'
import { receiptCalls } from '../../../receipt/contract.ts'
import type { UnitTransfer } from '../../../receipt/voucher/contract.ts'
import { OrderTransfer } from '../../../receipt/voucher/web/OrderTransfer.tsx'
import { TransferPanel } from '../../../receipt/voucher/web/TransferPanel.tsx'
import { useVoucherWords } from '../../../receipt/voucher/web/words.ts'
import { WaitsFor } from '../../../receipt/voucher/web/WaitsFor.tsx'
import { type CmsOrder, feeCalls } from '../contract.ts'
import { type FeeStage, feeStageWords } from '../rules.ts'
import './CmsOrder.css'
import { useFeeWords } from './words.ts'

const RejectVoucher = dialogPart(() => import('../../../receipt/voucher/web/RejectVoucher.tsx'))

/** Payment of a unit's unpaid order of fees: who acts next, and how it is paid by code or by bank transfer. */
export function FeePayment({
  order,
  transfer,
  stage,
  onPaid,
}: {
  order: CmsOrder
  transfer: UnitTransfer
  stage: FeeStage
  onPaid: () => void
}) {
  const say = useFeeWords()
  const word = useVoucherWords()
  const either = useBilingual()
  const mayRecord = useMay(receiptCalls.record)
  const mayReject = useMay(feeCalls.rejectVoucher) && transfer.voucherStatus === 'in_review'
  const [isRejecting, setRejecting] = useState(false)
  const { id, orderNo, payerName, amount, expiresAt } = order
  const { transferPending, received, voucher } = transfer
  const isPayable = order.payable && !transferPending
  const { next, actor } = feeStageWords[stage]
  return (
    <div className="k-stack k-gap-4">
      <Note
        type={actor === 'unit' && stage !== 'toPay' ? 'warning' : 'info'}
        title={word('next', { what: either(next.zh, next.en) })}
        description={
          <>
            <WaitsFor actor={actor} />
            {voucher?.decision && <div>{word('rejectedBecause', { reason: voucher.decision })}</div>}
          </>
        }
        action={
          <span className="k-cluster">
            {mayRecord && !transferPending && (
              <OrderTransfer order={{ id, orderNo, payerName, amount, received }} />
            )}
            {mayReject && (
              <Button danger onClick={() => setRejecting(true)}>
                {word('rejectVoucher')}
              </Button>
            )}
          </span>
        }
      />
      {isPayable && (
        <section className="shell-card cms-order k-stack k-gap-2" aria-label={say('payTitle')}>
          <p className="k-muted">{say('expiresIn', { time: dateTime(expiresAt) })}</p>
          <OfficePayCode
            orderId={id}
            codeCall={feeCalls.getPayCode}
            paidCall={feeCalls.isPaid}
            paidText={say('paidNow')}
            onPaid={onPaid}
          />
        </section>
      )}
      <TransferPanel
        order={{ ...transfer, id, payerName, amount, expiresAt }}
        submitCall={isPayable && order.secondsLeft > 0 ? feeCalls.submitVoucher : null}
      />
      {isRejecting && (
        <RejectVoucher orderId={id} call={feeCalls.rejectVoucher} onClose={() => setRejecting(false)} />
      )}
    </div>
  )
}
