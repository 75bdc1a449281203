import { type Static, Type } from 'typebox'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../../server/db.ts'
import { isShown } from '../../../class/server/actions.ts'
import { retentionMs } from '../../beat/rules.ts'
import { carryPins } from '../../pin/server/move.ts'
import { rollUp } from '../../server/actions.ts'
import { listStudiedItems } from '../../server/data.ts'
import { classStudy, shareOf } from '../../rules.ts'

/**
 * The videos of a class, for each of these enrolments of other classes, with what was counted of the same resource there:
 * the ranges of all its items that play it, so that nothing counts twice. Without an `updated_at` nothing was.
 */
const carriedTo = (db: Db, enrolmentIds: readonly string[], classId: string): Fragment => db`
  select e.id as enrolment_id, i.id as item_id, co.attribute = 'required' as required, co.id as course_id, co.hours_tenths,
    coalesce(w.duration_ms, (r.duration_seconds * 1000)::int) as duration_ms, coalesce(w.ranges, '{}') as ranges,
    coalesce(w.accepted_ms, 0)::int as accepted_ms, w.position_ms, w.updated_at,
    coalesce(w.completed_at,
      case when w.accepted_ms >= w.duration_ms - least(1000, w.duration_ms / 10) then w.updated_at end) as completed_at
  from enrolments e join train_classes c on c.id = ${classId} join class_courses cc on cc.class_id = c.id
  join courses co on co.id = cc.course_id join course_items i on i.course_id = co.id
  join resources r on r.id = i.resource_id
  left join lateral (
    select u.*, (select sum(upper(p) - lower(p)) from unnest(u.ranges) p) as accepted_ms
    from (
      select range_agg(v.ranges) as ranges, max(v.duration_ms) as duration_ms, min(v.completed_at) as completed_at,
        max(v.updated_at) as updated_at, (array_agg(v.position_ms order by v.updated_at desc))[1] as position_ms
      from watch_coverages v join course_items s on s.id = v.item_id
      where v.enrolment_id = e.id and s.resource_id = i.resource_id) u) w on true
  where e.id = any(${enrolmentIds as string[]}::uuid[]) and ${isShown(db)}`

const CarriedItem = Type.Object({
  enrolmentId: Type.String(),
  required: Type.Boolean(),
  courseId: Type.String(),
  hoursTenths: Type.Integer(),
  durationMs: Type.Integer(),
  acceptedMs: Type.Integer(),
  completed: Type.Boolean(),
})

/** Study that an enrolment would have in another class. */
export interface Carried {
  /** Videos of which something was counted, and the seconds of all of them. */
  videos: number
  seconds: number
  /** Basis points. */
  progress: number
  /** Every video that decides is watched. */
  done: boolean
  /** Hours of the electives that are finished. */
  electiveTenths: number
}

/** Hours, in tenths, of the electives of which every video is watched. */
function finishedElectives(items: readonly Static<typeof CarriedItem>[]): number {
  const electives = Map.groupBy(
    items.filter(({ required }) => !required),
    ({ courseId }) => courseId,
  )
  return [...electives.values()]
    .filter((course) => course.every(({ completed }) => completed))
    .reduce((sum, course) => sum + course[0]!.hoursTenths, 0)
}

/** Returns what enrolments would bring into a class, by their ids; changes nothing. */
export async function findCarried(
  db: Db,
  enrolmentIds: readonly string[],
  classId: string,
): Promise<ReadonlyMap<string, Carried>> {
  const rows: Static<typeof CarriedItem>[] = rowsOf(
    CarriedItem,
    await db`
      select enrolment_id, required, course_id, hours_tenths, duration_ms, accepted_ms,
        completed_at is not null as completed
      from (${carriedTo(db, enrolmentIds, classId)}) t`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ enrolmentId }) => enrolmentId)].map(([id, items]) => {
      const { watchedMs, progress, done } = classStudy(items)
      const videos = items.filter(({ acceptedMs }) => acceptedMs > 0).length
      const electiveTenths = finishedElectives(items)
      return [id, { videos, seconds: watchedMs / 1000, progress, done, electiveTenths }]
    }),
  )
}

/** Locks what may still credit seconds to an enrolment, before the enrolment itself. */
export async function lockLeases(tx: Tx, enrolmentId: string): Promise<void> {
  await tx`select from play_leases where enrolment_id = ${enrolmentId} order by id for no key update`
}

/**
 * Moves the leases that may still credit seconds, so that a window that plays goes on without a gap, and what it saves
 * late is counted where the learner is now. One whose video the class does not have stays.
 */
async function moveLeases(tx: Tx, fromId: string, toId: string): Promise<void> {
  const moved = await tx<{ id: string; itemId: string }[]>`
    update play_leases l set enrolment_id = ${toId}, item_id = m.item_id
    from (
      select distinct on (s.id) s.id as left_id, i.id as item_id
      from enrolments e join class_courses cc on cc.class_id = e.class_id
      join course_items i on i.course_id = cc.course_id
      join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
      join course_items s on s.resource_id = i.resource_id
      where e.id = ${toId} order by s.id, cc.sort, i.sort) m
    where l.enrolment_id = ${fromId} and l.item_id = m.left_id
      and (l.ended_at is null or l.ended_at > moment() - make_interval(secs => ${retentionMs / 1000}))
    returning l.id, l.item_id`
  if (moved.length === 0) return
  const items = await listStudiedItems(tx, toId)
  for (const { id, itemId } of moved) {
    const item = items.find((one) => one.itemId === itemId)
    if (item)
      await tx`
        update play_leases set ${tx(shareOf(items, item))}, pin_ms = next_pin(enrolment_id, item_id) where id = ${id}`
  }
}

/**
 * Takes what was counted in an enrolment along into another of the same learner, by resource, and brings the progress of
 * the other up to it; its class may pass by that. Nothing is taken away from the first.
 */
export async function carryStudy(tx: Tx, fromId: string, toId: string, classId: string): Promise<void> {
  await tx`
    insert into watch_coverages (enrolment_id, item_id, ranges, furthest_ms, accepted_ms, position_ms, duration_ms,
      completed_at, updated_at)
    select ${toId}, item_id, ranges, coalesce(upper(ranges), 0), accepted_ms, position_ms, duration_ms, completed_at,
      updated_at
    from (${carriedTo(tx, [fromId], classId)}) t where updated_at is not null`
  await carryPins(tx, fromId, toId)
  await moveLeases(tx, fromId, toId)
  await rollUp(tx, toId)
}

/** Gives leases back to an enrolment that another had taken over. */
export async function returnStudy(tx: Tx, fromId: string, toId: string): Promise<void> {
  await moveLeases(tx, fromId, toId)
  await rollUp(tx, toId)
}

/** True if an enrolment was studied in, or opened for it, since a moment. */
export const isStudiedSince = (db: Db, enrolmentId: Fragment, since: Fragment): Fragment => db`
  exists (select from play_leases l where l.enrolment_id = ${enrolmentId} and l.last_beat_at > ${since})`
