import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, type OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { refusalStore, type StoredRefusal } from '../../../contract/storedRefusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { classRefusals } from '../../class/contract.ts'
import { enrolmentRefusals } from '../../enrolment/contract.ts'
import { transferPending } from '../../order/server/actions.ts'
import {
  getTransfers,
  transferColumns,
  transferJoins,
  transferStage,
} from '../../receipt/voucher/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { personColumns, personJoins } from '../../unitClass/server/actions.ts'
import { BatchItem, BatchOrder, type batchOrderCalls, BatchOrderDetail } from '../contract.ts'
import { batchOrderRefusals, stageWords } from '../rules.ts'

/** Reasons for which a place of a batch was not opened. */
export const placeProblems = refusalStore({
  common: commonRefusals,
  enrolment: enrolmentRefusals,
  class: classRefusals,
  batchOrder: batchOrderRefusals,
})

/** Limit of learners a list names. */
const firstNames = 3

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path' })

/** Paid places of an order `o` that are not open, less those whose money went back. */
const failedPlaces = (db: Db): Fragment => db`
  (select count(*)::int from batch_places l join order_items i on i.id = l.item_id
    where l.order_id = o.id and l.state = 'failed' and not (i.payable > 0 and i.refunded = i.payable))`

/** Stage of an order `o`, with its batch `b`, its money `m` and its slip `v`. */
const stage = (db: Db): Fragment => db`
  case when o.status in ('cancelled', 'refunded') then o.status
    -- Money that covers what is to be waived leaves it to be waived until somebody proposes to use it.
    when o.status = 'unpaid' and b.pay_mode = 'free' and m.received >= o.amount and not ${transferPending(db)} then 'toFree'
    when o.status = 'unpaid' then coalesce(${transferStage(db)},
      case b.pay_mode when 'free' then 'toFree' when 'code' then 'toPay' else 'toTransfer' end)
    when b.delivery = 'opening' then 'opening'
    when b.delivery = 'opened_with_errors' and ${failedPlaces(db)} > 0 then 'openedWithErrors'
    when o.status = 'part_refunded' then 'partRefunded' else 'opened' end`

const from = (db: Db): Fragment => db`
  orders o join batch_orders b on b.order_id = o.id join units u on u.id = o.unit_id
  join unit_classes uc on uc.id = b.unit_class_id ${transferJoins(db)}`

const joins = (db: Db): Fragment => db`
  join train_classes c on c.id = uc.class_id left join accounts op on op.id = b.operator_id`

const columns = (db: Db): Fragment => db`
  o.id, o.order_no, b.unit_class_id, uc.name as unit_class_name, uc.class_id, c.name as class_name, o.unit_id,
  u.name as unit_name, o.payer_name, o.payer_tax_no, o.status, ${stage(db)} as stage, b.pay_mode,
  ${transferColumns(db)},
  coalesce((select i.price - i.discount from order_items i where i.order_id = o.id order by i.sort limit 1), 0)::bigint as price,
  o.amount, o.refunded, (select count(*)::int from order_items i where i.order_id = o.id) as head_count,
  array(select coalesce(s.real_name, a.user_name) from order_items i join accounts a on a.id = i.account_id
    left join students s on s.account_id = a.id where i.order_id = o.id order by i.sort limit ${firstNames}) as first_names,
  o.channel, b.delivery,
  (select count(*)::int from batch_places l where l.order_id = o.id and l.state = 'opened') as opened,
  ${failedPlaces(db)} as failed, o.expires_at,
  case when o.status = 'unpaid' then greatest(0, extract(epoch from o.expires_at - moment()))::int else 0 end as seconds_left,
  o.paid_at, o.created_at, op.user_name as placed_by`

const { actor: _actor, ...listedProperties } = BatchOrder.properties
const ListedRow = Type.Object(listedProperties)
type ListedRow = Static<typeof ListedRow>

const withActor = <R extends ListedRow>(row: R) => ({ ...row, actor: stageWords[row.stage].actor })

type Filters = InputOf<typeof batchOrderCalls.queryPageList>

