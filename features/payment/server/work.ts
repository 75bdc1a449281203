import type { WorkKind } from '../../../server/feature.ts'
import { waitingPayments } from '../../order/server/actions.ts'
import { paymentCalls } from '../contract.ts'
import { openDifferences } from './differences.ts'

const list = '/order-manage/list'

/** Work on payments that waits for those who settle orders. */
export const paymentWork: readonly WorkKind[] = [
  {
    code: 'payment.silent',
    words: ['没有结果的支付', 'Payments without a result'],
    settledBy: [paymentCalls.end],
    address: `${list}?attention=silent`,
    waiting: ({ db, session }) => waitingPayments(db, session.scope),
  },
  {
    code: 'payment.mismatch',
    words: ['与订单不符的款项', 'Payments that do not match'],
    settledBy: [paymentCalls.settleDifference],
    address: `${list}?attention=mismatch`,
    waiting: ({ db, session }) => openDifferences(db, session.scope, 'came'),
  },
  {
    code: 'payment.twice',
    words: ['重复退回的款项', 'Money refunded twice'],
    settledBy: [paymentCalls.settleDifference],
    address: `${list}?attention=twice`,
    waiting: ({ db, session }) => openDifferences(db, session.scope, 'wentBack'),
  },
]
