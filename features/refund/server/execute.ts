import { Refusal, refuse } from '../../../contract/refusal.ts'
import type { SystemReason } from '../../../contract/systemReason.ts'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import type { Tx } from '../../../server/db.ts'
import { type Action } from '../../../server/audit.ts'
import { listenersOf } from '../../../server/events.ts'
import { wake } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  decideAlone,
  isSamePerson,
  type Leaving,
  type LockedApproval,
  lockPerson,
  proposeApproval,
} from '../../approval/server/actions.ts'
import { endRefunded } from '../../enrolment/server/actions.ts'
import { takePersonal } from '../../file/server/actions.ts'
import { redRefusals } from '../../invoice/red/contract.ts'
import { findExcess, makeRoom } from '../../invoice/red/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { assertOthers, isOwnOrder, learnersOf } from '../../order/server/actions.ts'
import { findRecorded } from '../../receipt/server/actions.ts'
import { type Offline, refundRefusals, type RefundStatus } from '../contract.ts'
import { channelNoOf, needsNewNumber, refundLifecycle } from '../rules.ts'
import { record, recordEvent, sendJob, settleRefund, withdrawProposals } from './actions.ts'
import { lockVisibleRefund, lockWithOrder } from './application.ts'
import {
  getLeaving,
  isApproved,
  isExamined,
  listAwaiting,
  listItems,
  lockRefund,
  type Refund,
} from './data.ts'
import { refundAwaitsRed } from './messages.ts'

const whyOffline = {
  noChannel: { zh: '付款没有经过支付渠道', en: 'it was not paid through one' },
  old: { zh: '付款已超过一年', en: 'it was paid more than a year ago' },
} as const

/** Reason for which surplus money goes back that a person refunds offline. */
const surplusReason: SystemReason = 'refund.surplus'

declare module '../../../server/events.ts' {
  interface Events {
    /** All of the money of items that are fees of sign-ups goes back: their places are free. */
    feesRefunded(tx: Tx, by: Action['by'], itemIds: readonly string[]): Promise<void>
  }
}

/** Ends the places a refund gives all of the money back for, before the money moves: nothing may refuse it later. */
async function endPlaces(tx: Tx, by: NonNullable<Action['by']>, refund: Refund): Promise<void> {
  const items = await listItems(tx, refund.id)
  for (const { endsId } of items) if (endsId !== null) await endRefunded(tx, by, endsId, refund.reason!)
  const fees = items.flatMap(({ endsFeeId }) => (endsFeeId === null ? [] : [endsFeeId]))
  if (fees.length > 0) for (const hear of listenersOf('feesRefunded')) await hear(tx, by, fees)
}

/** Has invoices leave what a locked refund takes of its order; returns whether its money may go back now. */
async function leaveInvoices(tx: Tx, by: Action['by'], { id: refundId }: Refund): Promise<boolean> {
  const { orderId, orderNo, ...sums } = await getLeaving(tx, refundId)
  return makeRoom(tx, by, { refundId, order: { id: orderId, orderNo }, ...sums })
}

/** Has a locked refund wait for its red invoices, and tells the learner; returns whether it has to. */
async function awaitRed(tx: Tx, session: Session, refund: Refund): Promise<boolean> {
  if (refund.status !== 'applied' || (await leaveInvoices(tx, session, refund))) return false
  const { id, orderId, orderNo, amount, accountId } = refund
  const status = refundLifecycle.next(refund.status, 'awaitRed')
  await tx`
    update refunds set status = ${status}, decider_id = ${session.accountId}, decided_at = moment() where id = ${id}`
  await record(tx, session, refund, status)
  if (accountId !== null) await sendMessage(tx, refundAwaitsRed, accountId, { orderId, orderNo, amount }, id)
  return true
}

/** The one who decided about a refund, for what follows from that later. */
const deciderOf = ({ deciderId, projectId }: Refund) => ({ accountId: deciderId!, projectId })

/** Goes on with a locked refund whose invoices are reversed: it is sent, or waits for the record of its bank transfer. */
async function goOn(tx: Tx, refund: Refund): Promise<void> {
  const waits = async () => {
    const status = refundLifecycle.next(refund.status, 'ready')
    await tx`update refunds set status = ${status} where id = ${refund.id}`
    await record(tx, null, refund, status)
  }
  // Who got a ticket or a score while it waited has had what the fee is for: that takes a second person.
  const isOpen = (await isExamined(tx, refund.id)) && !(await isApproved(tx, refund.id))
  if (refund.offlineWhy !== null || isOpen) return waits()
  try {
    // What refuses it now, as hours that were counted since, is a person's: the red invoice stays.
    await tx.savepoint((inner) => endPlaces(inner as Tx, deciderOf(refund), refund))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return waits()
  }
  await sendNew(tx, null, refund, 'send')
}

/** Goes on with refunds of locked orders that waited for their invoices to be reversed, where nothing is left of that. */
export async function goOnRefunding(tx: Tx, orderIds: readonly string[]): Promise<void> {
  for (const id of await listAwaiting(tx, orderIds)) {
    const refund = (await lockRefund(tx, id))!
    if (refund.status === 'awaiting_red' && (await leaveInvoices(tx, null, refund))) await goOn(tx, refund)
  }
}

