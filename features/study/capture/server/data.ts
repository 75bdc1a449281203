import { type Static, Type } from 'typebox'
import { type InputOf, OneOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { assertSeen } from '../../../enrolment/server/actions.ts'
import { consentVersion, likeness } from '../../../face/rules.ts'
import { CaptureKind, classCaptureNumbers, type Settings } from '../../../project/contract.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { Capture, type captureCalls, CaptureEffect, MyCapture } from '../contract.ts'
import { appealDays, captureConsentVersion, type CaptureState, intervalOf } from '../rules.ts'

const OwnerRow = Type.Object({
  projectId: Type.String(),
  accountId: Type.String(),
  classKind: Type.Union([CaptureKind, Type.Null()]),
  /** Numbers of the class in place of the project's; what is not there is the project's. */
  classNumbers: Type.Partial(Type.Record(OneOf(classCaptureNumbers), Type.Integer())),
  /** Decision about pictures of the kind; null where none was made about today's text. */
  photo: Type.Union([Type.Boolean(), Type.Null()]),
  face: Type.Union([Type.Boolean(), Type.Null()]),
  /** The consent that a face is recognised is in force. */
  faceConsent: Type.Boolean(),
  misses: Type.Integer(),
  now: Type.String(),
  /** Days since the last miss. */
  sinceDays: Type.Number(),
  /** Checks that the learner met or may still meet, told on this day in China: of all classes, or of one with a number of its own. */
  today: Type.Integer(),
})

/** All that decides about the checks of an enrolment. */
export interface Standing extends Static<typeof OwnerRow> {
  enrolmentId: string
  kind: CaptureKind
  settings: Settings
}

/** The standing of an enrolment as regards checks; the settings are those of its project and its class now. */
export async function findStanding(db: Db, enrolmentId: string): Promise<Standing> {
  const row = rowOf(
    OwnerRow,
    await db`
      select e.project_id, e.account_id, moment() as now, c.capture_kind as class_kind,
        jsonb_strip_nulls(jsonb_build_object('captureEveryFrom', c.capture_every_from, 'captureEveryTo', c.capture_every_to,
          'captureSeconds', c.capture_seconds, 'captureTries', c.capture_tries, 'capturesADay', c.captures_a_day,
          'captureMisses', c.capture_misses, 'captureMakeUpDays', c.capture_make_up_days)) as class_numbers,
        (select agreed from capture_consents o where o.account_id = e.account_id and o.kind = 'photo'
          and o.version = ${captureConsentVersion}) as photo,
        (select agreed from capture_consents o where o.account_id = e.account_id and o.kind = 'face'
          and o.version = ${captureConsentVersion}) as face,
        exists (select from faces f where f.account_id = e.account_id and f.consent_version = ${consentVersion})
          as face_consent,
        m.misses::int, coalesce(m.since_days, 0)::float8 as since_days,
        (select count(*)::int from captures t where t.account_id = e.account_id
          and t.told_at >= date_trunc('day', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
          and (c.captures_a_day is null or t.enrolment_id = e.id)
          and (t.status in ('taken', 'review', 'passed', 'accepted') or t.status = 'open' and t.due_at > moment())) as today
      from enrolments e join train_classes c on c.id = e.class_id
      cross join lateral (
        select count(*) as misses, extract(epoch from moment() - max(settled_at)) / 86400 as since_days
        from captures where enrolment_id = e.id and is_missed_capture(status)) m
      where e.id = ${enrolmentId}`,
  )
  const owner = row ?? refuse(commonRefusals.notFound)
  const project = await getSettings(db, owner.projectId)
  const settings = { ...project, ...owner.classNumbers, ...intervalOf(project, owner.classNumbers) }
  return { ...owner, enrolmentId, settings, kind: owner.classKind ?? settings.captureKind }
}

const LeaseRow = Type.Object({
  id: Type.String(),
  enrolmentId: Type.String(),
  itemId: Type.String(),
  isOver: Type.Boolean(),
  captureLeftMs: Type.Union([Type.Integer(), Type.Null()]),
  furthestMs: Type.Integer(),
  ip: Type.String(),
  agent: Type.String(),
})
export type LeaseRow = Static<typeof LeaseRow>

const leaseColumns = (db: Db): Fragment => db`
  l.id, l.enrolment_id, l.item_id, l.ended_at is not null as is_over, l.capture_left_ms, c.furthest_ms, l.ip, l.agent`

/** A lease of a learner, locked; null for one of others. */
export async function lockLease(tx: Tx, accountId: string, leaseId: string): Promise<LeaseRow | null> {
  const rows = await tx`
    select ${leaseColumns(tx)} from play_leases l
    join watch_coverages c on c.enrolment_id = l.enrolment_id and c.item_id = l.item_id
    where l.id = ${leaseId} and l.account_id = ${accountId} for no key update of l`
  return rowOf(LeaseRow, rows)
}

/** The last lease of an enrolment, locked: it has what is left until the next check; null before the first. */
export async function lockLastLease(tx: Tx, enrolmentId: string): Promise<LeaseRow | null> {
  const rows = await tx`
    select ${leaseColumns(tx)} from play_leases l
    join watch_coverages c on c.enrolment_id = l.enrolment_id and c.item_id = l.item_id
    where l.enrolment_id = ${enrolmentId} order by l.opened_at desc, l.id desc limit 1 for no key update of l`
  return rowOf(LeaseRow, rows)
}

const CaptureRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  enrolmentId: Type.String(),
  accountId: Type.String(),
  kind: Type.Unsafe<'presence' | 'photo' | 'face'>(Type.String()),
  status: Type.Unsafe<CaptureState>(Type.String()),
  nonce: Type.String(),
  tries: Type.Integer(),
  dueAt: Type.String(),
  secondsLeft: Type.Number(),
  isAnswered: Type.Boolean(),
  pictureIndex: Type.Union([Type.Unsafe<Buffer>(Type.Any()), Type.Null()]),
  isAppealable: Type.Boolean(),
})
export type CaptureRow = Static<typeof CaptureRow>

