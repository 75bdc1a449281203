import { type Static, Type } from 'typebox'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { ProjectScope, Session } from '../../../server/session.ts'
import { isProposed, samePerson } from '../../approval/server/actions.ts'
import { Receipt, type receiptCalls, ReceiptMatch } from '../contract.ts'
import { oldestDays } from '../rules.ts'

/** Limit of orders a list names of those that a receipt paid. */
const firstOrders = 5

/** Limit of unpaid orders offered for a receipt. */
const firstMatches = 20

/** Today in China by the database's clock, and the oldest day of which a transfer is recorded. */
export async function receiptDays(db: Db): Promise<{ today: string; oldest: string }> {
  const [days] = await db<{ today: string; oldest: string }[]>`
    with today as (select (moment() at time zone 'Asia/Shanghai')::date as day)
    select day::text as today, (day - ${oldestDays}::int)::text as oldest from today`
  return days!
}

/** As the index of those has it. */
const hasBalance = (db: Db): Fragment => db`r.allocated + r.reversed < r.amount`

/** Sums that waiting proposals take of a receipt `r`, by order: null where it goes back or is void. */
const waiting = (db: Db): Fragment => db`
  select p.subject_id as order_id, (l ->> 'amount')::bigint as amount from approvals p
  cross join jsonb_array_elements(p.after -> 'allocations') l
  where p.project_id = r.project_id and p.status = 'proposed' and p.kind = 'receipt' and l ->> 'receiptId' = r.id::text
  union all
  select null, (p.after -> 'reversing' ->> 'amount')::bigint from approvals p
  where p.subject_id = r.id and p.status = 'proposed' and p.kind = 'reversal'`

/** Fen of a receipt `r` that can be used: no order has them, and no proposal waits for them. */
const free = (db: Db): Fragment => db`
  (r.amount - r.allocated - r.reversed - coalesce((select sum(w.amount) from (${waiting(db)}) w), 0))::bigint`

/** Recorded transfers of the project, the newest first. Refuses (422) pages beyond the counted rows. */
export async function pageReceipts(
  db: Db,
  { projectId }: ProjectScope,
  input: InputOf<typeof receiptCalls.findPageList>,
): Promise<OutputOf<typeof receiptCalls.findPageList>> {
  const { keyword } = input
  const day = db`(r.day::timestamp at time zone 'Asia/Shanghai')`
  return page(db, Receipt, input, {
    columns: db`
      r.id, r.serial_no, r.payer_name, r.day, r.amount, r.amount - r.allocated - r.reversed as balance,
      ${free(db)} as free, r.memo,
      a.user_name as operator_name, r.created_at, r.is_void,
      coalesce((select json_agg(json_build_object('kind', v.kind, 'amount', v.amount, 'reason', v.reason,
          'serialNo', v.serial_no, 'day', v.day, 'operatorName', s.user_name, 'createdAt', v.created_at) order by v.id)
        from receipt_reversals v join accounts s on s.id = v.operator_id where v.receipt_id = r.id), '[]') as reversals,
      (select json_build_object('kind', p.after -> 'reversing' ->> 'kind',
          'amount', (p.after -> 'reversing' ->> 'amount')::bigint)
        from approvals p where p.subject_id = r.id and p.kind = 'reversal' and p.status = 'proposed') as proposed_reversal,
      coalesce((select json_agg(json_build_object('id', o.id, 'orderNo', o.order_no) order by o.id)
        from (select distinct o.id, o.order_no from allocations l join orders o on o.id = l.order_id
          where l.receipt_id = r.id order by o.id limit ${firstOrders}) o), '[]') as orders,
      coalesce((select json_agg(json_build_object('id', o.id, 'orderNo', o.order_no, 'amount', w.amount) order by o.id)
        from (${waiting(db)}) w join orders o on o.id = w.order_id), '[]') as proposed_for`,
    key: db`r.id`,
    from: db`receipts r`,
    join: db`left join accounts a on a.id = r.operator_id`,
    where: [
      db`r.project_id = ${projectId}`,
      input.id && db`r.id = ${input.id}`,
      input.unallocated && db`${hasBalance(db)} and ${free(db)} > 0`,
      input.approvalId &&
        db`r.id in (select (l ->> 'receiptId')::uuid from approvals p
          cross join jsonb_array_elements(p.after -> 'allocations') l
          where p.id = ${input.approvalId} and p.project_id = ${projectId} and p.kind = 'receipt')`,
      input.from && db`${day} >= ${input.from}`,
      input.to && db`${day} < ${input.to}`,
      input.amountFrom !== undefined && db`r.amount >= ${input.amountFrom}`,
      input.amountTo !== undefined && db`r.amount <= ${input.amountTo}`,
      keyword &&
        db`(r.serial_no in (${keyword}, ${bankSerialOf(keyword)}) or ${nameContains(db, db`r.payer_name`, keyword)})`,
    ],
    sorts: { amount: db`r.amount`, day: db`r.day` },
    orderBy: db`r.id desc`,
    capped: true,
  })
}

