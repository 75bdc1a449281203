import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, type OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { isShownAs } from '../../../account/server/actions.ts'
import { transferHead } from '../../../receipt/voucher/contract.ts'
import {
  getTransfers,
  transferColumns,
  transferJoins,
  transferStage,
} from '../../../receipt/voucher/server/actions.ts'
import { CmsOrder, CmsOrderRow, type feeCalls } from '../contract.ts'

const visible = (db: Db, scope: Scope): Fragment => db`
  (o.kind = 'cms' and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })})`

/** The condition that a unit in a scope pays an order of fees `o`. */
const ofUnit = (db: Db, scope: Scope): Fragment => db`(o.payer_unit_id is not null and ${visible(db, scope)})`

const firstNames = 3

/** Stage of an order `o` that a unit has to pay, with its money `m` and its slip `v`. */
const stage = (db: Db): Fragment => db`
  case when o.status = 'unpaid' and o.payer_unit_id is not null then coalesce(${transferStage(db)}, 'toPay') end`

/** Facts about the items of an order `o`, as `n`. */
const counted = (db: Db): Fragment => db`
  cross join lateral (select count(*)::int as head_count from order_items i where i.order_id = o.id) n`

const rowColumns = (db: Db): Fragment => db`
  o.id, o.order_no, o.status, o.payer_name, o.payer_unit_id is not null as by_unit, u.name as unit_name,
  ${stage(db)} as stage,
  array(select i.name from order_items i where i.order_id = o.id group by i.sign_up_id, i.name order by min(i.sort))
    as sign_up_titles, n.head_count,
  array(select coalesce(s.real_name, a.user_name) from order_items i join accounts a on a.id = i.account_id
    left join students s on s.account_id = a.id where i.order_id = o.id order by i.sort limit ${firstNames}) as first_names,
  o.amount, o.refunded, o.channel, o.expires_at, o.paid_at, o.created_at`

const tables = (db: Db): Fragment => db`
  orders o left join units u on u.id = o.unit_id ${counted(db)} ${transferJoins(db)}`

/** Orders of fees in a scope, newest first. */
export function pageCmsOrders(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof feeCalls.query>,
): Promise<OutputOf<typeof feeCalls.query>> {
  const { keyword } = input
  return page(db, CmsOrderRow, input, {
    columns: rowColumns(db),
    key: db`o.id`,
    from: tables(db),
    where: [
      visible(db, scope),
      input.status && db`o.status = any(${input.status})`,
      input.kind &&
        db`exists (select from order_items i join sign_ups g on g.id = i.sign_up_id
          where i.order_id = o.id and g.kind = ${input.kind})`,
      input.signUpId &&
        db`o.id = any(array(select order_id from order_items where sign_up_id = ${input.signUpId}))`,
      input.byUnit !== undefined && db`(o.payer_unit_id is not null) = ${input.byUnit}`,
      input.stage && db`${stage(db)} = any(${input.stage})`,
      keyword &&
        db`(o.order_no = upper(${keyword}) or o.pay_reference = upper(${keyword}) or ${nameContains(db, db`o.payer_name`, keyword)}
          or exists (select from order_items i join accounts a on a.id = i.account_id
            left join students s on s.account_id = a.id where i.order_id = o.id and ${isShownAs(db, keyword)}))`,
      input.id && db`o.id = ${input.id}`,
      input.from && db`o.created_at >= ${input.from}`,
      input.to && db`o.created_at < ${input.to}`,
    ],
    sorts: {
      payerName: db`o.payer_name`,
      unitName: db`u.name`,
      status: db`o.status`,
      headCount: db`n.head_count`,
      amount: db`o.amount`,
      refunded: db`o.refunded`,
      paidAt: db`o.paid_at`,
      createdAt: db`o.created_at`,
    },
    orderBy: db`o.id desc`,
  })
}

const { transfer: _transfer, ...orderProperties } = CmsOrder.properties
const FoundOrder = Type.Object({ ...orderProperties, ...transferHead })

/** One order of fees in the caller's scope with what it pays; refuses 404. */
export async function getCmsOrder(
  db: Db,
  secrets: Secrets,
  session: Session,
  orderId: string,
): Promise<CmsOrder> {
  const { scope, menus } = session
  const rows = await db`
    select ${rowColumns(db)}, ${transferColumns(db)},
      case when o.status = 'unpaid' then greatest(0, extract(epoch from o.expires_at - moment()))::int else 0 end as seconds_left,
      o.status = 'unpaid' and o.payer_unit_id is not null and ${menus.has('/cms-manage/cms-order-manage#order')} as payable,
      (select json_agg(json_build_object('itemId', i.id, 'applicationId', p.id, 'accountId', a.id,
          'realName', coalesce(s.real_name, a.user_name), 'mobileMask', a.mobile_mask, 'signUpId', g.id,
          'signUpTitle', i.name, 'kind', g.kind, 'status', p.status, 'payable', i.payable, 'refunded', i.refunded)
          order by i.sort)
        from order_items i join sign_up_applications p on p.order_item_id = i.id join sign_ups g on g.id = p.sign_up_id
        join accounts a on a.id = i.account_id left join students s on s.account_id = a.id
        where i.order_id = o.id) as lines
    from ${tables(db)} where o.id = ${orderId} and ${visible(db, scope)}`
  const { reference, received, voucherStatus, transferPending, ...order } =
    rowOf(FoundOrder, rows) ?? refuse(commonRefusals.notFound)
  const head = { reference, received, voucherStatus, transferPending }
  const transfer = order.byUnit ? { ...head, ...(await getTransfers(db, secrets, session, orderId)) } : null
  return { ...order, transfer }
}

const FeeBill = Type.Object({
  status: Type.String(),
  orderNo: Type.String(),
  payerName: Type.String(),
  payerTaxNo: Nullable(Type.String()),
  amount: Type.Integer(),
  expiresAt: Type.String(),
  reference: Type.String(),
  lines: Type.Array(
    Type.Object({
      name: Type.String(),
      headCount: Type.Integer(),
      price: Type.Integer(),
      amount: Type.Integer(),
    }),
  ),
})

/** An order of fees of a unit in the caller's scope as its pro-forma invoice has it, by sign-ups; refuses 404. */
export async function getBill(db: Db, scope: Scope, orderId: string): Promise<Static<typeof FeeBill>> {
  const rows = await db`
    select o.status, o.order_no, o.payer_name, o.payer_tax_no, o.amount, o.expires_at,
      coalesce(o.pay_reference, '') as reference,
      (select json_agg(json_build_object('name', l.name, 'headCount', l.count, 'price', l.payable,
          'amount', l.count * l.payable) order by l.sort)
        from (select i.name, i.payable, count(*)::int as count, min(i.sort) as sort from order_items i
          where i.order_id = o.id group by i.sign_up_id, i.name, i.payable) l) as lines
    from orders o left join units u on u.id = o.unit_id where o.id = ${orderId} and ${ofUnit(db, scope)}`
  return rowOf(FeeBill, rows) ?? refuse(commonRefusals.notFound)
}

/** Refuses 404 what is no order of fees of a unit in the caller's scope. */
export async function assertUnitOrder(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  orderId: string,
): Promise<void> {
  const [known] = await db`
    select from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId} and ${ofUnit(db, scope)}`
  if (!known) refuse(commonRefusals.notFound)
}
