import type { WorkKind } from '../../../../server/feature.ts'
import { issueCalls } from '../contract.ts'
import { openDifferences } from './differences.ts'
import { stuckInvoices, waitingRequests } from './read.ts'

const list = '/invoice-manage/invoice-list'

/** Work on invoices that waits for those who issue them. */
export const issueWork: readonly WorkKind[] = [
  {
    code: 'invoice.requested',
    words: ['待开的发票', 'Invoices to issue'],
    settledBy: [issueCalls.open, issueCalls.mark],
    address: `${list}?status=requested&colour=blue`,
    waiting: ({ db, session }) => waitingRequests(db, session.scope),
  },
  {
    code: 'invoice.stuck',
    words: ['没有开成的发票', 'Invoices that were not issued'],
    settledBy: [issueCalls.open],
    address: `${list}?stuck=true&colour=blue`,
    waiting: ({ db, session }) => stuckInvoices(db, session.scope),
  },
  {
    code: 'invoice.difference',
    words: ['发票差异', 'Invoice differences'],
    settledBy: [issueCalls.settleDifference],
    address: `${list}?tab=differences&open=true`,
    waiting: ({ db, session }) => openDifferences(db, session),
  },
]
