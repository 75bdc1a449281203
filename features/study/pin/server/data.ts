import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../../contract/call.ts'
import { type Db, rowOf, type Tx } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import type { Scope } from '../../../../server/session.ts'
import { assertSeen } from '../../../enrolment/server/actions.ts'
import { retentionMs } from '../../beat/rules.ts'
import { AskedPin, type pinCalls } from '../contract.ts'

const LeaseRow = Type.Object({
  enrolmentId: Type.String(),
  itemId: Type.String(),
  ratePercent: Type.Integer(),
  isOver: Type.Boolean(),
  /** Furthest place that a beat may start from. */
  reachMs: Type.Integer(),
})

/** A lease of the caller, locked; null for one of others. */
export async function lockLease(
  tx: Tx,
  { accountId, leaseId }: { accountId: string; leaseId: string },
): Promise<Static<typeof LeaseRow> | null> {
  const rows = await tx`
    select l.enrolment_id, l.item_id, l.rate_percent, l.ended_at is not null as is_over,
      least(c.furthest_ms::bigint + l.ahead_ms, c.duration_ms)::int as reach_ms
    from play_leases l join watch_coverages c on c.enrolment_id = l.enrolment_id and c.item_id = l.item_id
    where l.id = ${leaseId} and l.account_id = ${accountId} for no key update of l`
  return rowOf(LeaseRow, rows)
}

const PinRow = Type.Object({
  questionId: Type.String(),
  versionId: Type.String(),
  resourceId: Type.String(),
  category: Type.String(),
  atSecond: Type.Integer(),
  placeMs: Type.Integer(),
  mustPass: Type.Boolean(),
  rewindTo: Nullable(Type.Integer()),
  /** Its key may be shown: no bank that is reserved for exams has it. */
  isOpen: Type.Boolean(),
  tries: Type.Integer(),
  retryAt: Nullable(Type.String()),
  /** Seconds until the next answer is accepted; 0 or less: now. */
  waitSeconds: Type.Number(),
})
type PinRow = Static<typeof PinRow>

/** The first question of a video that an enrolment has not passed; null where there is none. */
export async function findPin(db: Db, enrolmentId: string, itemId: string): Promise<PinRow | null> {
  const rows = await db`
    select q.id as question_id, v.id as version_id, q.resource_id, q.category, q.at_second, q.must_pass, q.rewind_to,
      pin_place(q.at_second, w.duration_ms) as place_ms, q.bank_id is null or b.practice as is_open,
      coalesce(p.tries, 0) as tries, p.retry_at,
      coalesce(extract(epoch from p.retry_at - moment()), 0)::float8 as wait_seconds
    from watch_coverages w join course_items i on i.id = w.item_id
    join questions q on q.resource_id = i.resource_id and q.status = 'active' and q.at_second is not null
    join question_versions v on v.question_id = q.id and v.version = q.version
    left join question_banks b on b.id = q.bank_id
    left join pin_answers p on p.enrolment_id = w.enrolment_id and p.question_id = q.id
    where w.enrolment_id = ${enrolmentId} and w.item_id = ${itemId} and w.completed_at is null and p.passed_at is null
    order by place_ms, q.id limit 1`
  return rowOf(PinRow, rows)
}

interface NewAnswer {
  enrolmentId: string
  questionId: string
  versionId: string
  answers: readonly (readonly string[])[]
  isRight: boolean
  isPassed: boolean
  /** Milliseconds until the next one is accepted. */
  waitMs: number
}

/** Records a try; the row of the enrolment's lease is locked. */
export async function saveAnswer(
  tx: Tx,
  fresh: NewAnswer,
): Promise<{ tries: number; retryAt: string | null }> {
  const { enrolmentId, questionId, versionId, answers, isRight, isPassed, waitMs } = fresh
  const [row] = await tx<{ tries: number; retryAt: string | null }[]>`
    insert into pin_answers (enrolment_id, question_id, version_id, answers, is_right, passed_at, retry_at)
    values (${enrolmentId}, ${questionId}, ${versionId}, ${tx.json(answers as never)}, ${isRight},
      case when ${isPassed} then moment() end,
      case when not ${isPassed} and ${waitMs} > 0 then moment() + make_interval(secs => ${waitMs / 1000}) end)
    on conflict (enrolment_id, question_id) do update set version_id = excluded.version_id, answers = excluded.answers,
      is_right = excluded.is_right, passed_at = excluded.passed_at, retry_at = excluded.retry_at,
      answered_at = excluded.answered_at, tries = pin_answers.tries + 1
    returning tries, retry_at`
  return row!
}

/** Brings the leases that may still credit seconds up to the questions that are passed; returns the place in a video. */
export async function movePins(tx: Tx, enrolmentId: string, itemId: string): Promise<number | null> {
  await tx`
    update play_leases set pin_ms = next_pin(enrolment_id, item_id)
    where enrolment_id = ${enrolmentId} and pin_ms is not null
      and (ended_at is null or ended_at > moment() - make_interval(secs => ${retentionMs / 1000}))`
  const [row] = await tx<{ pinMs: number | null }[]>`select next_pin(${enrolmentId}, ${itemId}) as pin_ms`
  return row!.pinMs
}

/**
 * Lists the questions of the videos of an enrolment in scope, those that hold it up first; refuses 404 any other. One that
 * came after its video was watched to the end is never asked.
 */
export async function pagePins(db: Db, scope: Scope, query: InputOf<typeof pinCalls.findPinList>) {
  await assertSeen(db, scope, query.enrolmentId)
  const isReached = db`coalesce(pin_place(q.at_second, w.duration_ms) <= w.furthest_ms, false)`
  return page(db, AskedPin, query, {
    columns: db`
      q.id as question_id, i.id as item_id, i.title, q.at_second, q.must_pass, ${isReached} as is_reached,
      left(coalesce(nullif(v.content->>'material', ''), v.content->'parts'->0->>'stem'), 60) as stem,
      coalesce(p.tries, 0) as tries, p.answered_at, p.passed_at`,
    from: db`
      enrolments e join class_courses cc on cc.class_id = e.class_id
      join course_items i on i.course_id = cc.course_id
      join questions q on q.resource_id = i.resource_id and q.at_second is not null
      join question_versions v on v.question_id = q.id and v.version = q.version
      left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
      left join pin_answers p on p.enrolment_id = e.id and p.question_id = q.id`,
    where: [
      db`e.id = ${query.enrolmentId}`,
      db`(p.question_id is not null or q.status = 'active' and w.completed_at is null)`,
    ],
    orderBy: db`
      (p.passed_at is null and ${isReached}) desc, p.answered_at desc nulls last, cc.sort, i.sort, q.at_second, q.id, i.id`,
  })
}
