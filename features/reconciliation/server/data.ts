import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { ProjectScope, Session } from '../../../server/session.ts'
import { Bill, BillDifference, type reconciliationCalls } from '../contract.ts'
import { askDelays, keptDays, lateHours, readyHour } from '../rules.ts'

/** A day in China as the moment of its beginning. */
const start = (db: Db, day: Fragment): Fragment => db`((${day})::timestamp at time zone 'Asia/Shanghai')`

/** True of a row that is of the project, or of the portal's own merchant and no known project. */
const isOf = (db: Db, projectId: Fragment, own: string): Fragment =>
  db`(${projectId} = ${own} or ${projectId} is null)`

/** True of a bill `b` that could not be read for so long that a person has to know. */
const isLate = (db: Db): Fragment => db`
  b.read_at is null and b.failure is not null
    and moment() > ${start(db, db`b.day + 1`)} + make_interval(hours => ${readyHour + lateHours})`

/** Days of the project's merchants, and of the portal's own with what of it is the project's; the newest first. */
export async function pageBills(
  db: Db,
  { projectId }: ProjectScope,
  input: InputOf<typeof reconciliationCalls.findPageList>,
) {
  const open = db`exists (select from bill_differences d where d.bill_id = b.id and d.settled_at is null
    and ${isOf(db, db`d.project_id`, projectId)})`
  return page(db, Bill, input, {
    columns: db`
      b.id, b.day, b.channel, m.name as merchant_name, b.read_at, b.failure, b.ask_at, l.payments, l.received, l.refunds,
      l.refunded, l.fees, l.received - l.refunded - l.fees as net, d.differences, d.open_differences`,
    key: db`b.id`,
    from: db`bills b`,
    join: db`
      left join merchants m on m.id = b.merchant_id
      cross join lateral (
        select (count(*) filter (where item = 'payment'))::int as payments, (count(*) filter (where item = 'refund'))::int as refunds,
          coalesce(sum(amount) filter (where item = 'payment'), 0)::bigint as received,
          coalesce(sum(amount) filter (where item = 'refund'), 0)::bigint as refunded,
          coalesce(sum(fee), 0)::bigint as fees
        from bill_lines where bill_id = b.id and ${isOf(db, db`project_id`, projectId)}) l
      cross join lateral (
        select count(*)::int as differences, (count(*) filter (where settled_at is null))::int as open_differences
        from bill_differences where bill_id = b.id and ${isOf(db, db`project_id`, projectId)}) d`,
    where: [
      isOf(db, db`b.project_id`, projectId),
      input.channel && db`b.channel = ${input.channel}`,
      input.from && db`${start(db, db`b.day`)} >= ${input.from}`,
      input.to && db`${start(db, db`b.day`)} < ${input.to}`,
      input.attention && (input.attention === 'open' ? open : isLate(db)),
    ],
    sorts: { day: db`b.day` },
    orderBy: db`b.day desc, b.channel, b.id`,
  })
}

/** True of a difference `d` whose payment `p` the books may take over, or have taken over since. */
const canBook = (db: Db): Fragment => db`
  (d.item = 'payment' and d.kind = 'unbooked' and d.settled_at is null and p.id is not null
    and coalesce(p.transaction_id, d.transaction_id) = d.transaction_id)`

/** Differences between bills and books of the project, the newest first. */
export async function pageDifferences(
  db: Db,
  { projectId }: ProjectScope,
  input: InputOf<typeof reconciliationCalls.findDifferences>,
) {
  const { keyword } = input
  return page(db, BillDifference, input, {
    columns: db`
      d.id, b.day, b.channel, m.name as merchant_name, d.item, d.kind, d.out_trade_no, d.refund_no, d.transaction_id,
      d.billed, d.booked, d.at, o.id as order_id, o.order_no, coalesce(${canBook(db)}, false) as can_book, d.settled_at,
      a.user_name as settled_by, d.reason`,
    key: db`d.id`,
    from: db`bill_differences d join bills b on b.id = d.bill_id`,
    join: db`
      left join merchants m on m.id = b.merchant_id left join payments p on p.id = d.payment_id
      left join orders o on o.id = p.order_id left join accounts a on a.id = d.settled_by`,
    where: [
      isOf(db, db`d.project_id`, projectId),
      input.channel && db`b.channel = ${input.channel}`,
      input.kind && db`d.kind = ${input.kind}`,
      input.open !== undefined && (input.open ? db`d.settled_at is null` : db`d.settled_at is not null`),
      input.from && db`${start(db, db`b.day`)} >= ${input.from}`,
      input.to && db`${start(db, db`b.day`)} < ${input.to}`,
      keyword &&
        db`(${keyword} in (d.out_trade_no, d.refund_no, d.transaction_id)
          or d.payment_id in (select s.id from payments s join orders n on n.id = s.order_id where n.order_no = upper(${keyword})))`,
    ],
    sorts: { day: db`b.day`, billed: db`d.billed`, booked: db`d.booked` },
    orderBy: db`d.id desc`,
  })
}

