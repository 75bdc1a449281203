import { Button } from '../../../web/kit/Button.tsx'
import type { Order } from '../../order/contract.ts'
import { usePaymentProof } from './paymentProof.ts'
import { usePaymentProofWords } from './words.ts'

/** Downloads the confirmation of a learner's own paid order. */
export function PaymentProofButton({ order }: { order: Order }) {
  const say = usePaymentProofWords()
  const proof = usePaymentProof(order)
  if (!proof) return null
  return (
    <Button kind="quiet" busy={proof.isLoading} onClick={proof.fetch}>
      {say('proof')}
    </Button>
  )
}
