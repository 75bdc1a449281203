import { type Lane, laneNames } from '../../contract/lanes.ts'
import type { Db, Fragment, Pool, Tx } from '../db.ts'
import { lanes } from './lanes.ts'

/** A job as it was claimed; `fence` distinguishes this claim from later ones. */
export interface Claimed {
  id: string
  type: string
  input: Record<string, unknown>
  projectId: string | null
  operatorId: string | null
  checkpoint: unknown
  fence: number
  tries: number
}

const own = (db: Db, job: Claimed) => db`id = ${job.id} and fence = ${job.fence} and status = 'running'`

/** Lock under which one process after the other decides about a recurring type: it lasts until the commit. */
const lockOf = (db: Db, type: Fragment | string) => db`hashtext('recurring job ' || ${type})`

/** Waits until no other process claims or queues a job of a recurring type. */
export const lockType = (tx: Tx, type: string) => tx`select pg_advisory_xact_lock(${lockOf(tx, type)})`

/**
 * Claims the job of these types that has been due the longest, or one whose claim has run out; null when there is none.
 * Of a type in `single` no second one runs beside another; while another process claims of such a type, it is left out.
 */
export async function claim(
  db: Pool,
  types: { all: readonly string[]; lanes: readonly Lane[]; single: readonly string[] },
  seconds: number,
): Promise<Claimed | null> {
  return db.begin(async (tx) => {
    // A statement of its own: the claim that follows sees all that was claimed before the locks were taken.
    const free = await tx`
      select type from unnest(${types.single.filter((type) => types.all.includes(type))}::text[]) type
      where pg_try_advisory_xact_lock(${lockOf(tx, tx`type`)})`
    const open = types.all.filter((type) => !types.single.includes(type))
    const [row] = await tx<Claimed[]>`
      update jobs set status = 'running', fence = fence + 1, tries = tries + 1,
        lease_until = moment() + make_interval(secs => ${seconds}), updated_at = moment()
      where id = (
        select j.id from jobs j
        where j.lane = any(${types.lanes as string[]})
          and j.type = any(${[...open, ...free.map(({ type }) => type as string)]})
          and ((j.status = 'queued' and j.run_at <= moment()) or (j.status = 'running' and j.lease_until < moment()))
          and not (j.type = any(${types.single as string[]}) and exists (
            select from jobs r
            where r.type = j.type and r.id <> j.id and r.status = 'running' and r.lease_until >= moment()))
        order by j.run_at for update skip locked limit 1)
      returning id, type, input, project_id, operator_id, checkpoint, fence, tries`
    return row ?? null
  })
}

/** Renews a claim; false when it is no longer this run's. */
export async function renew(db: Db, job: Claimed, seconds: number): Promise<boolean> {
  const rows = await db`
    update jobs set lease_until = moment() + make_interval(secs => ${seconds}), updated_at = moment()
    where ${own(db, job)} returning id`
  return rows.length > 0
}

/**
 * Notes how far a run is and renews its claim; false when the claim is no longer its own. A new checkpoint counts the
 * tries from one again: a long job that moves on is not given up for being interrupted often.
 */
export async function saveProgress(
  db: Db,
  job: Claimed,
  step: { done: number; total?: number; checkpoint?: unknown },
  seconds: number,
): Promise<boolean> {
  const checkpoint = step.checkpoint === undefined ? null : db.json(step.checkpoint as never)
  const rows = await db`
    update jobs set done = greatest(done, ${step.done}), total = coalesce(${step.total ?? null}, total),
      tries = case when ${checkpoint}::jsonb is not null and ${checkpoint}::jsonb is distinct from checkpoint
        then 1 else tries end,
      checkpoint = coalesce(${checkpoint}, checkpoint),
      lease_until = moment() + make_interval(secs => ${seconds}), updated_at = moment()
    where ${own(db, job)} returning id`
  return rows.length > 0
}

/** Ends a run well; an old fence writes nothing. */
export async function finish(
  db: Db,
  job: Claimed,
  end: { result?: unknown; partly?: boolean },
): Promise<void> {
  await db`
    update jobs set status = ${end.partly ? 'partly' : 'succeeded'},
      result = ${db.json((end.result ?? null) as never)}, error = null, lease_until = null, updated_at = moment()
    where ${own(db, job)}`
}

/** Releases a job whose process is about to end: it is due immediately and the attempt does not count. */
export async function release(db: Db, job: Claimed): Promise<void> {
  await db`
    update jobs set status = 'queued', lease_until = null, tries = tries - 1, updated_at = moment()
    where ${own(db, job)}`
}

/** Queues a failed run again, later each time; false when it has had all its tries. */
export async function retryLater(db: Db, job: Claimed, reason: string, most: number): Promise<boolean> {
  const rows = await db`
    update jobs set status = 'queued', lease_until = null, error = ${reason}, updated_at = moment(),
      run_at = moment() + make_interval(secs => 5 * power(2, tries))
    where ${own(db, job)} and tries < ${most} returning id`
  return rows.length > 0
}

/** Fails a job for good; false when it is no longer this run's. */
export async function failForGood(tx: Tx, job: Claimed, reason: string): Promise<boolean> {
  const rows = await tx`
    update jobs set status = 'failed', error = ${reason}, lease_until = null, updated_at = moment()
    where ${own(tx, job)} returning id`
  return rows.length > 0
}

/** A lane that does not move: the type of its oldest due job, and for how many seconds that has been due. */
export interface StuckLane {
  lane: Lane
  type: string
  waitingSeconds: number
}

/** Lanes whose oldest due job has waited longer than `lateSeconds` of the lane. */
export async function findStuckLanes(db: Db): Promise<StuckLane[]> {
  const late = laneNames.map((name) => lanes[name].lateSeconds)
  return db<StuckLane[]>`
    select l.lane, j.type, extract(epoch from moment() - j.due_at)::int as waiting_seconds
    from unnest(${[...laneNames]}::text[], ${late}::int[]) with ordinality as l (lane, late, place)
    cross join lateral (
      select type, due_at from (
        select type, run_at, case status when 'queued' then run_at else lease_until end as due_at from jobs
        where lane = l.lane and status in ('queued', 'running')) open
      where due_at < moment() - make_interval(secs => l.late) order by due_at limit 1) j
    order by l.place`
}
