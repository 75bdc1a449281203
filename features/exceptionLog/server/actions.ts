import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import type { Failure } from '../../../server/failure.ts'
import { exceptionLogRefusals } from '../contract.ts'
import { keptDays, keptTraces, newBrowserCauses } from '../rules.ts'
import { lockError } from './data.ts'
import type { Described } from './described.ts'

/** An error as it was seen so often, of one project. */
export interface SeenError extends Described, Pick<Failure, 'source' | 'projectId' | 'accountId'> {
  /** Trace ids of the newest, the newest first. */
  traceIds: readonly string[]
  /** Version of the product. */
  release: string
  times: number
  /** By the clock of this process, in milliseconds: how long ago it was is taken from the database's. */
  firstSeen: number
  lastSeen: number
}

/**
 * Writes errors down in one statement; one whose cause is known is counted on, and comes back where that was resolved.
 * Returns how many of browsers were dropped, whose causes are new beyond those of a day and project.
 */
export async function recordErrors(db: Db, errors: readonly SeenError[]): Promise<number> {
  const now = performance.now()
  // What was seen before it was resolved and is written only now does not bring it back.
  const comesBack = db`known.status = 'resolved' and excluded.last_at > known.resolved_at`
  const rows = errors.map(({ fingerprint, firstSeen, lastSeen, ...seen }) => ({
    ...seen,
    print: fingerprint.toString('hex'),
    firstAgo: (now - firstSeen) / 1000,
    lastAgo: (now - lastSeen) / 1000,
  }))
  const today = db`date_trunc('day', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const taken = await db`
    with given as (
      select g.*, decode(g.print, 'hex') as fingerprint, g.source = 'browser' and not exists (
        select from exception_logs l
        where l.project_id is not distinct from g."projectId" and l.fingerprint = decode(g.print, 'hex')) as is_new
      from jsonb_to_recordset(${db.json(rows as never)}) as g ("projectId" uuid, source text, place text,
        "traceIds" jsonb, kind text, message text, stack text, "accountId" uuid, print text, times int,
        "firstAgo" float8, "lastAgo" float8, release text, page text)
    ), numbered as (
      select g.*, row_number() over (partition by "projectId", is_new order by "firstAgo" desc) as no from given g
    )
    insert into exception_logs as known (project_id, source, place, trace_ids, kind, message, stack, account_id,
      fingerprint, times, first_at, last_at, opened_at, release, page)
    select r."projectId", r.source, r.place, array(select jsonb_array_elements_text(r."traceIds")), r.kind, r.message,
      r.stack, r."accountId", r.fingerprint, r.times, seen.first, seen.last, seen.first, r.release, r.page
    from numbered r
    cross join lateral (select moment() - make_interval(secs => r."firstAgo") as first,
      moment() - make_interval(secs => r."lastAgo") as last) seen
    where not r.is_new or r.no + (select count(*) from exception_logs l where l.project_id is not distinct from r."projectId"
      and l.source = 'browser' and l.first_at >= ${today}) <= ${newBrowserCauses}
    order by r."projectId", r.fingerprint
    on conflict on constraint exception_logs_cause do update set
      trace_ids = (excluded.trace_ids || known.trace_ids)[:${keptTraces}], message = excluded.message,
      stack = excluded.stack, account_id = excluded.account_id, times = known.times + excluded.times,
      last_at = greatest(known.last_at, excluded.last_at), release = excluded.release,
      page = coalesce(excluded.page, known.page),
      status = case when ${comesBack} then 'returned' else known.status end,
      opened_at = case when ${comesBack} then excluded.last_at else known.opened_at end
    returning known.id`
  return errors.length - taken.length
}

/** Resolves the cause of errors, until one of them is seen again. Refuses (404) one out of scope, and (409) a resolved one. */
export async function resolveError(tx: Tx, session: Session, id: string): Promise<void> {
  const before = await lockError(tx, session, id)
  if (before.status === 'resolved') refuse(exceptionLogRefusals.resolved)
  await tx`
    update exception_logs set status = 'resolved', resolved_at = moment(), resolved_by = ${session.accountId}
    where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'error.resolve',
    subjectKind: 'error',
    subjectId: id,
    before: { status: before.status },
    after: { status: 'resolved', place: before.place },
  })
}

/** Deletes some of the errors whose time is over. */
export const dropOldErrors = (db: Db, rows: number) => db`
  delete from exception_logs where id in (
    select id from exception_logs where last_at < moment() - make_interval(days => ${keptDays})
    order by last_at limit ${rows})`
