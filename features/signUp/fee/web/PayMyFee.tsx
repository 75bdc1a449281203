import { useNavigate } from 'react-router'
import { yuan } from '../../../../contract/money.ts'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import type { MyApplication } from '../../application/contract.ts'
import { feeCalls } from '../contract.ts'
import { useFeeWords } from './words.ts'

/** Orders the fee of one's own application, or takes up the order that waits, and goes on to its payment. */
export function PayMyFee({ application: { id, fee, title } }: { application: MyApplication }) {
  const say = useFeeWords()
  const navigate = useNavigate()
  const order = useAction(feeCalls.orderMyFee, {
    onDone: ({ orderId }) => void navigate(`/go-pay?orderId=${orderId}`),
  })
  return (
    <Button
      kind="main"
      busy={order.isPending}
      onClick={() => order.mutate({ applicationId: id, expectedAmount: fee })}
    >
      {say('payFee', { amount: yuan(fee) })}
      <span className="k-hidden"> {title}</span>
    </Button>
  )
}
