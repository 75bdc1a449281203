import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../../contract/call.ts'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { leaseEnds, RefusalReason } from '../contract.ts'
import { retentionMs, longestMs, maxPieces, slackMs, toleranceMs } from '../rules.ts'

/** One validated beat; positions in milliseconds of the video. */
export interface Beat {
  accountId: string
  leaseId: string
  sequence: number
  fromMs: number
  toMs: number
  hidden: boolean
  /** The lease's age between which it was played; null where the window does not report it. */
  sinceMs: number | null
  untilMs: number | null
  ends: boolean
}

const BeatRow = Type.Object({
  n: Type.Integer(),
  enrolmentId: Type.String(),
  itemId: Type.String(),
  gainedMs: Type.Integer(),
  reason: Nullable(RefusalReason),
  refusedFromMs: Nullable(Type.Integer()),
  refusedToMs: Nullable(Type.Integer()),
  savedAt: Type.String(),
  acceptedMs: Type.Integer(),
  furthestMs: Type.Integer(),
  durationMs: Type.Integer(),
  completed: Type.Boolean(),
  leaseEnd: Nullable(OneOf(leaseEnds)),
  /** The enrolment's progress must be brought up to date before the answer, or was not when this beat came first. */
  rollUp: Type.Boolean(),
  requiredMs: Type.Integer(),
  otherMs: Type.Integer(),
  itemRequired: Type.Boolean(),
  /** Milliseconds that may be credited until the next capture; null where none is drawn. */
  captureLeftMs: Nullable(Type.Integer()),
  /** The first beat of the lease on this day in China. */
  isNewDay: Type.Boolean(),
})
export type BeatRow = Static<typeof BeatRow>

/**
 * Judges and saves a batch of beats of different learners in one statement, which is one transaction: what it
 * answers is durable. Rows are locked learner by learner in the order of their ids. The verdict is that of `judge`
 * in rules.ts. A beat of a lease that is not the caller's has no row in the answer.
 */
