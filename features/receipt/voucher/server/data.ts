import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../../contract/call.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { hasWholeProject, inScope, type Scope, type Session } from '../../../../server/session.ts'
import { personalPicturePath } from '../../../file/server/actions.ts'
import { transferPending } from '../../../order/server/actions.ts'
import { UnitTransfer } from '../contract.ts'
import { voucherStatuses } from '../rules.ts'

/** Money of transfers that name an order `o`, or pay it otherwise, as `m`, and its newest slip, as `v`. */
export const transferJoins = (db: Db): Fragment => db`
  cross join lateral (
    select (coalesce((select sum(r.amount - r.reversed) from receipts r where r.named_order_id = o.id and not r.is_void), 0)
      + coalesce((select sum(l.amount) from allocations l join receipts r on r.id = l.receipt_id
        where l.order_id = o.id and r.named_order_id is distinct from o.id), 0))::bigint as received,
      (select max(r.created_at) from receipts r where r.named_order_id = o.id and not r.is_void) as last_at) m
  left join lateral (
    select v.* from vouchers v where v.order_id = o.id and v.status <> 'replaced' order by v.id desc limit 1) v on true`

/** Stage of an unpaid order `o` by its money `m` and its slip `v`; null where nothing came by bank transfer yet. */
export const transferStage = (db: Db): Fragment => db`
  case when ${transferPending(db)} then 'toApprove'
    -- A slip that was handed in since the last money came is of money that is yet to be matched.
    when v.status = 'in_review' and v.created_at > m.last_at then 'inReview'
    when m.received > 0 and m.received < o.amount then 'partPaid'
    when v.status = 'in_review' or m.received > 0 then 'inReview'
    when v.status = 'rejected' then 'voucherRejected' end`

/** Columns of an order `o` that say how it is paid by bank transfer, with its money `m` and its slip `v`. */
export const transferColumns = (db: Db): Fragment => db`
  coalesce(o.pay_reference, '') as reference, m.received,
  case when v.status = any(${[...voucherStatuses]}) then v.status end as voucher_status,
  ${transferPending(db)} as transfer_pending`

/** The account of a project to which units transfer money, as far as it is set. */
export async function getBankAccount(
  db: Db,
  projectId: string,
): Promise<Readonly<Record<'name' | 'bank' | 'number', string | null>>> {
  const [row] = await db<Record<'name' | 'bank' | 'number', string | null>[]>`
    select s ->> 'bankAccountName' as name, s ->> 'bankName' as bank, s ->> 'bankAccount' as number
    from settings_of(${projectId}) s`
  return row!
}

const Stored = Type.Object({
  voucher: Nullable(
    Type.Object({
      status: OneOf(voucherStatuses),
      payerName: Type.String(),
      day: Type.String(),
      amount: Type.Integer(),
      serialNo: Nullable(Type.String()),
      proofKey: Type.String(),
      decision: Nullable(Type.String()),
      submittedAt: Type.String(),
      submittedBy: Nullable(Type.String()),
    }),
  ),
  receipts: UnitTransfer.properties.receipts,
})

async function readStored(db: Db, orderId: string): Promise<Static<typeof Stored>> {
  const rows = await db`
    select
      case when v.status = any(${[...voucherStatuses]}) then json_build_object('status', v.status, 'payerName', v.payer_name,
        'day', v.day, 'amount', v.amount, 'serialNo', v.serial_no, 'proofKey', v.proof_key, 'decision', v.decision,
        'submittedAt', v.created_at, 'submittedBy', (select user_name from accounts where id = v.operator_id)) end as voucher,
      coalesce((select json_agg(json_build_object('day', r.day, 'amount', r.amount - r.reversed,
          'allocated', coalesce((select sum(l.amount) from allocations l where l.receipt_id = r.id and l.order_id = o.id), 0),
          'payerName', r.payer_name, 'serialNo', r.serial_no) order by r.id)
        from receipts r where not r.is_void and (r.named_order_id = o.id
          or r.id in (select l.receipt_id from allocations l where l.order_id = o.id))), '[]') as receipts
    from orders o ${transferJoins(db)} where o.id = ${orderId}`
  return rowOf(Stored, rows)!
}

/** Account, slip and transfers of a unit's order, which the caller may see. */
export async function getTransfers(
  db: Db,
  secrets: Secrets,
  session: Session,
  orderId: string,
): Promise<Pick<UnitTransfer, 'bankAccount' | 'voucher' | 'receipts'>> {
  const [{ name, bank, number }, { voucher, receipts }] = await Promise.all([
    getBankAccount(db, session.projectId),
    readStored(db, orderId),
  ])
  const isProvider = hasWholeProject(session)
  const { proofKey = null, ...shown } = voucher ?? {}
  return {
    bankAccount: name && bank && number ? { name, bank, number } : null,
    voucher: voucher && {
      ...(shown as Omit<NonNullable<typeof voucher>, 'proofKey'>),
      proofPath: personalPicturePath(secrets, session, proofKey),
    },
    receipts: receipts.map((receipt) => ({ ...receipt, serialNo: isProvider ? receipt.serialNo : null })),
  }
}

/** Slips of units' orders of a kind that wait for a review, since they were handed in. */
export const waitingVouchers = (db: Db, scope: Scope, kind: 'batch' | 'cms'): Fragment => db`
  select v.id, v.created_at, null from orders o join units u on u.id = o.unit_id ${transferJoins(db)}
  where o.kind = ${kind} and o.status = 'unpaid' and v.status = 'in_review' and ${transferStage(db)} = 'inReview'
    and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path' })}`
