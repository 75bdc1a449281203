import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type InputOf, type OutputOf } from '../../../contract/call.ts'
import { type Language, sayFilled } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { personalPicturePath } from '../../file/server/actions.ts'
import { refundTerms } from '../../project/rules.ts'
import {
  ManagedRefund,
  MyRefund,
  Refund,
  type refundCalls,
  type RefundData,
  refundRules,
  RefundTotals,
} from '../contract.ts'
import { leftOf } from '../../order/rules.ts'
import { type AwaitedRed, blocksOf, waitingFor } from '../rules.ts'
import { getRefundable, offlineWhy } from './data.ts'
import { refundKind } from './execute.ts'

/** Hours without an answer after which a refund is nobody's but a person's. */
const stuckHours = 24

/** A refund `r` that a person has to see to: it failed, or the channel has said nothing final for a day. */
const isStuck = (db: Db): Fragment => db`
  (r.status = 'failed'
    or r.status = 'processing' and coalesce(r.decided_at, r.created_at) < moment() - make_interval(hours => ${stuckHours}))`

const isProposed = (db: Db): Fragment => db`
  exists (select from approvals a where a.subject_id = r.id and a.kind = ${refundKind.key}
    and a.status in ('proposed', 'approved'))`

/** Value of a proposal about `r` that waits, of its bank transfer. */
const proposed = (db: Db, value: Fragment): Fragment => db`(
  select ${value} from approvals a where a.subject_id = r.id and a.kind = ${refundKind.key} and a.status = 'proposed')`

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'r.project_id', unitPath: 'u.path', account: 'r.account_id' })

/** Red invoices that `r` waits for; null where it waits for none. */
const awaitedRed = (db: Db): Fragment => db`
  case when r.status = 'awaiting_red' then (
    select json_build_object('number', min(b.number), 'amount', coalesce(sum(i.amount), 0)::bigint,
      'statuses', coalesce(json_agg(distinct i.status) filter (where i.id is not null), '[]'), 'formBy', min(i.form_by),
      'formUntil', to_char(min(i.form_until) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'))
    from invoices i join invoices b on b.id = i.original_id
    where i.refund_id = r.id and i.status not in ('opened', 'cancelled')) end`

/** The channel that the money of `r` came through: surplus may have come by another than its order was paid by. */
const channelOf = (db: Db): Fragment => db`
  coalesce((select p.channel from payments p where p.id = r.payment_id), o.channel)`

/** Columns of a refund, with the reason as its reader may have it: a learner reads what the office wrote for them. */
const columns = (db: Db, reader: 'office' | 'learner'): Fragment => db`
  r.id, r.refund_no, r.order_id, o.order_no, r.kind, r.status, r.amount,
  ${reader === 'office' ? db`r.reason` : db`case r.kind when 'operator' then r.learner_note else r.reason end`} as reason,
  r.decision, ${channelOf(db)} as channel, r.created_at,
  r.decided_at, r.succeeded_at, r.offline is not null as is_offline, ${awaitedRed(db)} as red,
  coalesce((select json_agg(json_build_object('itemId', i.id, 'name', i.name, 'amount', x.amount,
      'progress', x.progress, 'days', x.days) order by i.sort)
    from refund_items x join order_items i on i.id = x.order_item_id where x.refund_id = r.id), '[]') as items`

const managedColumns = (db: Db): Fragment => db`
  ${columns(db, 'office')}, r.learner_note, o.payer_name, r.account_id, a.mobile_mask, u.name as unit_name, y.user_name as applicant_name,
  d.user_name as decider_name, r.failure, r.failure_code, r.attempts, ${offlineWhy(db)} as offline_why,
  coalesce(r.offline, ${proposed(db, db`a.after -> 'offline'`)}) as offline,
  coalesce(r.proof_key, ${proposed(db, db`a.proof_key`)}) as proof_key, r.times,
  r.terms, r.by_terms,
  ${isProposed(db)} as is_proposed`

/** Joins for fields of a refund that only the back office sees. */
const joined = (db: Db): Fragment => db`
  left join accounts a on a.id = r.account_id left join accounts y on y.id = r.applicant_id
  left join accounts d on d.id = r.decider_id left join payments p on p.id = r.payment_id`

const tables = (db: Db): Fragment => db`
  refunds r join orders o on o.id = r.order_id left join units u on u.id = o.unit_id`

type Query = InputOf<typeof refundCalls.list>

const Red = Nullable(Type.Unsafe<AwaitedRed>({ type: 'object' }))
const { proofPath: _proofPath, waitsFor: _waitsFor, ...storedProperties } = ManagedRefund.properties
const StoredRefund = Type.Object({ ...storedProperties, proofKey: Nullable(Type.String()), red: Red })
const OwnRefund = Type.Object({ ...Type.Omit(Refund, ['waitsFor']).properties, red: Red })
const OwnHistory = Type.Object({ ...OwnRefund.properties, events: MyRefund.properties.events })

const events = (db: Db): Fragment => db`
  coalesce((select json_agg(json_build_object('kind', e.kind, 'at', e.created_at) order by e.id)
    from refund_events e where e.refund_id = r.id), '[]')`

/** A refund as it is read, with the sentence of what it waits for in place of the red invoices. */
function saying<R extends { red: AwaitedRed | null }>({ red, ...refund }: R, language: Language) {
  return { ...refund, waitsFor: red && waitingFor(red, language) }
}

