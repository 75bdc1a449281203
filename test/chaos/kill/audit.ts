import { readdirSync, readFileSync } from 'node:fs'
import type { Answers } from '../../../features/exam/attempt/contract.ts'
import type { Ranges } from '../../../features/study/beat/rules.ts'
import type { Pool } from '../../../server/db.ts'
import { lackOf, type Snapshot } from './ledger.ts'

const invariants = new URL('../../invariants/', import.meta.url)

/** Rows that break an invariant, as lines. */
export async function brokenInvariants(db: Pool): Promise<string[]> {
  const lines: string[] = []
  for (const file of readdirSync(invariants).filter((name) => name.endsWith('.sql'))) {
    const rows = await db.unsafe(readFileSync(new URL(file, invariants), 'utf8'))
    for (const row of rows.slice(0, 5)) lines.push(`invariant ${file}: ${JSON.stringify(row)}`)
  }
  return lines
}

async function auditStudy(db: Pool, { watched, passed }: Snapshot): Promise<string[]> {
  const rows = await db`
    select enrolment_id || ' ' || item_id as key, accepted_ms, duration_ms, completed_at is not null as is_done,
      coalesce((select json_agg(json_build_array(lower(p), upper(p)) order by lower(p)) from unnest(ranges) p), '[]') as ranges
    from watch_coverages where enrolment_id = any(${[...new Set(watched.map((row) => row.enrolmentId))]})`
  const stored = new Map(rows.map((row) => [row.key as string, row]))
  const lines = watched.flatMap(({ enrolmentId, itemId, ranges, isDone }) => {
    const row = stored.get(`${enrolmentId} ${itemId}`)
    const lackMs = lackOf(ranges, (row?.ranges ?? []) as Ranges)
    if (lackMs > 0) return [`${lackMs} ms acknowledged to ${enrolmentId} in ${itemId} are gone`]
    return isDone && !row?.isDone ? [`${itemId} was done for ${enrolmentId} and is not`] : []
  })
  const unfinished = await db`
    select e.id, e.status, e.progress from enrolments e
    where e.id = any(${passed}) and (e.status <> 'passed'
      or not exists (select from hour_entries h where h.account_id = e.account_id)
      or not exists (select from certificates k where k.enrolment_id = e.id and k.status = 'valid'))`
  return [...lines, ...unfinished.map((row) => `study was said to be complete: ${JSON.stringify(row)}`)]
}

async function auditOrders(db: Pool, { orders, confirmed }: Snapshot): Promise<string[]> {
  const rows = await db`
    select o.id, o.status, o.amount, (select count(*)::int from order_items i where i.order_id = o.id) as items,
      (select count(*)::int from enrolments e join order_items i on i.id = e.source_id
        where i.order_id = o.id and e.source = 'order') as places
    from orders o where o.id = any(${orders.map((order) => order.orderId)})`
  const stored = new Map(rows.map((row) => [row.id as string, row]))
  const lines = orders.flatMap(({ orderId, amount, items, reported }) => {
    const row = stored.get(orderId)
    if (!row) return [`order ${orderId} was acknowledged and is gone`]
    const isSame =
      row.amount === amount && row.items === items && (reported === null || row.status === reported)
    const places = row.status === 'paid' ? items : 0
    return isSame && row.places === places
      ? []
      : [`order ${orderId} was ${reported} with ${items} items at ${amount}: ${JSON.stringify(row)}`]
  })
  const taken = await db`
    select g.token, p.order_id, g.state from gateway_payments g left join payments p using (out_trade_no)
    where g.token = any(${confirmed.map(([token]) => token)}) and g.state in ('SUCCESS', 'REFUND')`
  const confirmedTo = new Map(taken.map((row) => [row.token as string, row.orderId as string | null]))
  for (const [token, orderId] of confirmed) {
    if (confirmedTo.get(token) !== orderId)
      lines.push(`money for order ${orderId} was confirmed and is not known`)
  }
  return lines
}

