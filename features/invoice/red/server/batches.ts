import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { orderRefusals } from '../../../order/contract.ts'
import { issueCalls, issueRefusals } from '../../issue/contract.ts'
import { nameInvoices } from '../../issue/server/actions.ts'
import { redCalls, redRefusals } from '../contract.ts'
import { reverse } from './actions.ts'

/** Begins to reverse the invoices of a batch, each by all that is left of it. */
export const reversing = batchOf<typeof redCalls.redInvoiceBatch>({
  call: redCalls.redInvoiceBatch,
  list: issueCalls.list,
  named: 'ids',
  nameRows: (db, session, ids) => nameInvoices(db, session.scope, ids),
  refusals: {
    approval: approvalRefusals,
    invoiceIssue: issueRefusals,
    invoiceRed: redRefusals,
    message: messageRefusals,
    order: orderRefusals,
  },
  title: () => ({ zh: '批量红冲', en: 'Reverse invoices' }),
  act: (tx, { session, input: { reason } }, { id }) => reverse(tx, session, { id, reason }),
})
