import type { OrderStatus } from '../contract.ts'
import { useOrderWords } from './words.ts'

const tones: Record<OrderStatus, string> = {
  unpaid: 'warn',
  paid: 'good',
  cancelled: 'plain',
  free: 'good',
  part_refunded: 'plain',
  refunded: 'plain',
}

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const say = useOrderWords()
  return <span className={`k-tag ${tones[status]}`}>{say(status)}</span>
}
