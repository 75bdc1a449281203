import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { refundCalls } from './contract.ts'
import { refundLifecycle } from './rules.ts'
import { hearRefund, returnSurplus } from './server/actions.ts'
import { doing, refunding, rejecting } from './server/batches.ts'
import { refundHandlers } from './server/calls.ts'
import { goOnRefunding, refundKind } from './server/execute.ts'
import { refundExportList } from './server/exports.ts'
import { sendRefunds } from './server/jobs.ts'
import {
  ownRefundRejected,
  refundAwaitsRed,
  refundPaidOffline,
  refundRejected,
  refundSucceeded,
  surplusReturned,
  surplusReturning,
} from './server/messages.ts'
import { stuckRefunds, waitingRefunds } from './server/read.ts'

const list = '/invoice-manage/refund-list'

/** Money that goes back to who paid it. */
export const refundFeature: Feature = {
  group: 'noun',
  tables: {
    refund_events: { shared: 'of a refund', ...byStaff },
    refund_items: { shared: 'of a refund' },
    refunds: { copy: 'Refunds', after: 'accounting vouchers' },
  },
  approvals: [refundKind],
  handlers: [refundHandlers],
  exports: refundExportList,
  batches: [refunding, doing, rejecting],
  jobs: [sendRefunds],
  on: { surplus: returnSurplus, refundNotice: hearRefund, invoiceChanged: goOnRefunding },
  messages: [
    refundSucceeded,
    refundAwaitsRed,
    refundPaidOffline,
    surplusReturning,
    surplusReturned,
    refundRejected,
    ownRefundRejected,
  ],
  work: [
    {
      code: 'refund.review',
      words: ['待处理的退款', 'Refunds to decide'],
      settledBy: [refundCalls.do, refundCalls.reject],
      address: `${list}?status=applied`,
      waiting: ({ db, session }) => waitingRefunds(db, session.scope),
    },
    {
      code: 'refund.stuck',
      words: ['未退成的款项', 'Refunds that did not go through'],
      settledBy: [refundCalls.do],
      address: `${list}?stuck=true`,
      waiting: ({ db, session }) => stuckRefunds(db, session.scope),
    },
  ],
  audit: {
    actions: {
      'refund.applied': ['发票已红冲，等待退款', 'Invoice reversed, refund to be recorded'],
      'refund.awaiting_red': ['等待发票红冲', 'Waiting for the invoice to be reversed'],
      'refund.cancelled': ['撤销退款申请', 'Cancelled a refund request'],
      'refund.failed': ['退款失败', 'Refund failed'],
      'refund.open': ['发起退款', 'Started a refund'],
      'refund.processing': ['提交退款', 'Sent a refund'],
      'refund.rejected': ['拒绝退款申请', 'Rejected a refund request'],
      'refund.succeeded': ['款项已退回', 'Refunded'],
    },
    fields: {
      refund: { status: statusField(refundLifecycle), amount: { zh: '金额', en: 'Amount', as: 'fen' } },
    },
    subjects: {
      refund: {
        words: ['退款', 'Refund'],
        name: (db, id) => db`select refund_no from refunds where id = ${id}`,
      },
    },
  },
}