/** Sends a locked refund to the channel: for the first time, or again; under a new number where the old is used up. */
async function sendNew(
  tx: Tx,
  by: Action['by'],
  refund: Refund,
  event: 'do' | 'retry' | 'send',
): Promise<void> {
  const status = refundLifecycle.next(refund.status, event)
  const isNew = refund.attempts === 0 || needsNewNumber(refund.failure, refund.failureCode)
  const attempts = refund.attempts + (isNew ? 1 : 0)
  const channelNo = channelNoOf(refund.refundNo, attempts)
  await tx`
    update refunds set status = ${status}, attempts = ${attempts}, channel_no = ${channelNo},
      asked = 0, ask_at = moment(), failure = null, failure_code = null,
      decider_id = ${by?.accountId ?? refund.deciderId}, decided_at = moment()
    where id = ${refund.id}`
  const operatorId = by?.accountId
  await recordEvent(tx, refund, { kind: 'sent', number: channelNo, ...(operatorId && { operatorId }) })
  await record(tx, by, refund, status)
  await wake(tx, sendJob)
}

/** Sends a locked refund to the channel; refuses (409) one that only goes back offline. */
async function sendBack(tx: Tx, session: Session, refund: Refund): Promise<void> {
  if (refund.offlineWhy) refuse(refundRefusals.offlineOnly, { why: whyOffline[refund.offlineWhy] })
  await sendNew(tx, session, refund, refund.status === 'applied' ? 'do' : 'retry')
}

/**
 * Asks the channel at once about a refund in the caller's scope that waits for its next turn. Refuses 404, and (409) one
 * that is not under way.
 */
export async function retryNow(tx: Tx, session: Session, refundId: string): Promise<null> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  const status = refundLifecycle.next(refund.status, 'retryNow')
  await tx`update refunds set asked = 0, ask_at = moment() where id = ${refund.id}`
  await record(tx, session, refund, status)
  await wake(tx, sendJob)
  return null
}

/** Refuses (409) a bank transfer that is recorded for something else of the project, or is proposed to be. */
async function assertFresh(tx: Tx, { id, projectId }: Refund, { serialNo }: Offline): Promise<void> {
  const other = await findRecorded(tx, { projectId, serialNo, beside: id })
  if (other) refuse(refundRefusals.serialTwice, { serialNo, other: other.words }, 'offline.serialNo')
}

/** Refuses (409) to record that money went back of which an invoice was issued: that is reversed first. */
async function assertReversed(tx: Tx, { id, kind, orderId }: Refund): Promise<void> {
  if (kind === 'surplus') return
  const found = await findExcess(tx, orderId, (await getLeaving(tx, id)).remains)
  if (found) refuse(redRefusals.redFirst, { number: found.number, amount: yuan(found.amount) })
}

/**
 * Records that a locked refund was paid outside the channel. Refuses (422) a day before the payment or after today, and
 * (409) a bank transfer that is recorded already.
 */
async function recordOffline(
  tx: Tx,
  session: Session,
  refund: Refund,
  { proof, ...entered }: Offline,
): Promise<void> {
  const offline = { ...entered, serialNo: bankSerialOf(entered.serialNo) }
  const status = refundLifecycle.next(refund.status, 'doOffline')
  const [today] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  if (offline.day > today!.day) refuse(refundRefusals.dayAhead, {}, 'offline.day')
  if (refund.paidDay !== null && offline.day < refund.paidDay)
    refuse(refundRefusals.dayEarly, {}, 'offline.day')
  await assertFresh(tx, refund, offline)
  await assertReversed(tx, refund)
  await tx`
    update refunds set status = ${status}, offline = ${tx.json(offline)}, proof_key = ${proof ?? null}, succeeded_at = moment(), ask_at = null,
      failure = null, failure_code = null, decider_id = ${session.accountId}, decided_at = moment()
    where id = ${refund.id}`
  const { serialNo: number } = offline
  await recordEvent(tx, refund, { kind: 'offline', number, operatorId: session.accountId })
  await settleRefund(tx, refund, offline)
  await record(tx, session, refund, status, { serialNo: offline.serialNo, day: offline.day })
}

async function executeRefund(
  tx: Tx,
  session: Session,
  refund: Refund,
  offline: Offline | undefined,
): Promise<RefundStatus> {
  await assertOthers(tx, session, refund.orderId)
  await withdrawProposals(tx, session, refund)
  if (!offline && (await awaitRed(tx, session, refund))) return 'awaiting_red'
  if (refund.status === 'applied') await endPlaces(tx, session, refund)
  if (offline) await recordOffline(tx, session, refund, offline)
  else await sendBack(tx, session, refund)
  return offline ? 'succeeded' : 'processing'
}

type RefundApproval = LockedApproval<Record<string, unknown>> & {
  before: { status: RefundStatus; amount: number }
  after: { offline?: Offline }
}

