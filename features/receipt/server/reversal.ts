import { randomUUID } from 'node:crypto'
import type { InputOf } from '../../../contract/call.ts'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import { type Bilingual, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  decideAlone,
  type LockedApproval,
  lockPerson,
  proposeApproval,
} from '../../approval/server/actions.ts'
import { type receiptCalls, receiptRefusals } from '../contract.ts'
import { type LockedReceipt, lockReceipts } from './data.ts'

/** By which bank transfer money went back. */
interface Back {
  bank: string
  serialNo: string
  day: string
}

/** Sum that leaves a receipt: all of it, which never came, or money by a bank transfer. */
type Reversing = { kind: 'void'; amount: number } | ({ kind: 'return'; amount: number } & Back)

async function lockReceipt(tx: Tx, session: Session, id: string): Promise<LockedReceipt> {
  const projectId = session.scope.projectId
  return (await lockReceipts(tx, { projectId, accountId: session.accountId }, [id]))[0]!
}

/**
 * Refuses (409) to void what is void, has paid, is to pay or went back in part, and (422) more than the balance or a day that
 * cannot be; (409) a bank transfer that is recorded for anything else of the project.
 */
async function judge(tx: Tx, projectId: string, receipt: LockedReceipt, reversing: Reversing): Promise<void> {
  const { serialNo, balance, free, amount } = receipt
  if (receipt.isVoid) refuse(receiptRefusals.voidAlready, { serialNo })
  if (reversing.kind === 'void') {
    if (balance < amount) refuse(receiptRefusals.inUse, { serialNo })
    if (free < balance) refuse(receiptRefusals.waitsForOrder, { serialNo })
    return
  }
  if (reversing.amount > free) refuse(receiptRefusals.returnTooMuch, { serialNo, left: yuan(free) }, 'amount')
  const back = { projectId, serialNo: reversing.serialNo, beside: receipt.id }
  const other = await findRecorded(tx, back)
  if (other) refuse(receiptRefusals.returnTwice, { serialNo: back.serialNo, other: other.words }, 'serialNo')
  const [today] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  if (reversing.day > today!.day) refuse(receiptRefusals.returnAhead, {}, 'day')
  if (reversing.day < receipt.day) refuse(receiptRefusals.returnEarly, {}, 'day')
}

interface RecordedTransfer {
  kind: 'receipt' | 'refund' | 'reversal'
  words: Bilingual
}

/**
 * Finds what else of the project a bank transfer is recorded for: that it came, or that it paid something back, or is
 * proposed to have, beside a refund or the return of a receipt. Locks its number, so that what names it at once is looked
 * at one after the other.
 */
export async function findRecorded(
  tx: Tx,
  { projectId, serialNo, beside }: { projectId: string; serialNo: string; beside: string | null },
): Promise<RecordedTransfer | null> {
  await tx`select pg_advisory_xact_lock(hashtext(${`offline ${projectId} ${serialNo}`}))`
  const [other] = await tx<{ kind: RecordedTransfer['kind']; number: string; waits: boolean }[]>`
    select 'receipt' as kind, serial_no as number, false as waits from receipts
    where project_id = ${projectId} and serial_no = ${serialNo} and not is_void
    union all
    select 'refund', refund_no, false from refunds
    where project_id = ${projectId} and offline is not null and offline ->> 'serialNo' = ${serialNo}
      and id is distinct from ${beside}::uuid
    union all
    select 'reversal', r.serial_no, false from receipt_reversals v join receipts r on r.id = v.receipt_id
    where v.project_id = ${projectId} and v.kind = 'return' and v.serial_no = ${serialNo}
    union all
    select kind, title, true from approvals
    where project_id = ${projectId} and status = 'proposed' and kind in ('refund', 'reversal')
      and subject_id is distinct from ${beside}::uuid
      and ${serialNo} in (after -> 'offline' ->> 'serialNo', after -> 'reversing' ->> 'serialNo')
    limit 1`
  if (!other) return null
  const { kind, number, waits } = other
  const [zh, en] = {
    receipt: [`到账 ${number} `, `the bank transfer ${number} that came in`],
    refund: [`退款 ${number} `, `refund ${number}`],
    reversal: [`到账 ${number} 的退回`, `the return of bank transfer ${number}`],
  }[kind] as [string, string]
  return {
    kind,
    words: waits ? { zh: `${zh}（待审批）`, en: `${en}, which awaits approval` } : { zh, en },
  }
}

