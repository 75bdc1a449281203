import { batchOf } from '../../../../server/batch.ts'
import { accountRefusals } from '../../../account/contract.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { certificateRefusals } from '../../../certificate/contract.ts'
import { audienceRefusals } from '../../../class/audience/contract.ts'
import { classRefusals } from '../../../class/contract.ts'
import { enrolmentRefusals } from '../../../enrolment/contract.ts'
import { hourRefusals } from '../../../hours/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { orderRefusals } from '../../../order/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../../unit/trainType/contract.ts'
import { invoiceConfigRefusals, titleRefusals } from '../../config/contract.ts'
import { invoiceRefusals, invoiceRules } from '../../contract.ts'
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
    account: accountRefusals,
    approval: approvalRefusals,
    audience: audienceRefusals,
    certificate: certificateRefusals,
    class: classRefusals,
    enrolment: enrolmentRefusals,
    hours: hourRefusals,
    invoice: invoiceRefusals,
    invoiceConfig: invoiceConfigRefusals,
    invoiceIssue: issueRefusals,
    invoiceRed: redRefusals,
    invoiceRules,
    invoiceTitle: titleRefusals,
    message: messageRefusals,
    obstacle: obstacleRefusals,
    order: orderRefusals,
    trainType: trainTypeRefusals,
  },
  title: () => ({ zh: '批量红冲', en: 'Reverse invoices' }),
  act: (tx, { session, input: { reason } }, { id }) => reverse(tx, session, { id, reason }),
})
