import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { mayCall, type ProjectSession } from '../../../server/session.ts'
import { isPriceForTwo } from '../../approval/rules.ts'
import { cleanHtml, publishPictures } from '../../file/server/actions.ts'
import {
  type FormField,
  type SignUp,
  type signUpCalls,
  type SignUpFields,
  signUpRefusals,
  type SignUpStatus,
} from '../contract.ts'
import { feePermission, type SignUpKind, signUpLifecycle, signUpPermission } from '../rules.ts'
import { endProposal, proposeFee } from './approvals.ts'
import { checkSignUp } from './check.ts'
import { findMade, kindsOf, lockSignUp } from './data.ts'
import { signUpEdits } from './edits.ts'

export {
  getForm,
  getPreview,
  hindranceOf,
  kindsOf,
  lockOffer,
  type Offer,
  offered,
  type Reader,
} from './data.ts'

/** Refuses (403) a kind whose page, or button of it, the caller does not hold. */
function assertKind(
  session: ProjectSession,
  kind: SignUpKind,
  button?: Parameters<typeof signUpPermission>[1],
): void {
  if (!kindsOf(session, button).includes(kind)) refuse(commonRefusals.notAllowed)
}

/** The fields of a sign-up alone. */
const fieldsOf = (given: SignUpFields): SignUpFields => ({
  kind: given.kind,
  title: given.title,
  introduction: given.introduction,
  opensAt: given.opensAt,
  closesAt: given.closesAt,
  quota: given.quota,
  fee: given.fee,
  personnelCategories: given.personnelCategories,
  regions: given.regions,
  unitIds: given.unitIds,
  fields: given.fields,
  subjects: given.subjects,
})

/** The columns of a sign-up that hold what was written about it. */
const columnsOf = (fields: SignUpFields) => ({
  kind: fields.kind,
  title: fields.title,
  introduction: cleanHtml(fields.introduction),
  opensAt: fields.opensAt,
  closesAt: fields.closesAt,
  quota: fields.quota,
  fee: fields.fee,
  personnelCategories: fields.personnelCategories,
  regions: fields.regions,
})

/** Writes the form of a sign-up: in its place while nobody can have seen it, and as a new version from then on. */
async function writeForm(
  tx: Tx,
  _session: ProjectSession,
  { id, formVersion, status }: { id: string; formVersion: number; status: SignUpStatus },
  fields: readonly FormField[],
): Promise<number> {
  const content = tx.json(fields as never)
  const [same] = await tx`
    select from sign_up_forms where sign_up_id = ${id} and version = ${formVersion} and fields = ${content}::jsonb`
  if (same) return formVersion
  const version = status === 'draft' ? formVersion : formVersion + 1
  await tx`
    insert into sign_up_forms (sign_up_id, version, fields) values (${id}, ${version}, ${content})
    on conflict (sign_up_id, version) do update set fields = excluded.fields`
  await tx`update sign_ups set form_version = ${version} where id = ${id}`
  return version
}

/**
 * Refuses (409) another title once there are scores, which would be of another exam by it, to remove subjects that somebody
 * applied for, and to change sessions whose seats are assigned.
 */
async function assertKept(tx: Tx, before: SignUp, { title, subjects }: SignUpFields): Promise<void> {
  if (title !== before.title) {
    // In turn with who enters scores: they lock the subjects.
    await tx`select from sign_up_subjects where sign_up_id = ${before.id} order by id for no key update`
    const [scored] = await tx`
      select from scores c join sign_up_subjects j on j.id = c.subject_id where j.sign_up_id = ${before.id} limit 1`
    if (scored) refuse(signUpRefusals.titleTaken, { name: before.title }, 'title')
  }
  const gone = before.subjects.filter(({ id }) => !subjects.some((subject) => subject.id === id))
  for (const { id, name } of gone) {
    const [named] = await tx`
      select from sign_up_applications where sign_up_id = ${before.id} and ${id!} = any(subject_ids) limit 1`
    if (named) refuse(signUpRefusals.subjectTaken, { name }, 'subjects')
  }
  const rows = await tx<{ id: string }[]>`
    select distinct t.session_id as id from sign_up_seats t join sign_up_subjects j on j.id = t.subject_id
    where j.sign_up_id = ${before.id}`
  const seated = new Set(rows.map(({ id }) => id))
  const now = new Map(subjects.flatMap(({ sessions }) => sessions.map((session) => [session.id, session])))
  for (const { name, sessions } of before.subjects) {
    for (const session of sessions.filter(({ id }) => seated.has(id!))) {
      const next = now.get(session.id)
      const isSame =
        next &&
        Date.parse(next.startsAt) === Date.parse(session.startsAt) &&
        Date.parse(next.endsAt) === Date.parse(session.endsAt) &&
        session.rooms.every(
          (room, at) => room.name === next.rooms[at]?.name && room.seats === next.rooms[at].seats,
        )
      if (!isSame) refuse(signUpRefusals.sessionTaken, { name }, 'subjects')
    }
  }
}

