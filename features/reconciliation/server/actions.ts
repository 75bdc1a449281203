import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { BillLine } from '../../../server/channels/payment.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { reconciliationRefusals } from '../contract.ts'
import { compare, type DueBill, lockDifference, lockUnread } from './data.ts'

/** Writes the lines of a bill down and what they and the books have otherwise than each other, once. */
export async function recordBill(tx: Tx, due: DueBill, lines: readonly BillLine[]): Promise<void> {
  const bill = await lockUnread(tx, due.id)
  if (!bill) return
  await tx`
    insert into bill_lines (bill_id, project_id, item, out_trade_no, refund_no, transaction_id, amount, fee, at)
    select b.id, coalesce(p.project_id, b.project_id), l.item, l."outTradeNo", l."refundNo", l."transactionId", l.amount, l.fee, l.at
    from bills b cross join jsonb_to_recordset(${tx.json(lines as never)}) as l(item text, "outTradeNo" text, "refundNo" text,
      "transactionId" text, amount bigint, fee bigint, at timestamptz)
    left join payments p on p.out_trade_no = l."outTradeNo" and p.channel = b.channel
      and p.merchant_id is not distinct from b.merchant_id
    where b.id = ${bill.id}`
  await tx`update bills set read_at = moment(), ask_at = null, failure = null where id = ${bill.id}`
  await compare(tx, bill.id)
}

/** Settles a locked difference with what was done about it. */
async function close(
  tx: Tx,
  session: ProjectSession,
  { id, ...found }: Awaited<ReturnType<typeof lockDifference>>,
  reason: string,
): Promise<void> {
  await tx`
    update bill_differences set settled_by = ${session.accountId}, settled_at = moment(), reason = ${reason}
    where id = ${id}`
  const { kind, outTradeNo, refundNo, billed, booked } = found
  await audit(tx, {
    by: session,
    action: 'reconciliation.settle',
    subjectKind: 'billDifference',
    subjectId: id,
    after: { kind, number: refundNo ?? outTradeNo, billed, booked },
    reason,
  })
}

/** Settles a difference with what was found out and done about it. Refuses 404, and (409) one that is settled. */
export async function settleDifference(
  tx: Tx,
  session: ProjectSession,
  { id, reason }: { id: string; reason: string },
): Promise<null> {
  const found = await lockDifference(tx, session.scope, id)
  if (found.isSettled) refuse(reconciliationRefusals.settledAlready)
  await close(tx, session, found, reason)
  return null
}

/**
 * Finds the payment of a difference that the books may take over, and whether they have by now. Refuses 404, and (409)
 * what is settled or cannot be asked about.
 */
export async function findBookable(
  tx: Tx,
  session: ProjectSession,
  id: string,
): Promise<{ paymentId: string; isBooked: boolean }> {
  const found = await lockDifference(tx, session.scope, id)
  if (found.isSettled) refuse(reconciliationRefusals.settledAlready)
  const isForeign = found.kind === 'unbooked' && found.refundNo === null && found.paymentId === null
  if (isForeign) refuse(reconciliationRefusals.notOurs)
  if (!found.canBook) refuse(reconciliationRefusals.nothingToAsk)
  return { paymentId: found.paymentId!, isBooked: found.bookedStatus !== null }
}

/** Settles a difference whose payment the books have by now. Refuses (409) one that they do not have. */
export async function settleBooked(
  tx: Tx,
  session: ProjectSession,
  { id, reason }: { id: string; reason: string },
): Promise<{ outcome: 'settled' | 'surplus' }> {
  const found = await lockDifference(tx, session.scope, id)
  if (found.isSettled) refuse(reconciliationRefusals.settledAlready)
  if (!found.canBook || found.bookedStatus === null) refuse(reconciliationRefusals.notConfirmed)
  await close(tx, session, found, reason)
  return { outcome: found.bookedStatus === 'succeeded' ? 'settled' : 'surplus' }
}

/** Has a bill that could not be read asked for at once. Refuses 404, and (409) one that is read. */
export async function askAgain(tx: Tx, { scope }: ProjectSession, id: string): Promise<null> {
  const [bill] = await tx`
    select read_at is not null as is_read from bills
    where id = ${id} and (project_id = ${scope.projectId} or project_id is null) for update`
  if (!bill) refuse(commonRefusals.notFound)
  if (bill!.isRead) refuse(reconciliationRefusals.readAlready)
  await tx`update bills set ask_at = moment() where id = ${id}`
  return null
}
