import type { WorkKind } from '../../../../server/feature.ts'
import { receiptCalls } from '../../../receipt/contract.ts'
import { waitingVouchers } from '../../../receipt/voucher/server/actions.ts'
import { feeCalls } from '../contract.ts'

/** Orders of fees that wait for the provider: slips to review. */
export const feeWork: readonly WorkKind[] = [
  {
    code: 'signUp.voucher',
    words: ['待核对的报名缴费回单', 'Bank slips of sign-up fees to review'],
    settledBy: [feeCalls.rejectVoucher, receiptCalls.record],
    address: '/cms-manage/cms-order-manage?stage=inReview',
    waiting: ({ db, session }) => waitingVouchers(db, session.scope, 'cms'),
  },
]
