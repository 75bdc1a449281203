import type { WorkKind } from '../../../server/feature.ts'
import { receiptCalls } from '../../receipt/contract.ts'
import { waitingVouchers } from '../../receipt/voucher/server/actions.ts'
import { batchOrderCalls } from '../contract.ts'
import { waitingWaivers } from './data.ts'

const list = '/order-manage/batch-orders'

/** Batch orders that wait for the provider: slips to review, orders to waive. */
export const batchOrderWork: readonly WorkKind[] = [
  {
    code: 'batchOrder.voucher',
    words: ['待核对的转账回单', 'Bank slips to review'],
    settledBy: [batchOrderCalls.rejectVoucher, receiptCalls.record],
    address: `${list}?stage=inReview`,
    waiting: ({ db, session }) => waitingVouchers(db, session.scope, 'batch'),
  },
  {
    code: 'batchOrder.waiver',
    words: ['待免单的集体订单', 'Group orders to waive'],
    settledBy: [batchOrderCalls.unitBatchFreeOrder],
    address: `${list}?stage=toFree`,
    waiting: ({ db, session }) => waitingWaivers(db, session.scope),
  },
]
