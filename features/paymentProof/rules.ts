import type { OrderStatus } from '../order/contract.ts'
import type { paymentProofRefusals } from './contract.ts'

/** Reason for which an order has no payment confirmation; null where it has one. */
export function whyNoProof({
  status,
  amount,
}: {
  status: OrderStatus
  amount: number
}): Exclude<keyof typeof paymentProofRefusals, 'cannotPrint'> | null {
  if (status === 'unpaid' || status === 'cancelled') return 'notPaid'
  if (status === 'free' || amount === 0) return 'noMoney'
  return status === 'refunded' ? 'refunded' : null
}
