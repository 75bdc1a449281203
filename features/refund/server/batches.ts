import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { batchOf } from '../../../server/batch.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { nameEnrolments } from '../../enrolment/server/actions.ts'
import { refundCalls, refundRules } from '../contract.ts'
import { openRefund } from './application.ts'
import { sendOwn } from './carryOut.ts'

/** Refunds all that is left of what was paid for an enrolment. Refuses 404, and (409) one that nothing was paid for. */
async function refundEnrolment(tx: Tx, session: Session, enrolmentId: string, reason: string): Promise<void> {
  const named = await nameEnrolments(tx, session.scope, [enrolmentId])
  if (!named.has(enrolmentId)) refuse(commonRefusals.notFound)
  const [item] = await tx`
    select i.id, i.order_id from enrolments e join order_items i on i.id = e.source_id
    where e.id = ${enrolmentId} and e.source = 'order'`
  if (!item) refuse(refundRules.notPaid)
  const { id: itemId, orderId } = item as { id: string; orderId: string }
  await sendOwn(tx, session, await openRefund(tx, session, { orderId, items: [{ itemId }], reason }))
}

/** Refunds the enrolments of a batch. */
export const refunding = batchOf<typeof refundCalls.refundBatchClass>({
  call: refundCalls.refundBatchClass,
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  title: () => ({ zh: '退款退班', en: 'Refund enrolments' }),
  act: (tx, { session, input }, { id }) => refundEnrolment(tx, session, id, input.reason),
})
