import type { Db } from '../../../server/db.ts'
import type { Failure } from '../../../server/failure.ts'
import { keptDays, keptTraces } from '../rules.ts'
import type { Described } from './described.ts'

/** An error as it was seen so often, of one project. */
export interface SeenError extends Described, Pick<Failure, 'source' | 'place' | 'projectId' | 'accountId'> {
  /** Trace ids of the newest, the newest first. */
  traceIds: readonly string[]
  times: number
  /** By the clock of this process, in milliseconds: how long ago it was is taken from the database's. */
  firstSeen: number
  lastSeen: number
}

/** Writes errors down in one statement; one that is there of the same day is counted on. */
export async function recordErrors(db: Db, errors: readonly SeenError[]): Promise<void> {
  const now = performance.now()
  const rows = errors.map(({ fingerprint, firstSeen, lastSeen, ...seen }) => ({
    ...seen,
    fingerprint: fingerprint.toString('hex'),
    firstAgo: (now - firstSeen) / 1000,
    lastAgo: (now - lastSeen) / 1000,
  }))
  await db`
    insert into exception_logs as known (project_id, source, place, trace_ids, kind, message, stack, account_id,
      fingerprint, day, times, first_at, last_at)
    select r."projectId", r.source, r.place, array(select jsonb_array_elements_text(r."traceIds")), r.kind, r.message,
      r.stack, r."accountId", decode(r.fingerprint, 'hex'), (seen.last at time zone 'Asia/Shanghai')::date, r.times,
      moment() - make_interval(secs => r."firstAgo"), seen.last
    from jsonb_to_recordset(${db.json(rows as never)}) as r ("projectId" uuid, source text, place text, "traceIds" jsonb,
      kind text, message text, stack text, "accountId" uuid, fingerprint text, times int, "firstAgo" float8,
      "lastAgo" float8)
    cross join lateral (select moment() - make_interval(secs => r."lastAgo") as last) seen
    order by r."projectId", r.fingerprint
    on conflict on constraint exception_logs_fold do update set
      trace_ids = (excluded.trace_ids || known.trace_ids)[:${keptTraces}], message = excluded.message,
      stack = excluded.stack, account_id = excluded.account_id, times = known.times + excluded.times,
      last_at = greatest(known.last_at, excluded.last_at)`
}

/** Deletes some of the errors whose time is over; returns how many they were. */
export async function dropOldErrors(db: Db, rows: number): Promise<number> {
  const gone = await db`
    delete from exception_logs where id in (
      select id from exception_logs where last_at < moment() - make_interval(days => ${keptDays})
      order by last_at limit ${rows})
    returning id`
  return gone.length
}
