import { type Static, Type } from 'typebox'
import { Nullable, OneOf, type InputOf } from '../../../contract/call.ts'
import type { Page } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { Push, type pushCalls, PushTry } from '../contract.ts'
import { type FieldMapping, type HourUnit, usualFields } from '../rules.ts'

interface StoredReceiver {
  address: string
  secretSealed: Buffer | null
  fields: FieldMapping[]
  hourUnit: HourUnit
  version: number
  updatedAt: string | null
  restsUntil: string | null
}

const none: StoredReceiver = {
  address: '',
  secretSealed: null,
  fields: [...usualFields],
  hourUnit: 'hours',
  version: 0,
  updatedAt: null,
  restsUntil: null,
}

/** The receiver of a project, with its secret sealed; the usual fields where none was saved. */
export async function findReceiver(db: Db, projectId: string): Promise<StoredReceiver> {
  const [row] = await db<StoredReceiver[]>`
    select r.address, r.secret_sealed, r.fields, r.hour_unit, r.version, r.updated_at,
      (select t.until from push_rests t where t.project_id = r.project_id and t.until > moment()) as rests_until
    from push_receivers r where r.project_id = ${projectId}`
  return row ?? none
}

const pushedRow = (db: Db): Fragment => db`
  p.id, p.event, p.status, p.account_id, coalesce(s.real_name, a.user_name) as real_name, u.name as unit_name,
  p.enrolment_id, p.title, p.year, p.hours_tenths, p.tries, p.http_status, p.cause, p.created_at, p.tried_at, p.due_at`

/** Tables that the scope of a push `p` is read from. */
const owned = (db: Db): Fragment => db`
  pushes p join accounts a on a.id = p.account_id left join units u on u.id = a.unit_id`

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'p.project_id', unitPath: 'u.path', account: 'p.account_id' })

/** Pushes in the caller's scope, the newest first. Refuses (422) pages beyond the counted rows. */
export function pagePushes(
  db: Db,
  scope: Scope,
  input: InputOf<typeof pushCalls.query>,
): Promise<Page<typeof Push>> {
  const { keyword, className } = input
  return page(db, Push, input, {
    columns: pushedRow(db),
    key: db`p.id`,
    from: owned(db),
    join: db`left join students s on s.account_id = p.account_id`,
    where: [
      visible(db, scope),
      input.id && db`p.id = ${input.id}`,
      keyword && db`p.account_id = any(array(${learnersNamed(db, scope, keyword)}))`,
      className && nameContains(db, db`p.title`, className),
      input.enrolmentId && db`p.enrolment_id = ${input.enrolmentId}`,
      input.event && db`p.event = ${input.event}`,
      input.status && db`p.status = any(${input.status})`,
      input.cause && db`p.cause = ${input.cause}`,
      input.from && db`p.created_at >= ${input.from}`,
      input.to && db`p.created_at < ${input.to}`,
    ],
    sorts: { createdAt: db`p.created_at`, hoursTenths: db`p.hours_tenths` },
    orderBy: db`p.id desc`,
    capped: true,
  })
}

/** A push in the caller's scope with its newest tries; refuses 404. */
export async function getPush(db: Db, scope: Scope, id: string): Promise<{ push: Push; tries: PushTry[] }> {
  const rows = await db`
    select ${pushedRow(db)} from ${owned(db)} left join students s on s.account_id = p.account_id
    where p.id = ${id} and ${visible(db, scope)}`
  const push = rowOf(Push, rows) ?? refuse(commonRefusals.notFound)
  const tries = await db`
    select number, tried_at, http_status as status, cause, ms, excerpt from push_tries
    where push_id = ${id} order by number desc limit 100`
  return { push, tries: rowsOf(PushTry, tries) }
}