export async function saveBeats(db: Db, beats: readonly Beat[]): Promise<(BeatRow | null)[]> {
  const rows = await db`
    with clock as materialized (select moment() as now),
    beat as (
      select * from unnest(
        ${beats.map((beat) => beat.accountId)}::uuid[], ${beats.map((beat) => beat.leaseId)}::uuid[],
        ${beats.map((beat) => beat.sequence)}::int[], ${beats.map((beat) => beat.fromMs)}::int[],
        ${beats.map((beat) => beat.toMs)}::int[], ${beats.map((beat) => Number(beat.hidden))}::int[],
        ${beats.map((beat) => Number(beat.ends))}::int[], ${beats.map((beat) => beat.sinceMs)}::int[],
        ${beats.map((beat) => beat.untilMs)}::int[]
      ) with ordinality as b (account_id, lease_id, sequence, from_ms, to_ms, hidden, ends, since_ms, until_ms, n)
    ),
    held as materialized (
      select b.n, b.sequence, b.from_ms, b.to_ms, b.hidden = 1 as hidden, b.ends = 1 as ends, b.until_ms is not null as timed,
        clock.now, l.id as lease_id, l.enrolment_id, l.item_id, l.rate_percent, l.ahead_ms, l.count_hidden, l.paid_until,
        l.ended_at, l.end_reason, l.last_beat_at, l.rolled_at, l.last_sequence, l.last_accepted_ms, l.last_reason,
        l.last_refused, l.required_ms, l.other_ms, l.item_required, l.pin_ms, l.capture_left_ms,
        c.ranges, c.furthest_ms, c.accepted_ms, c.duration_ms, c.completed_at, e.status, e.suspended_by,
        case when e.expires_at <= clock.now then e.expires_at end as closed_at,
        l.opened_at + make_interval(secs => b.since_ms / 1000.0) as since_at,
        l.opened_at + make_interval(secs => b.until_ms / 1000.0) as until_at
      from beat b cross join clock
      join play_leases l on l.id = b.lease_id and l.account_id = b.account_id
      join watch_coverages c on c.enrolment_id = l.enrolment_id and c.item_id = l.item_id
      join enrolments e on e.id = l.enrolment_id
      order by b.account_id for no key update of l, c
    ),
    barred as materialized (
      select h.*, sequence <= last_sequence as again, least(now, ended_at, closed_at, until_at) as until,
        least(from_ms, duration_ms) as start_ms, least(to_ms, duration_ms) as stop_ms,
        case
          when sequence <= last_sequence then 'repeated'
          when not is_admitted(status) or suspended_by is not null then 'not_enrolled'
          when status = 'expired' and closed_at is null then 'expired'
          when hidden and not count_hidden then 'hidden'
          when from_ms > furthest_ms + ahead_ms then 'seek_ahead'
        end as bar
      from held h
    ),
    timed as materialized (
      select b.*, greatest(paid_until, since_at, until - make_interval(secs => ${longestMs / 1000}),
          now - make_interval(secs => ${retentionMs / 1000})) as since,
        case when bar is null
          then int4multirange(int4range(start_ms, greatest(start_ms, least(stop_ms, pin_ms)))) - ranges else '{}' end as fresh,
        case when bar is null and pin_ms < stop_ms
          then int4multirange(int4range(greatest(start_ms, pin_ms), stop_ms)) - ranges end as beyond
      from barred b
    ),
    measured as materialized (
      select t.*, (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(fresh) r) as fresh_ms,
        least(capture_left_ms, greatest(0, floor(extract(epoch from
          least(until + make_interval(secs => ${slackMs / 1000}), ended_at, closed_at) - since) * 10 * rate_percent)))::int
          as credit_ms
      from timed t
    ),
    earned as materialized (
      select m.*, least(fresh_ms, credit_ms) as earned_ms,
        case when fresh_ms <= credit_ms then fresh else (
          select coalesce(range_agg(int4range(p.lo, least(p.hi, p.lo + credit_ms - p.before::int))), '{}') from (
            select lower(r) as lo, upper(r) as hi,
              sum(upper(r) - lower(r)) over (order by lower(r)) - (upper(r) - lower(r)) as before
            from unnest(fresh) r) p
          where p.before < credit_ms) end as earned
      from measured m
    ),
    allowed as materialized (
      select e.*, coalesce(bar,
        case when closed_at is not null and earned_ms = 0 then 'expired'
          when furthest_ms > accepted_ms and (select count(*) from unnest(ranges)) >= ${maxPieces}
            and (select count(*) from unnest(ranges + earned)) > (select count(*) from unnest(ranges)) then 'scattered'
        end) as barred_by
      from earned e
    ),
    gained as materialized (
      select a.*, case when barred_by is null then earned_ms else 0 end as gained_ms,
        case when barred_by is null then earned else '{}' end as gained
      from allowed a
    ),
    judged as materialized (
      select g.*,
        coalesce(barred_by, case when gained_ms < fresh_ms then
          case when gained_ms = capture_left_ms then 'capture_missed'
            when closed_at is not null then 'expired' when end_reason is null then 'too_fast'
            when end_reason = 'other_window' then 'other_window' else 'lease_lost' end
          when not isempty(beyond) then 'question_open' end) as reason,
        case when barred_by is not null then int4range(start_ms, stop_ms)
          when gained_ms < fresh_ms then int4range(coalesce(upper(gained), lower(fresh)), stop_ms)
          when not isempty(beyond) then int4range(lower(beyond), stop_ms)
          else 'empty' end as refused,
        greatest(paid_until,
          case when bar = 'hidden' then until + least(make_interval(secs => ${slackMs / 1000}),
              greatest(interval '0', paid_until - coalesce(since_at,
                until - make_interval(secs => (stop_ms - start_ms)::float8 / (10 * rate_percent)))))
            when timed then until
            else least(until, since + make_interval(secs => (stop_ms - start_ms)::float8 / (10 * rate_percent))) end,
          case when gained_ms > 0 then since + make_interval(secs => gained_ms::float8 / (10 * rate_percent)) end)
          as paid_after,
        completed_at is not null
          or accepted_ms + gained_ms >= duration_ms - least(${toleranceMs}, duration_ms / 10) as complete
      from gained g
    ),
    lease as (
      update play_leases l set
        last_sequence = j.sequence, last_accepted_ms = j.gained_ms, last_reason = j.reason, last_refused = j.refused,
        last_beat_at = j.now, accepted_ms = l.accepted_ms + j.gained_ms,
        capture_left_ms = l.capture_left_ms - j.gained_ms, paid_until = j.paid_after,
        ended_at = case when j.ends then coalesce(j.ended_at, j.now) else j.ended_at end,
        end_reason = case when j.ends then coalesce(j.end_reason, 'released') else j.end_reason end
      from judged j where l.id = j.lease_id and not j.again
    ),
    coverage as (
      update watch_coverages c set
        ranges = c.ranges + j.gained, accepted_ms = c.accepted_ms + j.gained_ms,
        furthest_ms = greatest(c.furthest_ms, coalesce(upper(j.gained), 0)), position_ms = j.stop_ms,
        completed_at = coalesce(c.completed_at, case when j.complete then j.now end), updated_at = j.now
      from judged j where c.enrolment_id = j.enrolment_id and c.item_id = j.item_id and j.barred_by is null
        and (j.gained_ms > 0 or c.position_ms <> j.stop_ms)
    ),
    noted as (
      insert into study_refusals as s
        (enrolment_id, item_id, reason, minute, from_ms, to_ms, first_at, last_at)
      select enrolment_id, item_id, reason, lower(refused) / 60000, lower(refused), upper(refused), now, now
      from judged where not again and not isempty(refused)
      on conflict (enrolment_id, item_id, reason, minute) do update set times = s.times + 1,
        from_ms = least(s.from_ms, excluded.from_ms), to_ms = greatest(s.to_ms, excluded.to_ms), last_at = excluded.last_at
    )
    select n::int, enrolment_id, item_id, duration_ms, required_ms, other_ms, item_required, complete as completed,
      capture_left_ms - gained_ms as capture_left_ms, china_day(last_beat_at) < china_day(now) as is_new_day,
      accepted_ms + gained_ms as accepted_ms, greatest(furthest_ms, coalesce(upper(gained), 0)) as furthest_ms,
      case when sequence = last_sequence then last_accepted_ms else gained_ms end as gained_ms,
      case when sequence = last_sequence then last_reason else reason end as reason,
      lower(case when sequence = last_sequence then last_refused else refused end) as refused_from_ms,
      upper(case when sequence = last_sequence then last_refused else refused end) as refused_to_ms,
      case when again then last_beat_at else now end as saved_at,
      coalesce(end_reason, case when ends and not again then 'released' end) as lease_end,
      case when again then rolled_at < last_beat_at and (ended_at is not null or complete)
        else complete and completed_at is null or ends
          or (ended_at is not null or closed_at is not null) and gained_ms > 0 end as roll_up
    from judged`
  const answered = new Map(rowsOf(BeatRow, rows).map((row) => [row.n, row]))
  return beats.map((_, i) => answered.get(i + 1) ?? null)
}
