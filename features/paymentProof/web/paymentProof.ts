import { useState } from 'react'
import { download } from '../../../web/client.ts'
import type { Order } from '../../order/contract.ts'
import { paymentProofCalls } from '../contract.ts'
import { whyNoProof } from '../rules.ts'

/** Downloads the confirmation of an order; null for an order that has none. */
export function usePaymentProof(
  order: Pick<Order, 'id' | 'status' | 'amount'>,
): { isLoading: boolean; fetch: () => void } | null {
  const [isLoading, setLoading] = useState(false)
  if (whyNoProof(order)) return null
  return {
    isLoading,
    fetch() {
      setLoading(true)
      // A refusal is shown by the client.
      void download(paymentProofCalls.download, { orderId: order.id })
        .catch(() => {})
        .finally(() => setLoading(false))
    },
  }
}