const captureColumns = (db: Db): Fragment => db`
  k.id, k.project_id, k.enrolment_id, k.account_id, k.kind, k.status, k.nonce, k.tries, k.due_at, k.picture_index,
  k.answered_at is not null as is_answered, extract(epoch from k.due_at - moment())::float8 as seconds_left,
  coalesce(k.settled_at, k.due_at) > moment() - make_interval(days => ${appealDays}) as is_appealable`

/** The newest check of an enrolment, locked; null before the first. */
export async function lockNewest(tx: Tx, enrolmentId: string): Promise<CaptureRow | null> {
  const rows = await tx`
    select ${captureColumns(tx)} from captures k where k.enrolment_id = ${enrolmentId}
    order by k.id desc limit 1 for no key update of k`
  return rowOf(CaptureRow, rows)
}

/** A check by its id, locked; null where there is none. */
export async function lockCapture(tx: Tx, captureId: string): Promise<CaptureRow | null> {
  const rows = await tx`
    select ${captureColumns(tx)} from captures k where k.id = ${captureId} for no key update of k`
  return rowOf(CaptureRow, rows)
}

/** The enrolment of a check, where it is in the caller's scope; refuses 404 any other. */
export async function getEnrolmentOf(db: Db, scope: Scope, captureId: string): Promise<string> {
  const [row] = await db<{ enrolmentId: string }[]>`
    select k.enrolment_id from captures k join accounts a on a.id = k.account_id left join units u on u.id = a.unit_id
    where k.id = ${captureId}
      and ${inScope(db, scope, { project: 'k.project_id', unitPath: 'u.path', account: 'k.account_id' })}`
  return row?.enrolmentId ?? refuse(commonRefusals.notFound)
}

/** Puts what is left until the next check on a locked lease; null: none is due. */
export async function setLeft(tx: Tx, leaseId: string, leftMs: number | null): Promise<void> {
  await tx`update play_leases set capture_left_ms = ${leftMs} where id = ${leaseId}`
}

/**
 * Makes up the oldest miss of an enrolment that was settled within so many days; tells if another can still be made up.
 */
export async function makeUpOldest(tx: Tx, enrolmentId: string, days: number): Promise<boolean> {
  const open = await tx<{ id: string }[]>`
    select id from captures where enrolment_id = ${enrolmentId} and status in ('missed', 'failed', 'rejected')
      and settled_at >= moment() - make_interval(days => ${days})
    order by id limit 2 for no key update`
  if (open[0]) await tx`update captures set status = 'made_up' where id = ${open[0].id}`
  return open.length > 1
}

