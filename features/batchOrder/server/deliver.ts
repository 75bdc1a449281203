import { Refusal, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { enqueue, type Job, type JobKind } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { openTogether } from '../../enrolment/server/actions.ts'
import { sendMessage, sendMessages } from '../../message/server/actions.ts'
import { closeFailed, closeOpened, type LockedOrder, lockItems } from '../../order/server/actions.ts'
import { matchVouchers } from '../../receipt/voucher/server/actions.ts'
import { findFacts } from '../../unitClass/server/actions.ts'
import { batchOrderRefusals, placesAtOnce } from '../rules.ts'
import { lockBatch } from './actions.ts'
import { placeProblems } from './data.ts'
import { placeOpened, placesOpened } from './messages.ts'

/** The job that opens the places of one settled batch order, once for each time it is told to. */
export const openJob = { type: 'batchOrder.open', lane: 'money' } as const satisfies JobKind

/** Begins a run that opens the places of a locked order that are not open. */
async function beginRun(tx: Tx, { id: orderId, projectId }: LockedOrder): Promise<void> {
  const [batch] = await tx<{ run: number; operatorId: string }[]>`
    update batch_orders set delivery = 'opening', run = run + 1 where order_id = ${orderId} returning run, operator_id`
  if (!batch) throw new RangeError('A batch was settled that nobody placed')
  const { run, operatorId } = batch
  await enqueue(tx, { ...openJob, input: { orderId }, key: `${orderId}:${run}`, projectId, operatorId })
}

/** Begins the delivery of a batch in the transaction that settles it; a slip of its transfer is settled with it. */
export async function batchSettled(tx: Tx, order: LockedOrder): Promise<void> {
  await beginRun(tx, order)
  await tx`
    insert into batch_places (item_id, order_id) select id, order_id from order_items where order_id = ${order.id}`
  await matchVouchers(tx, [order.id])
}

/** A place that waits to be opened, with the reasons for which it is not tried. */
interface WaitingPlace {
  itemId: string
  isRefunded: boolean
  isClosed: boolean
}

/** Writes what became of the places of a checkpoint. */
async function record(
  tx: Tx,
  failed: ReadonlyMap<string, Refusal>,
  opened: readonly string[],
): Promise<void> {
  await tx`
    update batch_places set state = 'opened', updated_at = moment() where item_id = any(${opened as string[]}::uuid[])`
  const reasons = [...failed].map(([id, refusal]) => ({ id, problem: placeProblems.store(refusal) }))
  await tx`
    update batch_places l set state = 'failed', problem = r.problem, updated_at = moment()
    from jsonb_to_recordset(${tx.json(reasons as never)}) as r (id uuid, problem jsonb) where l.item_id = r.id`
}

/** Places of an order that are still to be opened, and those that were. */
interface Count {
  opening: number
  opened: number
  failed: number
}

async function count(tx: Tx, orderId: string): Promise<Count> {
  const [row] = await tx<Count[]>`
    select (count(*) filter (where l.state = 'opening'))::int as opening,
      (count(*) filter (where l.state = 'opened'))::int as opened,
      (count(*) filter (where l.state = 'failed' and not (i.payable > 0 and i.refunded = i.payable)))::int as failed
    from batch_places l join order_items i on i.id = l.item_id where l.order_id = ${orderId}`
  return row!
}

/** Ends the delivery of a locked order none of whose places waits; tells the one who placed it. */
export async function endDelivery(tx: Tx, order: LockedOrder): Promise<void> {
  const { opened, failed } = await count(tx, order.id)
  const delivery = failed > 0 ? 'opened_with_errors' : 'opened'
  const [batch] = await tx<{ operatorId: string; run: number }[]>`
    update batch_orders set delivery = ${delivery} where order_id = ${order.id} returning operator_id, run`
  const { operatorId, run } = batch!
  await audit(tx, {
    by: null,
    projectId: order.projectId,
    action: 'batchOrder.open',
    subjectKind: 'order',
    subjectId: order.id,
    after: { delivery, opened, failed },
  })
  const params = { orderId: order.id, orderNo: order.orderNo, opened, failed }
  await sendMessage(tx, placesOpened, operatorId, params, `${order.id}:${run}`)
}

/** Opens the next places of a locked order; returns whether it was the last checkpoint. */
export async function openNext(tx: Tx, job: Job, order: LockedOrder): Promise<boolean> {
  const [batch] = await tx<{ unitClassId: string; delivery: string | null }[]>`
    select unit_class_id, delivery from batch_orders where order_id = ${order.id}`
  if (batch?.delivery !== 'opening') return true
  const places = await tx<WaitingPlace[]>`
    select l.item_id, i.refunding + i.refunded > 0 as is_refunded, a.status = 'deleted' as is_closed
    from batch_places l join order_items i on i.id = l.item_id join accounts a on a.id = i.account_id
    where l.order_id = ${order.id} and l.state = 'opening' order by l.item_id limit ${placesAtOnce}`
  const items = await lockItems(
    tx,
    places.map(({ itemId }) => itemId),
  )
  const against = new Map(
    places.flatMap(({ itemId, isRefunded, isClosed }) => {
      if (isRefunded) return [[itemId, new Refusal(batchOrderRefusals.refundOpen)] as const]
      return isClosed ? [[itemId, new Refusal(batchOrderRefusals.accountClosed)] as const] : []
    }),
  )
  const facts = await findFacts(tx, batch.unitClassId)
  const wanted = items.filter(({ id }) => !against.has(id))
  const results = await openTogether(
    tx,
    wanted.map(({ id, accountId, classId, holdsSeat }) => [
      {
        projectId: order.projectId,
        accountId,
        classId,
        by: null,
        source: 'batch' as const,
        sourceId: id,
        held: holdsSeat,
        until: facts?.studyTo ?? null,
      },
    ]),
  )
  const failed = new Map<string, Refusal>(against)
  const opened: { id: string; accountId: string; enrolmentId: string }[] = []
  for (const [at, { id, accountId }] of wanted.entries()) {
    const result = results[at]!
    if (result instanceof Refusal) failed.set(id, result)
    else opened.push({ id, accountId, enrolmentId: result[0]! })
  }
  await record(
    tx,
    failed,
    opened.map(({ id }) => id),
  )
  await closeFailed(
    tx,
    items.filter(({ id }) => failed.has(id)),
  )
  await closeOpened(
    tx,
    opened.map(({ id }) => id),
  )
  if (facts)
    await sendMessages(
      tx,
      placeOpened,
      opened.map(({ id, accountId, enrolmentId }) => ({
        accountId,
        params: { enrolmentId, className: facts.name, unitName: facts.unitName },
        key: id,
      })),
    )
  const { opening, ...done } = await count(tx, order.id)
  await job.progress(tx, {
    done: done.opened + done.failed,
    total: done.opened + done.failed + opening,
    checkpoint: places.at(-1)?.itemId ?? null,
  })
  if (opening > 0) return false
  await endDelivery(tx, order)
  return true
}

/**
 * Lets paid places that could not be opened be tried again. Refuses 404, and (409) an order that is not settled, that is
 * being opened, or of which every place is open.
 */
export async function retryDelivery(tx: Tx, session: Session, orderId: string): Promise<null> {
  const { order, delivery } = await lockBatch(tx, session.scope, orderId)
  if (delivery === null) refuse(batchOrderRefusals.notSettled)
  if (delivery === 'opening') refuse(batchOrderRefusals.stillOpening)
  const again = await tx`
    update batch_places l set state = 'opening', problem = null, updated_at = moment()
    from order_items i where i.id = l.item_id and l.order_id = ${orderId} and l.state = 'failed'
      and i.refunding + i.refunded = 0
    returning l.item_id`
  if (again.length === 0) refuse(batchOrderRefusals.noErrors)
  await audit(tx, {
    by: session,
    action: 'batchOrder.retry',
    subjectKind: 'order',
    subjectId: orderId,
    after: { count: again.length },
  })
  await beginRun(tx, order)
  return null
}
