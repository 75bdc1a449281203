import type { WorkKind } from '../../../../server/feature.ts'
import { issueCalls } from '../../issue/contract.ts'
import { stuckReds } from '../../issue/server/actions.ts'
import { redCalls } from '../contract.ts'

/** Work on red invoices that waits for those who reverse invoices. */
export const redWork: readonly WorkKind[] = [
  {
    code: 'invoice.red',
    words: ['待处理的红字发票', 'Red invoices to see to'],
    settledBy: [redCalls.retry, redCalls.answer, issueCalls.mark],
    address: '/invoice-manage/invoice-list?stuck=true&colour=red',
    waiting: ({ db, session }) => stuckReds(db, session.scope),
  },
]
