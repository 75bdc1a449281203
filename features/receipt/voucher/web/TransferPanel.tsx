import { useState } from 'react'
import { Link } from 'react-router'
import type { Call } from '../../../../contract/call.ts'
import { yuan } from '../../../../contract/money.ts'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { Note } from '../../../../web/shell/control/Note.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { receiptCalls } from '../../contract.ts'
import type { NewVoucher, UnitTransfer } from '../contract.ts'
import './TransferPanel.css'
import { useVoucherWords } from './words.ts'

const VoucherForm = dialogPart(() => import('./VoucherForm.tsx'))

/** An unpaid order of a unit, which is paid by bank transfer. */
type TransferredOrder = UnitTransfer & {
  id: string
  payerName: string
  amount: number
  expiresAt: string
}

/**
 * All that a bank transfer for an order needs: the account, the sum, the end of the time to pay and the reference for its
 * memo; what came of it, and the bank’s slip.
 */
export function TransferPanel({
  order,
  submitCall,
}: {
  order: TransferredOrder
  /** Hands in a slip; null where that cannot be done now. */
  submitCall: Call<typeof NewVoucher> | null
}) {
  const say = useVoucherWords()
  const [isWriting, setWriting] = useState(false)
  const mayReceipts = useMay(receiptCalls.findPageList)
  const { bankAccount, voucher, receipts } = order
  return (
    <section className="shell-card transfer-panel" aria-label={say('bankAccount')}>
      <h2>{say('bankAccount')}</h2>
      {!bankAccount && <Note type="warning" title={say('noAccount')} />}
      <dl className="k-facts">
        {bankAccount && (
          <>
            <dt>{say('accountName')}</dt>
            <dd>
              <CopyText text={bankAccount.name} name={say('accountName')} />
            </dd>
            <dt>{say('bank')}</dt>
            <dd>{bankAccount.bank}</dd>
            <dt>{say('accountNumber')}</dt>
            <dd>
              <CopyText text={bankAccount.number} name={say('accountNumber')} />
            </dd>
          </>
        )}
        <dt>{say('sum')}</dt>
        <dd className="k-numbers">¥{yuan(order.amount)}</dd>
        <dt>{say('due')}</dt>
        <dd>{dateTime(order.expiresAt)}</dd>
      </dl>
      <div>
        <span className="k-muted">{say('reference')}</span>{' '}
        <strong className="transfer-reference">
          <CopyText text={order.reference} name={say('reference')} />
        </strong>
        <div className="k-caption">{say('referenceHint')}</div>
      </div>
      {voucher && (
        <p>
          {say('voucherOf', { payer: voucher.payerName, day: voucher.day, amount: yuan(voucher.amount) })}{' '}
          {voucher.proofPath && (
            <a href={voucher.proofPath} target="_blank" rel="noreferrer">
              {say('proof')}
            </a>
          )}
        </p>
      )}
      {receipts.length > 0 && (
        <div>
          {say('receipts')}
          <ul>
            {receipts.map((receipt, n) => (
              <li key={`${receipt.day} ${n}`}>
                {say('receiptOf', {
                  day: receipt.day,
                  payer: receipt.payerName,
                  amount: yuan(receipt.amount),
                })}{' '}
                {mayReceipts && receipt.serialNo && (
                  <Link to={`/order-manage/receipts?keyword=${receipt.serialNo}`}>{receipt.serialNo}</Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {submitCall && (
        <div>
          <Button type="primary" onClick={() => setWriting(true)}>
            {say(voucher ? 'voucherAgain' : 'voucher')}
          </Button>
        </div>
      )}
      {submitCall && isWriting && (
        <VoucherForm order={order} call={submitCall} onClose={() => setWriting(false)} />
      )}
    </section>
  )
}