async function auditExams(db: Pool, { sat }: Snapshot): Promise<string[]> {
  const rows = await db`
    select id, answers, status, score from exam_attempts where id = any(${sat.map((one) => one.attemptId)})`
  const stored = new Map(rows.map((row) => [row.id as string, row]))
  return sat.flatMap(({ attemptId, answers, ended }) => {
    const row = stored.get(attemptId)
    const saved = (row?.answers ?? {}) as Answers
    const lost = Object.keys(answers).filter((no) => saved[no]?.join() !== answers[no]!.join())
    if (lost.length > 0) return [`answers ${lost.join(', ')} of attempt ${attemptId} are gone`]
    const isEnded = ended === null || (row!.status === ended.status && row!.score === ended.score)
    return isEnded
      ? []
      : [`attempt ${attemptId} ended ${JSON.stringify(ended)} and is ${JSON.stringify(row)}`]
  })
}

/** Compares what was acknowledged with what is stored, and checks every invariant; returns the faults. */
export async function audit(db: Pool, snapshot: Snapshot): Promise<string[]> {
  return [
    ...(await auditStudy(db, snapshot)),
    ...(await auditOrders(db, snapshot)),
    ...(await auditExams(db, snapshot)),
    ...(await brokenInvariants(db)),
  ]
}

/**
 * Payments whose money has neither settled its order, once, with what went back of it since, nor been refunded in full,
 * once. What a payer's bank holds for days, as of the demo's past, is on its way; what somebody gave back in the
 * merchant's own console, as in the demo, is found in the bill of its day.
 */
export async function openPayments(db: Pool): Promise<string[]> {
  const rows = await db`
    select g.out_trade_no, g.state, p.status, o.status as order_status, p.failure
    from gateway_payments g left join payments p using (out_trade_no) left join orders o on o.id = p.order_id
    cross join lateral (
      select coalesce(sum(amount) filter (where created_at <= moment()), 0) as arrived,
        coalesce(sum(amount) filter (where created_at > moment()), 0) as held
      from gateway_refunds r where r.out_trade_no = g.out_trade_no and r.fault is null and r.refund_no not like 'MCH%') back
    where g.state in ('SUCCESS', 'REFUND') and not coalesce(
      p.transaction_id = g.transaction_id and case p.status
        when 'succeeded' then o.paid_at is not null and g.amount = o.amount and back.arrived = o.refunded
        when 'surplus' then g.amount = back.held
        when 'refunded' then g.amount = back.arrived
        else false end, false)`
  return rows.map((row) => `payment ${JSON.stringify(row)}`)
}

/** Results of exams that the class has not heard of. */
export async function unnotifiedResults(db: Pool): Promise<string[]> {
  const rows = await db`
    select a.id, a.score, e.exam_score from exam_attempts a join enrolments e on e.id = a.enrolment_id
    where a.status = 'scored' and (a.recorded_at is null or e.exam_score < a.score or a.passed and not e.exam_passed)`
  return rows.map((row) => `result ${JSON.stringify(row)}`)
}

/** Seconds by which what players played exceeds what was counted; nothing more was counted than played. */
export async function overcounted(db: Pool, { watched }: Snapshot): Promise<string[]> {
  const played = new Map(watched.map((row) => [`${row.enrolmentId} ${row.itemId}`, row.playedMs]))
  const rows = await db`
    select enrolment_id || ' ' || item_id as key, accepted_ms, furthest_ms, duration_ms from watch_coverages
    where enrolment_id = any(${[...new Set(watched.map((row) => row.enrolmentId))]})`
  return rows.flatMap(({ key, acceptedMs, furthestMs, durationMs }) =>
    acceptedMs > Math.min(played.get(key) ?? 0, durationMs) || furthestMs > (played.get(key) ?? 0)
      ? [`${key} has ${acceptedMs} ms, and ${played.get(key) ?? 0} ms were played`]
      : [],
  )
}