/**
 * Refuses (409) a session, added or moved, that ends after the scores of its subject are published: who sits it would know
 * what was asked.
 */
async function assertBeforeScores(tx: Tx, before: SignUp, { subjects }: SignUpFields): Promise<void> {
  // The sign-up is locked, as it is for who publishes scores.
  const published = await tx<{ id: string; name: string; publishAt: string }[]>`
    select j.id, j.name, b.publish_at from score_publications b join sign_up_subjects j on j.id = b.subject_id
    where j.sign_up_id = ${before.id}`
  const known = before.subjects.flatMap(({ sessions }) => sessions)
  for (const { id, name, publishAt } of published) {
    const sessions = subjects.find((subject) => subject.id === id)?.sessions ?? []
    const isLate = sessions.some((session) => {
      const end = Date.parse(session.endsAt)
      const was = known.find((one) => one.id !== undefined && one.id === session.id)
      return end > Date.parse(publishAt) && !(was && Date.parse(was.endsAt) === end)
    })
    if (isLate) refuse(signUpRefusals.afterScores, { name }, 'subjects')
  }
}

/** Writes a subject and gives its id. Refuses (409) another name, place or marks than those with which somebody has a score. */
async function writeSubject(
  tx: Tx,
  signUpId: string,
  { id, name, sort, ...marks }: Omit<SignUpFields['subjects'][number], 'sessions'> & { sort: number },
): Promise<string> {
  const { fullScore = null, passScore = null } = marks
  if (id === undefined) {
    const [made] = await tx<{ id: string }[]>`
      insert into sign_up_subjects (sign_up_id, name, sort, full_score, pass_score)
      values (${signUpId}, ${name}, ${sort}, coalesce(${fullScore}::numeric, 100), coalesce(${passScore}::numeric, 60))
      returning id`
    return made!.id
  }
  const [kept] = await tx<{ isOther: boolean; was: string }[]>`
    update sign_up_subjects j set name = ${name}, sort = ${sort}, full_score = coalesce(${fullScore}::numeric, j.full_score),
      pass_score = coalesce(${passScore}::numeric, j.pass_score)
    from sign_up_subjects old where j.id = ${id} and old.id = j.id
    returning (j.name, j.sort, j.full_score, j.pass_score)
      is distinct from (old.name, old.sort, old.full_score, old.pass_score) as is_other, old.name as was`
  // The subject is locked from here on, and by everybody who enters a score of it.
  const [scored] = kept!.isOther ? await tx`select from scores where subject_id = ${id} limit 1` : []
  if (scored) refuse(signUpRefusals.marksTaken, { name: kept!.was }, 'subjects')
  return id
}

/** Writes the units and subjects of a sign-up in place of those it had; what keeps its id keeps its row. */
async function writeLists(
  tx: Tx,
  _session: ProjectSession,
  id: string,
  { unitIds, subjects }: SignUpFields,
): Promise<void> {
  await tx`delete from sign_up_units where sign_up_id = ${id}`
  await tx`
    insert into sign_up_units (sign_up_id, unit_id) select ${id}, unit from unnest(${unitIds}::uuid[]) as u (unit)`
  const keptSubjects = subjects.flatMap((subject) => subject.id ?? [])
  const keptSessions = subjects.flatMap(({ sessions }) => sessions.flatMap((session) => session.id ?? []))
  await tx`
    delete from sign_up_sessions x using sign_up_subjects j where j.id = x.subject_id and j.sign_up_id = ${id}
      and not x.id = any(${keptSessions}::uuid[])`
  await tx`delete from sign_up_subjects where sign_up_id = ${id} and not id = any(${keptSubjects}::uuid[])`
  for (const [sort, { sessions, ...given }] of subjects.entries()) {
    const subjectId = await writeSubject(tx, id, { ...given, sort })
    const rows = sessions.map((session, at) => ({ ...session, sort: at }))
    await tx`
      insert into sign_up_sessions (id, subject_id, starts_at, ends_at, rooms, sort)
      select coalesce(x.id, new_id()), ${subjectId}, x."startsAt", x."endsAt", x.rooms, x.sort
      from jsonb_to_recordset(${tx.json(rows as never)})
        as x (id uuid, "startsAt" timestamptz, "endsAt" timestamptz, rooms jsonb, sort int)
      on conflict (id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at, rooms = excluded.rooms,
        sort = excluded.sort`
  }
}