/** Writes what leaves a locked receipt: a line of its own, with the reason in the log. */
async function reverse(
  tx: Tx,
  session: Session,
  receipt: LockedReceipt,
  reversing: Reversing,
  { reason, approved }: { reason: string; approved: boolean },
): Promise<void> {
  const projectId = session.scope.projectId
  await judge(tx, projectId, receipt, reversing)
  await tx`
    insert into receipt_reversals ${tx({
      ...reversing,
      projectId,
      receiptId: receipt.id,
      reason,
      approved,
      operatorId: session.accountId,
    })}`
  await audit(tx, {
    by: session,
    action: `receipt.${reversing.kind}`,
    subjectKind: 'receipt',
    subjectId: receipt.id,
    after:
      reversing.kind === 'void'
        ? { amount: reversing.amount }
        : {
            amount: reversing.amount,
            bank: reversing.bank,
            serialNo: reversing.serialNo,
            returnedOn: reversing.day,
          },
    reason,
  })
}

type ReversalProposal = LockedApproval<{ reversing: Reversing } & Record<string, unknown>> & {
  before: { balance: number }
}

/** Reversal that one person does not make alone. Never undone: it is entered again. */
export const reversalKind: ApprovalKind<ReversalProposal> = {
  key: 'reversal',
  log: { prefix: 'approval', subjectKind: 'receipt' },
  second: true,
  propose: '/order-manage/list#receipt',
  approve: ['/customer/exception-register#approve', '/order-manage/list#receipt'],
  words: approvalRefusals,
  lock: (tx, id) => tx`select from receipts where id = ${id} for no key update`,
  describe: ({ title, after }) => {
    const reversing = after.reversing as Reversing
    const amount = yuan(reversing.amount)
    if (reversing.kind === 'void')
      return {
        zh: `作废误登记的到账 ${title}，¥${amount}`,
        en: `Void bank transfer ${title}, recorded by mistake, ¥${amount}`,
      }
    const { bank, serialNo, day } = reversing
    return {
      zh: `到账 ${title} 退回付款人 ¥${amount}（${day}，${bank}，流水号 ${serialNo}）`,
      en: `Return ¥${amount} of bank transfer ${title} to its payer (${day}, ${bank}, serial number ${serialNo})`,
    }
  },
  async apply(tx, _secrets, session, row) {
    const receipt = await lockReceipt(tx, session, row.subjectId)
    // The one who entered the money does not approve what becomes of it, even if somebody else proposed that.
    if (receipt.own) refuse(approvalRefusals.secondNeeded)
    const { reversing } = row.after
    await reverse(tx, session, receipt, reversing, { reason: row.reason, approved: true })
    return { after: row.after }
  },
}

/** Refuses (409) a locked receipt of which a second person is asked something. */
async function assertUnproposed(tx: Tx, receiptId: string): Promise<void> {
  const open = await tx`
    select from approvals where subject_id = ${receiptId} and kind = ${reversalKind.key} and status = 'proposed'`
  if (open.length > 0) refuse(approvalRefusals.openAlready)
}

async function reverseOrPropose(
  tx: Tx,
  session: ProjectSession,
  receiptId: string,
  reason: string,
  reversingOf: (receipt: LockedReceipt) => Reversing,
): Promise<{ approvalId: string } | null> {
  await lockPerson(tx, session.accountId)
  const receipt = await lockReceipt(tx, session, receiptId)
  const reversing = reversingOf(receipt)
  await assertUnproposed(tx, receiptId)
  // Refuses what cannot be before anybody is asked to approve it.
  await judge(tx, session.projectId, receipt, reversing)
  const leaving = { subjectId: receiptId, sourceId: randomUUID(), sums: { refund: reversing.amount } }
  if (!(await decideAlone(tx, session, leaving))) {
    const { serialNo: title, balance } = receipt
    return {
      approvalId: await proposeApproval(tx, session, reversalKind as ApprovalKind, {
        subjectId: receiptId,
        title,
        before: { balance },
        after: { reversing },
        reason,
      }),
    }
  }
  await reverse(tx, session, receipt, reversing, { reason, approved: false })
  return null
}

/**
 * Voids a receipt of the project that was entered by mistake, or, above the limit, proposes that and gives the proposal.
 * Refuses 404, and (409) one that is void, pays an order, went back in part or is proposed already.
 */
export const voidReceipt = (
  tx: Tx,
  session: ProjectSession,
  { receiptId, reason }: InputOf<typeof receiptCalls.void>,
): Promise<{ approvalId: string } | null> =>
  reverseOrPropose(tx, session, receiptId, reason, ({ amount }) => ({ kind: 'void', amount }))

/**
 * Records that money of a receipt which no order has went back to its payer, or, above the limit, proposes that and gives
 * the proposal. Refuses 404, (409) a receipt that is void and a bank transfer of something else, and (422) more than the
 * balance and a day before the money came or to come.
 */
export const returnReceipt = (
  tx: Tx,
  session: ProjectSession,
  { receiptId, reason, serialNo, ...back }: InputOf<typeof receiptCalls.return>,
): Promise<{ approvalId: string } | null> =>
  reverseOrPropose(tx, session, receiptId, reason, () => ({
    kind: 'return',
    ...back,
    serialNo: bankSerialOf(serialNo),
  }))
