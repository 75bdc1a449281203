import { useStateName } from '../../../web/words.ts'
import type { OrderStatus } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'

const tones: Record<OrderStatus, string> = {
  unpaid: 'warn',
  paid: 'good',
  cancelled: 'plain',
  free: 'good',
  part_refunded: 'plain',
  refunded: 'plain',
}

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const nameOf = useStateName(orderLifecycle)
  return <span className={`k-tag ${tones[status]}`}>{nameOf(status)}</span>
}