/** Names of pushes in scope by their ids: the learner and the class. */
export async function namePushes(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select p.id, a.user_name || ' · ' || p.title as name from ${owned(db)}
    where p.id = any(${ids as string[]}) and ${visible(db, scope)}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Pushes in scope that were given up, since they were last tried. */
export const failedPushes = (db: Db, scope: Scope): Fragment => db`
  select p.id, p.tried_at, null from ${owned(db)} where p.status = 'failed' and ${visible(db, scope)}`

/** Projects that have something to send now, to a receiver that answers. */
export async function listDueProjects(db: Db): Promise<string[]> {
  const rows = await db<{ projectId: string }[]>`
    select r.project_id from ${sending(db)}
    where exists (
      select from pushes p where p.project_id = r.project_id and p.status = 'waiting' and p.due_at <= moment())`
  return rows.map(({ projectId }) => projectId)
}

/** Receivers `r` of projects that push, with their settings `c`, which are not resting. */
const sending = (db: Db): Fragment => db`
  (select r.* from push_receivers r where r.address <> '' and not exists (
    select from push_rests t where t.project_id = r.project_id and t.until > moment())) r
  join projects o on o.id = r.project_id and o.status = 'active'
  join project_configs c on c.project_id = r.project_id and c.kind = 'push' and (c.content->>'open')::boolean`

const Due = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  tries: Type.Integer(),
  /** Time of the database, by which the message is dated. */
  triedAt: Type.String(),
  event: OneOf(['pass', 'revert', 'hours']),
  retries: Type.Integer(),
  address: Type.String(),
  secretSealed: Type.Unsafe<Buffer>({}),
  fields: Type.Unsafe<FieldMapping[]>({}),
  hourUnit: OneOf(['hours', 'tenths']),
})
/** A push that this process is to send, and its receiver as it is now. */
export type Due = Static<typeof Due>

/** Seconds for which a push is its sender's: twice what a message may take, and more. */
const lease = 60

/** Condition that a push is still under way as the try of this number: not claimed again, and not queued again. */
export const isUnderWay = (db: Db, tries: number): Fragment => db`
  (status = 'waiting' and tries = ${tries} and due_at = tried_at + make_interval(secs => ${lease}))`

/**
 * Claims pushes of a project that are due, so that no other process sends them as well: of each learner the first that is
 * neither delivered nor given up.
 */
export async function claimDue(db: Db, projectId: string, limit: number): Promise<Due[]> {
  const rows = await db`
    with due as (
      select p.id from pushes p
      where p.project_id = ${projectId} and p.status = 'waiting' and p.due_at <= moment()
        and not exists (
          select from pushes e where e.account_id = p.account_id and e.status = 'waiting' and e.seq < p.seq)
        and exists (select from ${sending(db)} where r.project_id = p.project_id)
      order by p.due_at, p.seq limit ${limit} for update of p skip locked)
    update pushes p set tries = p.tries + 1, tried_at = moment(), due_at = moment() + make_interval(secs => ${lease})
    from due, push_receivers r, project_configs c
    where p.id = due.id and r.project_id = p.project_id and c.project_id = p.project_id and c.kind = 'push'
    returning p.id, p.project_id, p.tries, p.tried_at, p.event,
      coalesce((c.content->>'retries')::int, 5) as retries, r.address, r.secret_sealed, r.fields, r.hour_unit`
  return rowsOf(Due, rows)
}

const StoredFacts = Type.Object({
  event: Type.String(),
  at: Type.String(),
  learnerId: Type.String(),
  enrolmentId: Nullable(Type.String()),
  realName: Type.String(),
  cardSealed: Nullable(Type.Unsafe<Buffer>({})),
  mobileSealed: Nullable(Type.Unsafe<Buffer>({})),
  unitName: Nullable(Type.String()),
  classId: Nullable(Type.String()),
  className: Type.String(),
  classType: Type.String(),
  year: Type.Integer(),
  hours: Type.Integer(),
  examScore: Nullable(Type.Number()),
  certificateNumber: Nullable(Type.String()),
})
export type StoredFacts = Static<typeof StoredFacts>

/** Finds the facts of a push, with numbers sealed: the event as it was, the person as they are now. Null once it is erased. */
export async function findFacts(db: Db, id: string): Promise<StoredFacts | null> {
  const rows = await db`
    select p.event, p.created_at as at, p.account_id as learner_id, p.enrolment_id,
      coalesce(s.real_name, a.user_name) as real_name, s.card_sealed, a.mobile_sealed, u.name as unit_name, e.class_id,
      p.title as class_name, p.class_type, p.year, p.hours_tenths as hours, e.exam_score,
      (select k.number from certificates k where k.enrolment_id = e.id and k.status = 'valid') as certificate_number
    from ${owned(db)} left join students s on s.account_id = p.account_id left join enrolments e on e.id = p.enrolment_id
    where p.id = ${id}`
  return rowOf(StoredFacts, rows)
}
