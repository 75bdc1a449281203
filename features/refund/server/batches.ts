import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { batchOf } from '../../../server/batch.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { accountRefusals } from '../../account/contract.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { certificateRefusals } from '../../certificate/contract.ts'
import { audienceRefusals } from '../../class/audience/contract.ts'
import { classRefusals } from '../../class/contract.ts'
import { enrolmentCalls, enrolmentRefusals } from '../../enrolment/contract.ts'
import { nameEnrolments } from '../../enrolment/server/actions.ts'
import { suspensionRefusals } from '../../enrolment/suspension/contract.ts'
import { imageRefusals } from '../../file/contract.ts'
import { hourRefusals } from '../../hours/contract.ts'
import { invoiceConfigRefusals, titleRefusals } from '../../invoice/config/contract.ts'
import { invoiceRefusals, invoiceRules } from '../../invoice/contract.ts'
import { issueRefusals } from '../../invoice/issue/contract.ts'
import { redRefusals } from '../../invoice/red/contract.ts'
import { messageRefusals } from '../../message/contract.ts'
import { orderRefusals } from '../../order/contract.ts'
import { paymentRefusals } from '../../payment/contract.ts'
import { receiptRefusals } from '../../receipt/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../unit/trainType/contract.ts'
import { refundCalls, refundRefusals, refundRules } from '../contract.ts'
import { openRefund, rejectRefund } from './application.ts'
import { refundOrPropose, sendOwn } from './execute.ts'
import { nameRefunds } from './read.ts'

/** Refunds all that is left of what was paid for an enrolment. Refuses 404, and (409) one that nothing was paid for. */
async function refundEnrolment(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  given: Pick<InputOf<typeof refundCalls.submit>, 'reason' | 'learnerNote'>,
): Promise<'sent' | 'proposed'> {
  const named = await nameEnrolments(tx, session.scope, [enrolmentId])
  if (!named.has(enrolmentId)) refuse(commonRefusals.notFound)
  const [item] = await tx`
    select i.id, i.order_id from enrolments e join order_items i on i.id = e.source_id
    where e.id = ${enrolmentId} and e.source in ('order', 'batch') and e.status <> 'transferred'`
  if (!item) refuse(refundRules.notPaid)
  const { id: itemId, orderId } = item as { id: string; orderId: string }
  const { refundId } = await openRefund(tx, session, { orderId, items: [{ itemId }], ...given })
  return sendOwn(tx, session, refundId)
}

/** Refusals of a row of these batches. */
const refusals = {
  audience: audienceRefusals,
  obstacle: obstacleRefusals,
  account: accountRefusals,
  approval: approvalRefusals,
  certificate: certificateRefusals,
  class: classRefusals,
  enrolment: enrolmentRefusals,
  hours: hourRefusals,
  image: imageRefusals,
  invoice: invoiceRefusals,
  invoiceConfig: invoiceConfigRefusals,
  invoiceIssue: issueRefusals,
  invoiceRed: redRefusals,
  invoiceRules,
  invoiceTitle: titleRefusals,
  message: messageRefusals,
  order: orderRefusals,
  payment: paymentRefusals,
  receipt: receiptRefusals,
  refund: refundRefusals,
  refundRules,
  suspension: suspensionRefusals,
  trainType: trainTypeRefusals,
}

/** Refunds the enrolments of a batch. */
export const refunding = batchOf<typeof refundCalls.refundBatchClass>({
  call: refundCalls.refundBatchClass,
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  refusals,
  title: () => ({ zh: '退款退班', en: 'Refund enrolments' }),
  act: (tx, { session, input: { reason, learnerNote } }, { id }) =>
    refundEnrolment(tx, session, id, { reason, ...(learnerNote && { learnerNote }) }),
})

/** Refunds the requests of a batch through their channels. */
export const doing = batchOf<typeof refundCalls.doBatch>({
  call: refundCalls.doBatch,
  list: refundCalls.list,
  named: 'ids',
  nameRows: (db, session, ids) => nameRefunds(db, session.scope, ids),
  refusals,
  title: () => ({ zh: '批量退款', en: 'Refund requests' }),
  act: (tx, { session }, { id }) => refundOrPropose(tx, session, id, undefined),
})

/** Rejects the requests of a batch. */
export const rejecting = batchOf<typeof refundCalls.rejectBatch>({
  call: refundCalls.rejectBatch,
  list: refundCalls.list,
  named: 'ids',
  nameRows: (db, session, ids) => nameRefunds(db, session.scope, ids),
  refusals,
  title: () => ({ zh: '批量拒绝退款申请', en: 'Reject refund requests' }),
  act: (tx, { session, input: { reason } }, { id }) => rejectRefund(tx, session, { refundId: id, reason }),
})