/** Refunds in the caller's scope, the newest first. Refuses (422) pages beyond the counted rows. */
export async function pageRefunds(
  db: Db,
  secrets: Secrets,
  session: Pick<Session, 'accountId' | 'scope'>,
  input: Query,
  language: Language,
): Promise<OutputOf<typeof refundCalls.list>> {
  const { keyword } = input
  const { scope } = session
  const number = keyword?.toUpperCase() ?? ''
  const { total, list } = await page(db, StoredRefund, input, {
    columns: managedColumns(db),
    key: db`r.id`,
    from: tables(db),
    join: joined(db),
    where: [
      visible(db, scope),
      input.id && db`r.id = ${input.id}`,
      input.orderId && db`r.order_id = ${input.orderId}`,
      input.status && db`r.status = any(${input.status})`,
      input.kind && db`r.kind = ${input.kind}`,
      input.stuck && isStuck(db),
      input.from && db`r.created_at >= ${input.from}`,
      input.to && db`r.created_at < ${input.to}`,
      input.refundedFrom && db`r.succeeded_at >= ${input.refundedFrom}`,
      input.refundedTo && db`r.succeeded_at < ${input.refundedTo}`,
      input.amountFrom !== undefined && db`r.amount >= ${input.amountFrom}`,
      input.amountTo !== undefined && db`r.amount <= ${input.amountTo}`,
      input.unitId &&
        db`u.path like (select w.path || '%' from units w where w.id = ${input.unitId} and w.project_id = r.project_id)`,
      input.classType !== undefined && db`order_class_type(o.id) = ${input.classType}`,
      keyword &&
        db`(r.refund_no = ${number} or o.order_no = ${number}
          or o.id = any(array(select order_id from order_items
            where account_id = any(array(${learnersNamed(db, scope, keyword)})))))`,
    ],
    sorts: { amount: db`r.amount`, createdAt: db`r.created_at` },
    orderBy: db`r.id desc`,
    capped: true,
  })
  return {
    total,
    list: list.map(({ proofKey, ...row }) => ({
      ...saying(row, language),
      proofPath: personalPicturePath(secrets, session, proofKey),
    })),
  }
}

/** Numbers of refunds in scope by their ids. */
export async function nameRefunds(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; refundNo: string }[]>`
    select r.id, r.refund_no from ${tables(db)} where r.id = any(${ids as string[]}) and ${visible(db, scope)}`
  return new Map(rows.map(({ id, refundNo }) => [id, refundNo]))
}

/** Sums what is being refunded and what was refunded this month, in fen, of the refunds in scope. */
export async function getRefundTotals(db: Db, scope: Scope): Promise<OutputOf<typeof refundCalls.getTotals>> {
  const sum = (condition: Fragment) => db`(
    select json_build_object('count', count(*)::int, 'amount', coalesce(sum(r.amount), 0)::bigint)
    from ${tables(db)} where ${visible(db, scope)} and ${condition})`
  const month = db`date_trunc('month', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const rows = await db`
    select ${sum(db`r.status in ('awaiting_red', 'processing')`)} as under_way,
      ${sum(db`r.status = 'processing' and r.kind = 'surplus'`)} as surplus,
      ${sum(db`r.succeeded_at >= ${month}`)} as refunded_this_month,
      ${sum(db`r.succeeded_at >= ${month} and r.kind <> 'surplus'`)} as orders`
  return rowOf(RefundTotals, rows)!
}

/** A learner's own refunds, the newest first. */
export async function pageMyRefunds(
  db: Db,
  accountId: string,
  input: InputOf<typeof refundCalls.findMyList>,
  language: Language,
): Promise<OutputOf<typeof refundCalls.findMyList>> {
  const { total, list } = await page(db, OwnHistory, input, {
    columns: db`${columns(db, 'learner')}, ${events(db)} as events`,
    from: db`refunds r join orders o on o.id = r.order_id`,
    where: [db`r.account_id = ${accountId}`, input.orderId && db`r.order_id = ${input.orderId}`],
    orderBy: db`r.id desc`,
  })
  return { total, list: list.map((row) => saying(row, language)) }
}

/** A refund that its caller has just changed. */
export async function getRefund(db: Db, scope: Scope, id: string, language: Language): Promise<Refund> {
  const rows = await db`
    select ${columns(db, scope.accountId === null ? 'office' : 'learner')} from ${tables(db)} where r.id = ${id} and ${visible(db, scope)}`
  return saying(rowOf(OwnRefund, rows)!, language)
}

/** Previews what of an order in scope can be refunded now, by the caller's own rules; refuses 404. */
export async function previewRefund(
  db: Db,
  session: Session,
  orderId: string,
  language: Language,
): Promise<RefundData> {
  const { order, lines } = await getRefundable(db, session.scope, orderId)
  const terms = refundTerms(order.settings)
  const by = session.roleSystem === 3 ? 'learner' : 'operator'
  return {
    orderId,
    orderNo: order.orderNo,
    channel: order.channel,
    offlineWhy: order.offlineWhy,
    terms,
    items: lines.map((line) => ({
      itemId: line.itemId,
      name: line.name,
      amount: leftOf(line),
      progress: line.progress,
      isCounted: line.isCounted,
      examined: line.examined,
      blocks: blocksOf(by, { ...order, terms }, line).map(({ rule, values }) =>
        sayFilled(refundRules[rule], values, language),
      ),
    })),
  }
}

/** Requests in scope that nobody has decided, since they were made. */
export const waitingRefunds = (db: Db, scope: Scope): Fragment => db`
  select r.id, r.created_at, null from ${tables(db)}
  where r.status = 'applied' and ${visible(db, scope)} and not ${isProposed(db)}`

/** Refunds in scope that a person has to see to, since they were sent. */
export const stuckRefunds = (db: Db, scope: Scope): Fragment => db`
  select r.id, coalesce(r.decided_at, r.created_at), null from ${tables(db)}
  where r.status in ('failed', 'processing') and ${visible(db, scope)} and ${isStuck(db)}`
