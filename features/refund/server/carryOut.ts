import { refuse } from '../../../contract/refusal.ts'
import type { SystemReason } from '../../../contract/systemReason.ts'
import { yuan } from '../../../contract/money.ts'
import type { Tx } from '../../../server/db.ts'
import { enqueue } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { type ApprovalKind, type LockedApproval, proposeApproval } from '../../approval/server/actions.ts'
import { endRefunded } from '../../enrolment/server/actions.ts'
import { type Offline, refundRefusals, type RefundStatus } from '../contract.ts'
import { channelNoOf, refundLifecycle } from '../rules.ts'
import { record, sendJob, settleRefund } from './actions.ts'
import { lockVisibleRefund } from './application.ts'
import { listItems, type Refund } from './data.ts'

const whyOffline = {
  noChannel: { zh: '付款没有经过支付渠道', en: 'it was not paid through one' },
  old: { zh: '付款已超过一年', en: 'it was paid more than a year ago' },
} as const

/** Why surplus money goes back that a person refunds offline. */
const surplusReason: SystemReason = 'refund.surplus'

/** Ends the places a refund gives all of the money back for, before the money moves: nothing may refuse it later. */
async function endPlaces(tx: Tx, session: Session, refund: Refund): Promise<void> {
  for (const { endsId } of await listItems(tx, refund.id)) {
    if (endsId !== null) await endRefunded(tx, session, endsId, refund.reason!)
  }
}

/** Sends a locked refund to the channel: for the first time, or again; under a new number once the old was closed. */
async function sendBack(tx: Tx, session: Session, refund: Refund): Promise<void> {
  if (refund.offlineWhy) refuse(refundRefusals.offlineOnly, { why: whyOffline[refund.offlineWhy] })
  const status = refundLifecycle.next(refund.status, refund.status === 'applied' ? 'do' : 'retry')
  const attempts = refund.failure === 'abnormal' ? refund.attempts : refund.attempts + 1
  await tx`
    update refunds set status = ${status}, attempts = ${attempts}, channel_no = ${channelNoOf(refund.refundNo, attempts)},
      asked = 0, ask_at = moment(), failure = null, decider_id = ${session.accountId}, decided_at = moment()
    where id = ${refund.id}`
  await record(tx, session, refund, status)
  await enqueue(tx, sendJob)
}

/** Records that a locked refund was paid outside the channel. Refuses (422) a day before the payment or after today. */
async function recordOffline(tx: Tx, session: Session, refund: Refund, offline: Offline): Promise<void> {
  const status = refundLifecycle.next(refund.status, 'doOffline')
  const [today] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  if (offline.day > today!.day) refuse(refundRefusals.dayAhead, {}, 'offline.day')
  if (refund.paidDay !== null && offline.day < refund.paidDay)
    refuse(refundRefusals.dayEarly, {}, 'offline.day')
  await tx`
    update refunds set status = ${status}, offline = ${tx.json(offline)}, succeeded_at = moment(), ask_at = null,
      failure = null, decider_id = ${session.accountId}, decided_at = moment()
    where id = ${refund.id}`
  await settleRefund(tx, refund)
  await record(tx, session, refund, status, { serialNo: offline.serialNo, day: offline.day })
}

async function carryOut(
  tx: Tx,
  session: Session,
  refund: Refund,
  offline: Offline | undefined,
): Promise<void> {
  if (refund.status === 'applied') await endPlaces(tx, session, refund)
  if (offline) await recordOffline(tx, session, refund, offline)
  else await sendBack(tx, session, refund)
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
  describe: ({ title, before, after }) => ({
    zh: `退款 ${title}，¥${yuan(before.amount as number)}${after.offline ? '（线下）' : ''}`,
    en: `Refund ${title}, ¥${yuan(before.amount as number)}${after.offline ? ' (offline)' : ''}`,
  }),
  async apply(tx, _secrets, session, row) {
    const refund = await lockVisibleRefund(tx, session, row.subjectId)
    const isUnchanged = refund.status === row.before.status && refund.amount === row.before.amount
    if (!isUnchanged) refuse(approvalRefusals.changedSince)
    await carryOut(tx, session, refund, row.after.offline)
    return { after: { ...row.after, status: row.after.offline ? 'succeeded' : 'processing' } }
  },
}

/** Whether one person may not send so much back alone. */
async function needsSecond(tx: Tx, { projectId, amount }: Refund): Promise<boolean> {
  const [row] = await tx<{ above: boolean }[]>`
    select ${amount}::bigint > (settings_of(${projectId})->>'refundApprovalAbove')::bigint * 100 as above`
  return row!.above
}

async function proposeRefund(
  tx: Tx,
  session: Session,
  refund: Refund,
  offline: Offline | undefined,
): Promise<void> {
  const [learner] = await tx`
    select coalesce(s.real_name, a.user_name) as name
    from accounts a left join students s on s.account_id = a.id where a.id = ${refund.accountId}`
  await proposeApproval(tx, session, refundKind, {
    subjectId: refund.id,
    title: refund.refundNo,
    before: { status: refund.status, amount: refund.amount, count: 1, names: [learner!.name as string] },
    after: offline ? { status: 'succeeded', offline } : { status: 'processing' },
    reason: refund.reason ?? surplusReason,
  })
}

/**
 * Refunds what was applied for, or again what failed: through the channel, or as paid outside it. Above the project's
 * limit it is proposed to a second person and nothing moves yet. Refuses 404; (409) what is under way or over, what
 * only goes back offline, and what is proposed already.
 */
export async function refundOrPropose(
  tx: Tx,
  session: Session,
  refundId: string,
  offline: Offline | undefined,
): Promise<void> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  const event = offline ? 'doOffline' : refund.status === 'applied' ? 'do' : 'retry'
  // Refuses what cannot be refunded before anybody is asked to approve it.
  refundLifecycle.next(refund.status, event)
  // Sent again, it was approved before; that somebody paid it elsewhere was not.
  if (event !== 'retry' && (await needsSecond(tx, refund))) {
    if (!offline && refund.offlineWhy)
      refuse(refundRefusals.offlineOnly, { why: whyOffline[refund.offlineWhy] })
    await proposeRefund(tx, session, refund, offline)
  } else {
    await carryOut(tx, session, refund, offline)
  }
}

/** Sends an operator's own refund at once, where the channel can; one that only goes back offline waits for its details. */
export async function sendOwn(tx: Tx, session: Session, refundId: string): Promise<void> {
  const refund = await lockVisibleRefund(tx, session, refundId)
  if (refund.offlineWhy === null) await refundOrPropose(tx, session, refundId, undefined)
}