/** A refund above what one person refunds alone. It is never undone: the money is gone. */
export const refundKind: ApprovalKind<RefundApproval> = {
  key: 'refund',
  log: { prefix: 'approval', subjectKind: 'refund' },
  second: true,
  propose: '/invoice-manage/refund-list#do',
  approve: ['/customer/exception-register#approve', '/invoice-manage/refund-list#do'],
  words: approvalRefusals,
  lock: lockWithOrder,
  describe: ({ title, before, after }) => ({
    zh: `退款 ${title}，¥${yuan(before.amount as number)}${after.offline ? '（线下）' : ''}`,
    en: `Refund ${title}, ¥${yuan(before.amount as number)}${after.offline ? ' (offline)' : ''}`,
  }),
  canApply: (db, accountId) =>
    db`not ${isOwnOrder(db, accountId, db`(select r.order_id from refunds r where r.id = p.subject_id)`)}`,
  async apply(tx, _secrets, session, row) {
    const refund = await lockVisibleRefund(tx, session, row.subjectId)
    const isUnchanged = refund.status === row.before.status && refund.amount === row.before.amount
    if (!isUnchanged) refuse(approvalRefusals.changedSince)
    const status = await executeRefund(tx, session, refund, row.after.offline)
    return { after: { ...row.after, status } }
  },
}

/** Sums of a locked refund: its money, and of it what goes back for classes that are kept, as a reduction. */
async function leavingBy(tx: Tx, session: Session, refund: Refund, isOffline: boolean): Promise<Leaving> {
  const { id, orderId, byTerms, amount, accountId } = refund
  const kept = (await listItems(tx, id)).filter(({ isKept }) => isKept)
  const reduction = kept.reduce((sum, item) => sum + item.amount, 0)
  return {
    subjectId: orderId,
    sourceId: id,
    sums: { refund: amount, ...(reduction > 0 && { reduction }) },
    // That money went another way than it came is the word of who records it, and so is what an account asks for whose
    // password the decider gave.
    asked: byTerms && !isOffline && !(await isSamePerson(tx, session, accountId)),
  }
}

async function proposeRefund(
  tx: Tx,
  session: Session,
  refund: Refund,
  offline: Offline | undefined,
): Promise<void> {
  // Surplus money has no items: it concerns whom its order is for.
  const { id: refundId, orderId, kind } = refund
  const learners = await learnersOf(tx, { orderId, ...(kind !== 'surplus' && { refundId }) })
  await proposeApproval(tx, session, refundKind, {
    subjectId: refund.id,
    title: refund.refundNo,
    before: { status: refund.status, amount: refund.amount, ...learners },
    after: offline ? { status: 'succeeded', offline } : { status: 'processing' },
    reason: refund.reason ?? surplusReason,
    proofKey: offline?.proof ?? null,
  })
}

/**
 * Refunds what was applied for, or again what failed: through the channel, or as paid outside it. Above the project's
 * limit, or of a fee whose applicant has a ticket or a score, it is proposed to a second person and nothing moves yet.
 * Refuses 404; (409) what is under way or over, what only goes back offline, what is proposed already, and a bank transfer
 * of another refund; (422) a proof not brought.
 */
export async function refundOrPropose(
  tx: Tx,
  session: Session,
  refundId: string,
  entered: Offline | undefined,
): Promise<'sent' | 'proposed'> {
  const offline = entered && { ...entered, serialNo: bankSerialOf(entered.serialNo) }
  await lockPerson(tx, session.accountId)
  const refund = await lockVisibleRefund(tx, session, refundId)
  const event = offline ? 'doOffline' : refund.status === 'failed' ? 'retry' : 'do'
  // Refuses what cannot be refunded before anybody is asked to approve it.
  refundLifecycle.next(refund.status, event)
  if (offline) await assertFresh(tx, refund, offline)
  if (offline && refund.status === 'applied') await assertReversed(tx, refund)
  const isBrought =
    offline?.proof === undefined || (await takePersonal(tx, session.accountId, offline.proof, refundId))
  if (!isBrought) refuse(refundRefusals.proofAbsent, {}, 'offline.proof')
  // Sent again, it was approved before; that somebody paid it elsewhere was not.
  if (
    event !== 'retry' &&
    // Who has a ticket or a score has had what the fee is for.
    ((await isExamined(tx, refundId)) ||
      !(await decideAlone(tx, session, await leavingBy(tx, session, refund, !!offline))))
  ) {
    // Its invoice is reversed before anybody approves its bank transfer.
    if (!offline && refund.offlineWhy && (await awaitRed(tx, session, refund))) return 'proposed'
    if (!offline && refund.offlineWhy)
      refuse(refundRefusals.offlineOnly, { why: whyOffline[refund.offlineWhy] })
    await proposeRefund(tx, session, refund, offline)
    return 'proposed'
  }
  const status = await executeRefund(tx, session, refund, offline)
  return status === 'awaiting_red' ? 'proposed' : 'sent'
}

/** Sends an operator's own refund at once, where the channel can; one that only goes back offline waits for its details. */
export async function sendOwn(tx: Tx, session: Session, refundId: string): Promise<'sent' | 'proposed'> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  return refund.offlineWhy === null ? refundOrPropose(tx, session, refundId, undefined) : 'proposed'
}
