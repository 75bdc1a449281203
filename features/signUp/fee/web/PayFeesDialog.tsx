import { useRef } from 'react'
import { yuan } from '../../../../contract/money.ts'
import { useAction } from '../../../../web/client.ts'
import { freshId } from '../../../../web/freshId.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import type { ApplicationRow } from '../../application/contract.ts'
import { feeCalls } from '../contract.ts'
import { feePaths } from './paths.ts'
import { useFeeWords } from './words.ts'

/** Orders the fees of applications of one unit together, and goes on to their payment. */
export default function PayFeesDialog({
  due,
  onPlaced,
  onClose,
}: {
  due: readonly ApplicationRow[]
  onPlaced: () => void
  onClose: () => void
}) {
  const say = useFeeWords()
  const navigate = useViewNavigate()
  const requestKey = useRef(freshId())
  const place = useAction(feeCalls.place, { quiet: true })
  const expectedAmount = due.reduce((sum, { fee }) => sum + fee, 0)
  return (
    <FormDialog<object, { orderId: string }>
      name="pay-fees"
      title={say('payMany', { count: due.length })}
      submit={say('placeOrder', { amount: yuan(expectedAmount) })}
      values={{}}
      onSave={() =>
        place.mutateAsync({
          applicationIds: due.map(({ id }) => id),
          expectedAmount,
          requestKey: requestKey.current,
        })
      }
      onSaved={({ orderId }) => {
        onPlaced()
        onClose()
        navigate(feePaths.detail(orderId))
      }}
      onClose={onClose}
    >
      <p>{say('payManyHint')}</p>
      <ul className="k-list k-stack k-gap-1">
        {due.map(({ id, realName, signUpTitle, fee }) => (
          <li key={id} className="k-row k-split">
            <span className="k-break">
              {realName} <span className="k-caption">{signUpTitle}</span>
            </span>
            <span className="k-numbers">¥{yuan(fee)}</span>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