/** Open differences of a session's project, since they were found; only for who has the whole project. */
export const openDifferences = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select d.id, d.created_at, null from bill_differences d
  where d.settled_at is null and ${isOf(db, db`d.project_id`, scope.projectId)} and ${scope.unitPath === null}`

/** Bills of a session's project that are late, since they could be had; only for who has the whole project. */
export const lateBills = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select b.id, ${start(db, db`b.day + 1`)}, null from bills b
  where ${isLate(db)} and ${isOf(db, db`b.project_id`, scope.projectId)} and ${scope.unitPath === null}`

const LockedDifference = Type.Object({
  id: Type.String(),
  projectId: Nullable(Type.String()),
  paymentId: Nullable(Type.String()),
  outTradeNo: Type.String(),
  refundNo: Nullable(Type.String()),
  transactionId: Type.String(),
  kind: Type.String(),
  billed: Nullable(Type.Integer()),
  booked: Nullable(Type.Integer()),
  isSettled: Type.Boolean(),
  canBook: Type.Boolean(),
  /** Status of its payment, once the books have the money; else null. */
  bookedStatus: Nullable(Type.String()),
})

/** Locks a difference of the project; refuses 404. */
export async function lockDifference(
  tx: Tx,
  { projectId }: ProjectScope,
  id: string,
): Promise<Static<typeof LockedDifference>> {
  const rows = await tx`
    select d.id, d.project_id, d.payment_id, d.out_trade_no, d.refund_no, d.transaction_id, d.kind, d.billed, d.booked,
      d.settled_at is not null as is_settled, coalesce(${canBook(tx)}, false) as can_book,
      case when p.transaction_id is not null then p.status end as booked_status
    from bill_differences d left join payments p on p.id = d.payment_id
    where d.id = ${id} and ${isOf(tx, tx`d.project_id`, projectId)} for no key update of d`
  return rowOf(LockedDifference, rows) ?? refuse(commonRefusals.notFound)
}

const DueBill = Type.Object({
  id: Type.String(),
  channel: Type.Unsafe<PaymentChannelName>(Type.String()),
  merchantId: Nullable(Type.String()),
  day: Type.String(),
  /** The books have money of the day. */
  isBooked: Type.Boolean(),
  /** Hours since the bill could be had. */
  hours: Type.Number(),
})
export type DueBill = Static<typeof DueBill>

/** Writes down the days whose bills can be had by now: of each merchant since its first payment, as long as they are kept. */
export async function addDays(db: Db): Promise<void> {
  await db`
    with merchant as (
      select channel, project_id, id from merchants
      union all select channel, null, null from (values ('wechat'), ('alipay')) c (channel)),
    today as (select (moment() at time zone 'Asia/Shanghai')::date as day),
    since as (
      select m.*, coalesce(
        (select max(b.day) + 1 from bills b where b.channel = m.channel and b.merchant_id is not distinct from m.id),
        (select (p.created_at at time zone 'Asia/Shanghai')::date from payments p
          where p.channel = m.channel and p.merchant_id is not distinct from m.id order by p.id limit 1)) as day
      from merchant m)
    insert into bills (channel, project_id, merchant_id, day, ask_at)
    select s.channel, s.project_id, s.id, d.day::date, ${start(db, db`d.day::date + 1`)} + make_interval(hours => ${readyHour})
    from since s, today,
      generate_series(greatest(s.day, today.day - ${keptDays}::int), today.day - 1, interval '1 day') d (day)
    where s.day is not null
    on conflict on constraint bills_day do nothing`
}

/** Columns of a bill `b` that is to be read. */
const dueColumns = (db: Db): Fragment => db`
  b.id, b.channel, b.merchant_id, b.day::text as day,
  exists (${bookedOn(db)}) as is_booked,
  extract(epoch from moment() - ${start(db, db`b.day + 1`)})::float8 / 3600 - ${readyHour} as hours`

