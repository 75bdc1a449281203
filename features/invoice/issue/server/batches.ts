import { refuse } from '../../../../contract/refusal.ts'
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
import { issueCalls, issueRefusals } from '../contract.ts'
import { openVisible } from './actions.ts'
import { markInvoice } from './numbers.ts'
import { nameInvoices } from './read.ts'

/** Refusals of a row of these batches. */
const refusals = {
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
  invoiceRules,
  invoiceTitle: titleRefusals,
  message: messageRefusals,
  obstacle: obstacleRefusals,
  order: orderRefusals,
  trainType: trainTypeRefusals,
}

/** Sends the requests of a batch to the provider. */
export const opening = batchOf<typeof issueCalls.batchOpen>({
  call: issueCalls.batchOpen,
  list: issueCalls.list,
  named: 'ids',
  nameRows: (db, session, ids) => nameInvoices(db, session.scope, ids),
  refusals,
  title: () => ({ zh: '批量开票', en: 'Issue invoices' }),
  act: (tx, ctx, { id }) => openVisible(tx, ctx, ctx.session, id),
})

/** Records the invoices of a batch that were issued elsewhere, each with its own number. */
export const marking = batchOf<typeof issueCalls.markAll>({
  call: issueCalls.markAll,
  list: issueCalls.list,
  named: 'ids',
  nameRows: (db, session, ids) => nameInvoices(db, session.scope, ids),
  refusals,
  title: () => ({ zh: '批量登记已开发票', en: 'Record invoices issued elsewhere' }),
  async act(tx, { session, secrets, input: { day, numbers } }, { id }) {
    const applyNo = (await nameInvoices(tx, session.scope, [id])).get(id)
    const given = numbers.find((one) => one.applyNo.toUpperCase() === applyNo)
    if (!given) refuse(issueRefusals.numberMissing)
    return markInvoice(tx, secrets, session, { id, day, number: given.number })
  },
})
