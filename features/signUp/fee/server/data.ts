import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { isShownAs } from '../../../account/server/actions.ts'
import { CmsOrder, CmsOrderRow, type feeCalls } from '../contract.ts'

const visible = (db: Db, scope: Scope): Fragment => db`
  (o.kind = 'cms' and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })})`

const firstNames = 3

/** Facts about the items of an order `o`, as `n`. */
const counted = (db: Db): Fragment => db`
  cross join lateral (select count(*)::int as head_count from order_items i where i.order_id = o.id) n`

const rowColumns = (db: Db): Fragment => db`
  o.id, o.order_no, o.status, o.payer_name, o.payer_unit_id is not null as by_unit, u.name as unit_name,
  array(select i.name from order_items i where i.order_id = o.id group by i.sign_up_id, i.name order by min(i.sort))
    as sign_up_titles, n.head_count,
  array(select coalesce(s.real_name, a.user_name) from order_items i join accounts a on a.id = i.account_id
    left join students s on s.account_id = a.id where i.order_id = o.id order by i.sort limit ${firstNames}) as first_names,
  o.amount, o.refunded, o.channel, o.expires_at, o.paid_at, o.created_at`

const tables = (db: Db): Fragment => db`orders o left join units u on u.id = o.unit_id ${counted(db)}`

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
      keyword &&
        db`(o.order_no = ${keyword.toUpperCase()} or ${nameContains(db, db`o.payer_name`, keyword)}
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

/** One order of fees in the caller's scope with what it pays; refuses 404. */
export async function getCmsOrder(
  db: Db,
  { scope, menus }: Pick<Session, 'scope' | 'menus'>,
  orderId: string,
): Promise<CmsOrder> {
  const rows = await db`
    select ${rowColumns(db)},
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
  return rowOf(CmsOrder, rows) ?? refuse(commonRefusals.notFound)
}

/** Refuses 404 what is no order of fees of a unit in the caller's scope. */
export async function assertUnitOrder(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  orderId: string,
): Promise<void> {
  const [known] = await db`
    select from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId} and o.payer_unit_id is not null and ${visible(db, scope)}`
  if (!known) refuse(commonRefusals.notFound)
}