/** Payments by the books on the day of a bill `b`, through its merchant. */
const bookedOn = (db: Db): Fragment => db`
  select p.id, p.project_id, p.out_trade_no, p.transaction_id, p.amount, coalesce(p.paid_at, p.succeeded_at) as at
  from payments p
  where p.channel = b.channel and p.merchant_id is not distinct from b.merchant_id and p.transaction_id is not null
    and coalesce(p.paid_at, p.succeeded_at) >= ${start(db, db`b.day`)}
    and coalesce(p.paid_at, p.succeeded_at) < ${start(db, db`b.day + 1`)}`

/**
 * Claims the bills to read next, one of each merchant, and sets when they are asked for again: a merchant's days are
 * read one after the other, so that what a bill does not have is in none before it.
 */
export async function claimDue(db: Db, limit: number): Promise<DueBill[]> {
  const rows = await db`
    with due as (
      select b.id from bills b
      where b.ask_at <= moment() and not exists (
        select from bills e where e.channel = b.channel and e.merchant_id is not distinct from b.merchant_id
          and e.ask_at is not null and e.day < b.day
          and e.day >= (moment() at time zone 'Asia/Shanghai')::date - ${keptDays}::int)
      order by b.ask_at limit ${limit} for update skip locked)
    update bills b set asked = b.asked + 1,
      ask_at = moment() + make_interval(mins => (${askDelays as readonly number[] as number[]}::int[])[least(b.asked + 1, ${askDelays.length})])
    from due where due.id = b.id returning ${dueColumns(db)}`
  return rowsOf(DueBill, rows)
}

/** Locks a bill that is to be read; null once it is. */
export async function lockUnread(tx: Tx, id: string): Promise<DueBill | null> {
  const rows = await tx`
    select ${dueColumns(tx)} from bills b where b.id = ${id} and b.ask_at is not null for update`
  return rowOf(DueBill, rows)
}

/** Finds what a bill that was read and the books have otherwise than each other, and writes it down; returns how much. */
export async function compare(tx: Tx, billId: string): Promise<number> {
  const columns = tx`bill_id, project_id, item, kind, payment_id, out_trade_no, refund_no, transaction_id, billed, booked, at`
  const found = await tx`
    with line as (
      select l.*, p.id as payment_id, p.transaction_id as known, p.amount as paid, r.amount as given
      from bill_lines l join bills b on b.id = l.bill_id
      left join payments p on p.out_trade_no = l.out_trade_no and p.channel = b.channel
        and p.merchant_id is not distinct from b.merchant_id
      left join refunds r on l.item = 'refund' and r.payment_id = p.id and r.channel_no = l.refund_no
        and r.offline is null and r.status in ('processing', 'succeeded')
      where b.id = ${billId}),
    odd as (
      select l.*, case when item = 'payment' and known is distinct from transaction_id or item = 'refund' and given is null
          then 'unbooked' else 'amount' end as kind
      from line l
      where case item when 'payment' then known is distinct from transaction_id or paid <> amount
        else given is null or given <> amount end)
    insert into bill_differences (${columns})
    select bill_id, project_id, item, kind, payment_id, out_trade_no, refund_no, transaction_id, amount,
      case when kind = 'amount' then case item when 'payment' then paid else given end end, at
    from odd
    union all
    select b.id, p.project_id, 'payment', 'unbilled', p.id, p.out_trade_no, null, p.transaction_id, null, p.amount, p.at
    from bills b cross join lateral (${bookedOn(tx)}) p
    where b.id = ${billId} and not exists (
      select from bill_lines l join bills o on o.id = l.bill_id
      where l.item = 'payment' and l.transaction_id = p.transaction_id and o.channel = b.channel)
    union all
    select b.id, p.project_id, 'refund', 'unbilled', p.id, p.out_trade_no, r.channel_no, p.transaction_id, null, r.amount,
      r.succeeded_at
    from bills b join payments p on p.channel = b.channel and p.merchant_id is not distinct from b.merchant_id
    join refunds r on r.payment_id = p.id
    where b.id = ${billId} and r.status = 'succeeded' and r.offline is null and r.channel_no is not null
      -- A channel may bill a refund on the day after it was sent: what went back yesterday is looked for today.
      and r.succeeded_at >= ${start(tx, tx`b.day - 1`)} and r.succeeded_at < ${start(tx, tx`b.day`)}
      and exists (select from bills e where e.channel = b.channel and e.merchant_id is not distinct from b.merchant_id
        and e.day = b.day - 1)
      and not exists (
        select from bill_lines l join bills o on o.id = l.bill_id
        where l.item = 'refund' and l.refund_no = r.channel_no and o.channel = b.channel)
    returning 1`
  return found.length
}