/** Unpaid orders that wait for nobody else and that the free balance of a receipt covers. Refuses 404. */
export async function findMatches(
  db: Db,
  { projectId }: ProjectScope,
  { receiptId, keyword }: InputOf<typeof receiptCalls.findMatches>,
): Promise<ReceiptMatch[]> {
  const [receipt] = await db<{ payerName: string; free: number; namedOrderId: string | null }[]>`
    select r.payer_name, ${free(db)}::int8 as free, r.named_order_id from receipts r where r.id = ${receiptId} and r.project_id = ${projectId}`
  const { payerName, free: most, namedOrderId } = receipt ?? refuse(commonRefusals.notFound)
  const sought = keyword
    ? db`(o.order_no = upper(${keyword}) or ${nameContains(db, db`o.payer_name`, keyword)})`
    : db`(m.is_same_payer or o.amount = ${most} or o.id = ${namedOrderId})`
  const rows = await db`
    select o.id, o.order_no, o.payer_name, o.amount, o.created_at, m.is_same_payer, o.amount = ${most} as is_same_sum,
      coalesce(o.id = ${namedOrderId}, false) as is_named,
      coalesce((select sum(r.amount - r.reversed) from receipts r
        where r.named_order_id = o.id and not r.is_void), 0)::bigint as received,
      (select a.user_name from order_items i join accounts a on a.id = i.account_id where i.order_id = o.id
        order by i.sort limit 1) as user_name,
      (select count(distinct i.account_id)::int from order_items i where i.order_id = o.id) as learner_count
    from orders o cross join lateral (
      select name_key(o.payer_name) = name_key(${payerName}) or exists (select from order_items i join accounts a on a.id = i.account_id
        where i.order_id = o.id and name_key(a.user_name) = name_key(${payerName})) as is_same_payer) m
    where o.project_id = ${projectId} and o.status = 'unpaid' and o.expires_at > moment()
      and (o.amount between 1 and ${most} or o.id = ${namedOrderId}) and ${sought}
      and not ${isProposed(db, db`o.id`)}
    order by coalesce(o.id = ${namedOrderId}, false) desc, (m.is_same_payer and o.amount = ${most}) desc, o.amount = ${most} desc, m.is_same_payer desc, o.id desc
    limit ${firstMatches}`
  return rowsOf(ReceiptMatch, rows)
}

/** Transfers with a free balance, since they were recorded; only for who has the whole project. */
export const unallocatedReceipts = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select r.id, r.created_at, null from receipts r
  where r.project_id = ${scope.projectId} and ${hasBalance(db)} and ${free(db)} > 0 and ${scope.unitPath === null}`

const LockedReceipt = Type.Object({
  id: Type.String(),
  serialNo: Type.String(),
  amount: Type.Integer(),
  balance: Type.Integer(),
  /** Part of the balance that no proposal waits for. */
  free: Type.Integer(),
  day: Type.String(),
  isVoid: Type.Boolean(),
  /** Entered by the holder of the account, in it or in another that counts as theirs. */
  own: Type.Boolean(),
})

export type LockedReceipt = Static<typeof LockedReceipt>

/** Condition on a proposal `p` to pay an order that the account entered none of the money. */
export const enteredByOthers = (db: Db, accountId: string): Fragment => db`not exists (
  select from jsonb_to_recordset(p.after -> 'allocations') l ("receiptId" uuid)
  join receipts r on r.id = l."receiptId" where r.operator_id = ${samePerson(db, accountId)})`

/** Locks receipts of a project, in one order for everybody; refuses 404 where one is none of it. */
export async function lockReceipts(
  tx: Tx,
  { projectId, accountId }: { projectId: string; accountId: string },
  ids: readonly string[],
): Promise<LockedReceipt[]> {
  await tx`
    select from receipts where project_id = ${projectId} and id = any(${ids as string[]}) order by id for no key update`
  // What was proposed while the lock was waited for is seen only by a statement that begins after it.
  const rows = await tx`
    select r.id, r.serial_no, r.amount, r.amount - r.allocated - r.reversed as balance, ${free(tx)} as free, r.day, r.is_void,
      coalesce(r.operator_id = ${samePerson(tx, accountId)}, false) as own
    from receipts r where r.project_id = ${projectId} and r.id = any(${ids as string[]})`
  if (rows.length < ids.length) refuse(commonRefusals.notFound)
  return rowsOf(LockedReceipt, rows)
}