/** Batch orders of the caller's scope, newest first. */
export async function pageBatchOrders(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: Filters,
): Promise<OutputOf<typeof batchOrderCalls.queryPageList>> {
  const { keyword } = input
  const { total, list } = await page(db, ListedRow, input, {
    columns: columns(db),
    key: db`o.id`,
    from: from(db),
    join: joins(db),
    where: [
      visible(db, scope),
      input.id && db`o.id = ${input.id}`,
      input.unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, input.unitId)}, '?')`,
      input.unitClassId && db`b.unit_class_id = ${input.unitClassId}`,
      input.status && db`o.status = any(${input.status})`,
      input.stage && db`${stage(db)} = any(${input.stage})`,
      input.payMode && db`b.pay_mode = ${input.payMode}`,
      keyword &&
        db`(o.order_no = upper(${keyword}) or o.pay_reference = upper(${keyword})
          or ${nameContains(db, db`o.payer_name`, keyword)} or ${nameContains(db, db`uc.name`, keyword)})`,
      input.from && db`o.created_at >= ${input.from}`,
      input.to && db`o.created_at < ${input.to}`,
    ],
    sorts: { amount: db`o.amount`, createdAt: db`o.created_at`, paidAt: db`o.paid_at` },
    maybeNull: ['paidAt'],
    orderBy: db`o.id desc`,
    capped: true,
  })
  return { total, list: list.map(withActor) }
}

/** One batch order of the caller's scope as a list has it; refuses 404. */
export async function getBatchOrder(db: Db, scope: Scope, orderId: string): Promise<BatchOrder> {
  const rows = await db`
    select ${columns(db)} from ${from(db)} ${joins(db)} where o.id = ${orderId} and ${visible(db, scope)}`
  return withActor(rowOf(ListedRow, rows) ?? refuse(commonRefusals.notFound))
}

/** Parts that a detail has beside a list and its transfers. */
const Further = Type.Object({
  payModes: Type.Array(Type.String()),
  closedReason: Nullable(Type.String()),
  remark: Nullable(Type.String()),
})

const readFurther = async (db: Db, orderId: string): Promise<Static<typeof Further>> => {
  const rows = await db`
    select uc.pay_modes, o.closed_reason, o.remark from orders o join batch_orders b on b.order_id = o.id
    join unit_classes uc on uc.id = b.unit_class_id where o.id = ${orderId}`
  return rowOf(Further, rows)!
}

type Step = BatchOrderDetail['steps'][number]

/** Steps open to the caller, by what the order is and what they may do; the actions refuse the same. */
function stepsOf(session: Session, order: BatchOrder, payModes: readonly string[]): Step[] {
  const { menus } = session
  const may = {
    order: menus.has('/train-manage/unit-class#order'),
    cancel: menus.has('/order-manage/list#cancel'),
    free: menus.has('/order-manage/list#free'),
    receipt: menus.has('/order-manage/list#receipt'),
  }
  const isUnpaid = order.status === 'unpaid' && order.secondsLeft > 0
  const isPayable = isUnpaid && !order.transferPending
  const isSettled = ['paid', 'free', 'part_refunded'].includes(order.status)
  const open: Record<Step, boolean> = {
    payByCode: may.order && isPayable && payModes.includes('code'),
    payByTransfer: may.order && isPayable && order.payMode !== 'transfer' && payModes.includes('transfer'),
    submitVoucher: may.order && isPayable && payModes.includes('transfer'),
    rejectVoucher: may.receipt && isUnpaid && order.voucherStatus === 'in_review',
    free: may.free && isUnpaid && payModes.includes('free'),
    cancel: (may.order || may.cancel) && order.status === 'unpaid',
    retry:
      (may.order || may.cancel) && isSettled && order.delivery === 'opened_with_errors' && order.failed > 0,
    replace: may.order && isSettled && order.delivery !== 'opening',
    proForma: order.status === 'unpaid' && order.amount > 0,
  }
  return (Object.keys(open) as Step[]).filter((step) => open[step])
}

const { problem: _problem, ...itemProperties } = BatchItem.properties
const StoredItem = Type.Object({
  ...itemProperties,
  problem: Nullable(Type.Unsafe<StoredRefusal>({ type: 'object' })),
})

/** State of an item `i` of an order `o`, with its place `l`. */
const placeState = (db: Db): Fragment => db`
  case when o.status = 'cancelled' then 'cancelled' when i.payable > 0 and i.refunded = i.payable then 'refunded'
    when o.status = 'unpaid' then 'unpaid' else l.state end`

/** One page of the learners of a batch order, in the order of its items. */
async function pageItems(
  db: Db,
  projectId: string,
  input: InputOf<typeof batchOrderCalls.getBatchOrderDetail>,
) {
  const { total, list } = await page(db, StoredItem, input, {
    columns: db`
      i.id as item_id, ${personColumns(db)}, i.payable, i.refunded, i.refunding, ${placeState(db)} as state, l.problem,
      e.id as enrolment_id, coalesce(e.progress, 0) as progress,
      coalesce((select json_agg(json_build_object('name', coalesce(fs.real_name, fa.user_name), 'at', r.created_at)
          order by r.id)
        from batch_replacements r join accounts fa on fa.id = r.from_id left join students fs on fs.account_id = fa.id
        where r.item_id = i.id), '[]') as replaced,
      coalesce(i.refunding = 0 and (l.state = 'failed' and i.refunded < greatest(i.payable, 1)
        or l.state = 'opened' and i.refunded = 0 and e.status = 'active' and e.suspended_by is null
          and e.watched_seconds = 0 and e.exam_score is null), false) as replaceable`,
    from: db`order_items i join orders o on o.id = i.order_id left join batch_places l on l.item_id = i.id`,
    join: db`
      join accounts a on a.id = i.account_id ${personJoins(db)}
      left join lateral (
        -- Who was moved away and came back, or had the place before, has two of it: the newest is what it is.
        select * from enrolments e where e.account_id = i.account_id and e.class_id = i.class_id and e.source = 'batch'
          and e.source_id = i.id order by e.id desc limit 1) e on true`,
    where: [
      db`i.order_id = ${input.orderId}`,
      input.state && db`${placeState(db)} = ${input.state}`,
      input.keyword &&
        db`i.account_id = any(array(${learnersNamed(db, { projectId, unitPath: null }, input.keyword)}))`,
    ],
    orderBy: db`i.sort`,
  })
  return {
    total,
    list: list.map(({ problem, ...row }) => ({ ...row, problem: problem && placeProblems.say(problem) })),
  }
}

/** A batch order of the caller's scope with a page of its learners; refuses 404. */
export async function getDetail(
  db: Db,
  secrets: Secrets,
  session: Session,
  input: InputOf<typeof batchOrderCalls.getBatchOrderDetail>,
): Promise<BatchOrderDetail> {
  const order = await getBatchOrder(db, session.scope, input.orderId)
  const [{ payModes, ...further }, transfers, items] = await Promise.all([
    readFurther(db, input.orderId),
    getTransfers(db, secrets, session, input.orderId),
    pageItems(db, session.projectId, input),
  ])
  return { ...order, ...further, ...transfers, steps: stepsOf(session, order, payModes), items }
}

/** Orders that wait to be waived, since they were placed. */
export const waitingWaivers = (db: Db, scope: Scope): Fragment => db`
  select o.id, o.created_at, null from orders o join batch_orders b on b.order_id = o.id and b.pay_mode = 'free'
  join units u on u.id = o.unit_id
  where o.status = 'unpaid' and not exists (
      select from approvals p where p.subject_id = o.id and p.status = 'proposed')
    and ${visible(db, scope)}`

const PlacePerson = Type.Object({
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
})

/** Shows some people, by their accounts. */
export async function showPeople(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, Static<typeof PlacePerson>>> {
  const rows = await db`
    select ${personColumns(db)} from accounts a ${personJoins(db)} where a.id = any(${accountIds as string[]}::uuid[])`
  return new Map(rowsOf(PlacePerson, rows).map((person) => [person.accountId, person]))
}
