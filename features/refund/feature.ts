import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { refundLifecycle } from './rules.ts'
import { sendRefunds } from './server/jobs.ts'

/** Money that goes back to who paid it. */
export const refundFeature: Feature = {
  jobs: [sendRefunds],
  audit: {
    actions: {
      'refund.failed': ['退款失败', 'Refund failed'],
      'refund.open': ['发起退款', 'Started a refund'],
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
