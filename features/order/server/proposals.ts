import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { type ApprovalKind, proposeApproval } from '../../approval/server/actions.ts'
import { learnersOf } from './data.ts'
import type { LockedOrder } from './lock.ts'

/** So long an order waits at most for proposals, or one after the other would hold its places for ever. */
const longestWait = '3 days'

/** Proposes something about an unpaid order, which waits a day for the answer, to a second person. */
export async function proposeAbout(
  tx: Tx,
  session: Session,
  kind: ApprovalKind,
  order: LockedOrder,
  given: { after: Record<string, unknown>; reason: string },
): Promise<string> {
  // It would lapse before anybody had read the proposal. What an earlier one gave that was decided is the order's own.
  await tx`
    update orders o set own_end = own.ends,
      expires_at = greatest(expires_at, least(moment() + interval '1 day', own.ends + ${longestWait}::interval))
    from (
      select case when exists (select from approvals p where p.subject_id = ${order.id} and p.status = 'proposed')
        then coalesce(own_end, expires_at) else expires_at end as ends
      from orders where id = ${order.id}) own
    where o.id = ${order.id}`
  return proposeApproval(tx, session, kind, {
    subjectId: order.id,
    title: order.orderNo,
    before: { status: order.status, amount: order.amount, ...(await learnersOf(tx, { orderId: order.id })) },
    ...given,
  })
}

/**
 * Lets an unpaid order wait no longer for a proposal that was withdrawn: its time is what it was, from now on, or what
 * others that still wait give it.
 */
export async function endWait(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update orders o set expires_at = greatest(moment(), o.own_end, (
      select least(max(p.created_at) + interval '1 day', o.own_end + ${longestWait}::interval) from approvals p
      where p.subject_id = o.id and p.status = 'proposed' having count(*) > 0))
    where o.id = ${orderId} and o.status = 'unpaid' and o.own_end is not null`
}