type Saved = OutputOf<typeof signUpCalls.save>

async function insertSignUp(
  tx: Tx,
  session: ProjectSession,
  fields: SignUpFields,
  requestKey: string | undefined,
): Promise<Saved> {
  await checkSignUp(tx, session.projectId, fields, null)
  const { projectId } = session
  const [row] = await tx<{ id: string }[]>`
    insert into sign_ups ${tx({ ...columnsOf(fields), projectId, requestKey: requestKey ?? null })} returning id`
  const { id } = row!
  await publishPictures(tx, session, { html: fields.introduction, field: 'introduction' })
  await writeForm(tx, session, { id, formVersion: 1, status: 'draft' }, fields.fields)
  await writeLists(tx, session, id, fields)
  await audit(tx, {
    by: session,
    action: 'signUp.create',
    subjectKind: 'signUp',
    subjectId: id,
    after: { ...fields, revision: 1 },
  })
  return { id, revision: 1, formVersion: 1 }
}

/** True if an edit offers something else than before, so that what was proposed about its fee was about another. */
function isOtherOffer(before: SignUpFields, after: SignUpFields): boolean {
  const offerOf = ({ title, fee, quota, opensAt, closesAt, subjects, ...of }: SignUpFields) =>
    JSON.stringify([
      [title, fee, quota, Date.parse(opensAt), Date.parse(closesAt)],
      ...[of.personnelCategories, of.regions, of.unitIds].map((codes) => [...codes].sort()),
      subjects.map(({ name, sessions }) => [
        name,
        ...sessions.map(({ startsAt, endsAt, rooms }) => [Date.parse(startsAt), Date.parse(endsAt), rooms]),
      ]),
    ])
  return offerOf(before) !== offerOf(after)
}

/** Changes a locked sign-up. A fee that takes two people is proposed, and all else saved beside the one that holds. */
async function change(
  tx: Tx,
  session: ProjectSession,
  before: SignUp,
  revision: number | undefined,
  wanted: SignUpFields,
): Promise<Saved> {
  const { id, title: name, taken } = before
  await assertCurrent(tx, signUpEdits, { id, name, revision: before.revision }, revision)
  // The first fee is a part of writing a sign-up.
  const isFixed = before.status !== 'draft' && !mayCall(session, feePermission)
  if (isFixed && wanted.fee !== before.fee) refuse(signUpRefusals.feeFixed, {}, 'fee')
  const isForTwo = isPriceForTwo(before, { before: before.fee, after: wanted.fee })
  const fields = isForTwo ? { ...wanted, fee: before.fee } : wanted
  if (fields.kind !== before.kind) refuse(signUpRefusals.kindFixed, {}, 'kind')
  await checkSignUp(tx, session.projectId, fields, before)
  if (fields.quota !== null && fields.quota < taken)
    refuse(signUpRefusals.quotaTaken, { name, count: taken }, 'quota')
  await assertKept(tx, before, fields)
  await assertBeforeScores(tx, before, fields)
  await tx`update sign_ups set ${tx(columnsOf(fields))}, revision = revision + 1 where id = ${id}`
  await publishPictures(tx, session, { html: fields.introduction, field: 'introduction' })
  const formVersion = await writeForm(tx, session, before, fields.fields)
  await writeLists(tx, session, id, fields)
  await audit(tx, {
    by: session,
    action: 'signUp.change',
    subjectKind: 'signUp',
    subjectId: id,
    before: { ...fieldsOf(before), revision: before.revision },
    after: { ...fields, revision: before.revision + 1 },
  })
  if (isOtherOffer(before, fields)) await endProposal(tx, session, id)
  const saved = { id, revision: before.revision + 1, formVersion }
  return isForTwo ? { ...saved, approvalId: await proposeFee(tx, session, before, wanted) } : saved
}

