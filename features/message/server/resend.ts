import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { messageRefusals } from '../contract.ts'
import { type DeliveryState, deliveryLifecycle } from '../rules.ts'
import { queueDelivery } from './actions.ts'

/** Sends a message again that was not delivered, under a new number; refuses (409) a code and what is under way. */
export async function resend(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const [row] = await tx<
    { status: DeliveryState; messageId: string | null; projectId: string; kind: string }[]
  >`
    select status, message_id, project_id, kind from message_deliveries
    where id = ${id} and project_id = ${session.scope.projectId} for update`
  if (!row) refuse(commonRefusals.notFound)
  if (row.messageId === null) refuse(messageRefusals.onceOnly)
  const status = deliveryLifecycle.next(row.status, 'resend')
  await tx`
    update message_deliveries set status = ${status}, out_id = new_id(), carrier_id = null, carrier_code = null,
      tries = 0, counted = false, begun_at = null, handed_at = null, sent_at = null, settled_at = null, receipt_at = null, receipts = 0
    where id = ${id}`
  await queueDelivery(tx, id, row.projectId)
  await audit(tx, {
    by: session,
    action: 'message.resend',
    subjectKind: 'messageDelivery',
    subjectId: id,
    before: { status: row.status },
    after: { status },
  })
  return null
}
