import { useStateName } from '../../../web/words.ts'
import type { RefundStatus } from '../contract.ts'
import { refundLifecycle } from '../rules.ts'

const tones: Record<RefundStatus, string> = {
  applied: 'warn',
  awaiting_red: 'warn',
  processing: 'warn',
  succeeded: 'good',
  failed: 'bad',
  rejected: 'plain',
  cancelled: 'plain',
}

export function RefundStatusTag({ status }: { status: RefundStatus }) {
  const nameOf = useStateName(refundLifecycle)
  return <span className={`k-tag ${tones[status]}`}>{nameOf(status)}</span>
}