/** Takes what is left from all leases of an enrolment but the one that is opened now: it is spent once. */
export async function takeLeft(tx: Tx, enrolmentId: string): Promise<void> {
  await tx`
    update play_leases set capture_left_ms = 0
    where id in (select id from play_leases where enrolment_id = ${enrolmentId} and capture_left_ms > 0
      order by id for no key update)`
}

const shownColumns = (db: Db): Fragment => db`
  i.title, k.kind, k.status as state, k.at_ms / 1000.0 as at, k.told_at, k.answered_at, k.tries,
  exists (select from capture_pictures p where p.capture_id = k.id) as has_picture, k.appeal, k.appealed_at`

/** The checks of one's own enrolment, the last first. */
export async function listMine(db: Db, { accountId }: Pick<Session, 'accountId'>, enrolmentId: string) {
  const rows = await db`
    select k.id as capture_id, ${shownColumns(db)},
      k.status in ('missed', 'failed')
        and coalesce(k.settled_at, k.due_at) > moment() - make_interval(days => ${appealDays}) as can_appeal,
      (select h.reason from capture_changes h where h.capture_id = k.id order by h.id desc limit 1) as reason
    from captures k join course_items i on i.id = k.item_id
    where k.enrolment_id = ${enrolmentId} and k.account_id = ${accountId} order by k.id desc limit 200`
  return rowsOf(MyCapture, rows)
}

/** Lists the checks of an enrolment in scope; refuses 404 any other. */
export async function pageCaptures(
  db: Db,
  scope: Scope,
  query: InputOf<typeof captureCalls.findResourceCaptureList>,
) {
  await assertSeen(db, scope, query.enrolmentId)
  return page(db, Capture, query, {
    columns: db`
      k.id, k.id as capture_id, ${shownColumns(db)}, k.due_at, k.ip, k.agent,
      case when k.distance is not null
        then greatest(0, least(100, round((1 - k.distance / ${likeness.same * 2}) * 100)))::int end as likeness,
      (select o.answered_at from captures o where o.id = k.resembles_id) as resembles,
      coalesce((select json_agg(json_build_object('from', h.from_status, 'to', h.to_status, 'reason', h.reason,
          'by', o.user_name, 'at', to_char(h.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by h.id)
        from capture_changes h join accounts o on o.id = h.operator_id where h.capture_id = k.id), '[]') as changes`,
    from: db`captures k join course_items i on i.id = k.item_id`,
    where: [db`k.enrolment_id = ${query.enrolmentId}`],
    sorts: { toldAt: db`k.told_at`, state: db`k.status`, tries: db`k.tries` },
    orderBy: db`k.id desc`,
  })
}

/** Checks that wait for a person, with the enrolment in whose detail they are decided. */
export const waitingCaptures = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select k.id, coalesce(k.appealed_at, k.told_at), k.enrolment_id::text
  from captures k join accounts a on a.id = k.account_id left join units u on u.id = a.unit_id
  where waits_for_review(k.status)
    and ${inScope(db, scope, { project: 'k.project_id', unitPath: 'u.path', account: 'k.account_id' })}`

const FactsRow = Type.Pick(CaptureEffect, ['countedSeconds', 'refusedSeconds', 'passedAt', 'certificate'])

/** The facts of an enrolment that a result of one of its checks might touch. */
export async function getFacts(db: Db, enrolmentId: string): Promise<Static<typeof FactsRow>> {
  const rows = await db`
    select e.passed_at,
      coalesce((select sum(accepted_ms) from watch_coverages w where w.enrolment_id = e.id), 0)::bigint / 1000 as counted_seconds,
      coalesce((select sum(upper(p) - lower(p)) from (
        select unnest(range_agg(int4range(f.from_ms, f.to_ms)) - max(w.ranges::text)::int4multirange) as p
        from study_refusals f join watch_coverages w on w.enrolment_id = f.enrolment_id and w.item_id = f.item_id
        where f.enrolment_id = e.id and f.reason = 'capture_missed' group by f.item_id) t), 0)::bigint / 1000 as refused_seconds,
      (select number from certificates t where t.enrolment_id = e.id and t.status = 'valid' limit 1) as certificate
    from enrolments e where e.id = ${enrolmentId}`
  return rowOf(FactsRow, rows)!
}