/**
 * Writes a new sign-up as a draft, or changes one as it was read at a revision; sent again with its key, a request saves
 * the one that it made. Refuses 403 a kind whose page the caller does not hold, and another fee once it was opened by who
 * may not change prices, 404, (409) an older revision, another kind, fewer places than are taken, what applications or
 * seats name and a second fee to propose while one waits, and (422) what a sign-up cannot have.
 */
export async function saveSignUp(
  tx: Tx,
  session: ProjectSession,
  { id: given, revision, requestKey, ...input }: InputOf<typeof signUpCalls.save>,
): Promise<Saved> {
  const fields = fieldsOf(input)
  assertKind(session, fields.kind)
  if (given) return change(tx, session, await lockSignUp(tx, session, given), revision, fields)
  if (requestKey !== undefined) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`signUp ${session.projectId} ${requestKey}`}, 0))`
    const made = await findMade(tx, session, requestKey)
    if (made) return change(tx, session, await lockSignUp(tx, session, made), 1, fields)
  }
  return insertSignUp(tx, session, fields, requestKey)
}

/** Takes a sign-up to its next status, with its entry in the log. */
async function move(
  tx: Tx,
  session: ProjectSession,
  { id, status: before }: SignUp,
  event: 'publish' | 'close' | 'reopen' | 'delete',
): Promise<SignUpStatus> {
  const status = signUpLifecycle.next(before, event)
  await tx`update sign_ups set status = ${status} where id = ${id}`
  await audit(tx, {
    by: session,
    action: `signUp.${event}`,
    subjectKind: 'signUp',
    subjectId: id,
    before: { status: before },
    after: { status },
  })
  return status
}

/**
 * Opens a sign-up, closes it, or opens it again; refuses 403, 404, and (409) to open one that is over or has no subjects.
 * One that is closed within its first day in public begins that day again when it is reopened, and what is proposed about
 * its fee ends.
 */
export async function changeStatus(
  tx: Tx,
  session: ProjectSession,
  id: string,
  event: InputOf<typeof signUpCalls.updateStatus>['event'],
): Promise<void> {
  const signUp = await lockSignUp(tx, session, id)
  assertKind(session, signUp.kind, 'publish')
  const status = await move(tx, session, signUp, event)
  await tx`
    update sign_ups
    set published_at = case when ${status === 'open'} then coalesce(published_at, moment())
      when not is_first_day(published_at) then published_at end
    where id = ${id}`
  if (status !== 'open') await endProposal(tx, session, id)
  const { title: name, kind, subjects } = signUp
  if (status === 'open') {
    const [over] = await tx`select from sign_ups where id = ${id} and closes_at <= moment()`
    if (over) refuse(signUpRefusals.noPeriod, { name })
    if (kind === 'exam' && subjects.length === 0) refuse(signUpRefusals.noSubjects, { name })
  }
}

/** Deletes a draft; refuses 403, 404, and (409) any other sign-up. */
export async function deleteSignUp(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const signUp = await lockSignUp(tx, session, id)
  assertKind(session, signUp.kind, 'delete')
  await move(tx, session, signUp, 'delete')
}

/** Takes a place of a locked sign-up; gives false where none is left. */
export async function takePlace(tx: Tx, id: string): Promise<boolean> {
  const taken = await tx`
    update sign_ups set taken = taken + 1 where id = ${id} and (quota is null or taken < quota) returning id`
  return taken.length > 0
}

/** Lets places of sign-ups go, one for each time that it is named, in the order of their ids. */
export async function freePlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`
    select from sign_ups where id = any(${ids as string[]}::uuid[]) order by id for no key update`
  await tx`
    update sign_ups s set taken = s.taken - w.count
    from (select id, count(*)::int from unnest(${ids as string[]}::uuid[]) as g (id) group by id) w where s.id = w.id`
}

/** Lets sign-ups for a unit be for another. For a merge of units. */
export async function moveSignUpUnits(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`
    insert into sign_up_units (sign_up_id, unit_id)
    select sign_up_id, ${toId} from sign_up_units where unit_id = ${fromId} on conflict do nothing`
  await tx`delete from sign_up_units where unit_id = ${fromId}`
}
