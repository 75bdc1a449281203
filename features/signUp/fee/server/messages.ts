import { voucherRejectedKind } from '../../../receipt/voucher/server/actions.ts'

/** The bank slip of a unit's order of fees was rejected. */
export const feeVoucherRejected = voucherRejectedKind(
  'signUp.voucherRejected',
  '/cms-manage/cms-order-detail?id={orderId}',
)
