import type { TagColor } from '../../../../web/shell/control/Tag.tsx'
import type { TransferStage } from '../rules.ts'

export const transferColors: Readonly<Record<TransferStage, TagColor>> = {
  inReview: 'blue',
  voucherRejected: 'red',
  partPaid: 'orange',
  toApprove: 'blue',
}
