import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { findUnknownCodes } from '../../dictionary/server/actions.ts'
import { cleanHtml, publishPictures } from '../../file/server/actions.ts'
import { saysSomething } from '../../project/text/rules.ts'
import { type noticeCalls, type NoticeFields, noticeRefusals, type NoticeStatus } from '../contract.ts'
import { mostAnnouncements, noticeLifecycle } from '../rules.ts'
import { findMade, lockNotice, nameClass, type NoticeSubject, type WrittenNotice } from './data.ts'
import { noticeEdits } from './edits.ts'
import { tellClass } from './jobs.ts'

type Saved = { id: string; revision: number }

/** The fields of a notice alone, its content cleaned and moments as the database gives them. */
const fieldsOf = (given: NoticeFields): NoticeFields => ({
  title: given.title,
  content: cleanHtml(given.content),
  pinned: given.pinned,
  startsAt: given.startsAt && new Date(given.startsAt).toISOString(),
  endsAt: given.endsAt && new Date(given.endsAt).toISOString(),
  personnelCategories: given.personnelCategories,
  regions: given.regions,
  unitIds: given.unitIds,
})

const columnsOf = ({ unitIds, ...columns }: NoticeFields) => columns

/** An announcement as a notice: for the whole class, until it is withdrawn. */
const forAll = {
  pinned: false,
  startsAt: null,
  endsAt: null,
  personnelCategories: [],
  regions: [],
  unitIds: [],
}

/** Refuses (422, the field named) whatever of a notice cannot be, or the project does not have. */
async function check(
  tx: Tx,
  { projectId }: ProjectSession,
  fields: NoticeFields,
  before: WrittenNotice | null,
): Promise<void> {
  const { content, startsAt, endsAt, regions, unitIds } = fields
  if (!saysSomething(content)) throw badInput('content', { zh: '不能为空', en: 'is required' })
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw badInput('endsAt', { zh: '应晚于开始时间', en: 'must be after the start' })
  const [unknown] = await findUnknownCodes(tx, projectId, 'region', regions)
  if (unknown !== undefined)
    throw badInput('regions', { zh: `没有代码为“${unknown}”的地区`, en: `unknown region: “${unknown}”` })
  const units = await tx`
    select id from units where id = any(${unitIds}::uuid[]) and project_id = ${projectId} and unit_exists(status) for share`
  const kept = new Set(before?.unitIds)
  if (unitIds.some((id) => !kept.has(id) && !units.some((unit) => unit.id === id)))
    throw badInput('unitIds', { zh: '有单位不存在', en: 'a unit does not exist' })
}

/** Writes the units of a notice in place of those it had. */
async function writeUnits(
  tx: Tx,
  _session: ProjectSession,
  id: string,
  unitIds: readonly string[],
): Promise<void> {
  await tx`delete from notice_units where notice_id = ${id}`
  await tx`
    insert into notice_units (notice_id, unit_id)
    select ${id}, u.id from unnest(${unitIds as string[]}::uuid[]) as u (id)`
}

async function insert(
  tx: Tx,
  session: ProjectSession,
  fields: NoticeFields,
  { classId, html, requestKey }: { classId: string | null; html: string; requestKey: string | undefined },
): Promise<Saved> {
  await check(tx, session, fields, null)
  const { projectId } = session
  const [row] = await tx<{ id: string }[]>`
    insert into notices ${tx({ ...columnsOf(fields), projectId, classId, requestKey: requestKey ?? null })} returning id`
  const { id } = row!
  await publishPictures(tx, session, { html, field: 'content' })
  await writeUnits(tx, session, id, fields.unitIds)
  await audit(tx, {
    by: session,
    action: 'notice.create',
    subjectKind: 'notice',
    subjectId: id,
    after: { ...fields, ...(classId && { classId }), revision: 1 },
  })
  return { id, revision: 1 }
}

/** Changes a notice as it was read at a revision; the words of a published one stay. */
async function change(
  tx: Tx,
  session: ProjectSession,
  before: WrittenNotice,
  { revision, fields, html }: { revision: number | undefined; fields: NoticeFields; html: string },
): Promise<Saved> {
  const { id, title: name, status } = before
  const written = fieldsOf(before)
  if (JSON.stringify(fields) === JSON.stringify(written) && revision === undefined)
    return { id, revision: before.revision }
  await assertCurrent(tx, noticeEdits, { id, name, revision: before.revision }, revision ?? 1)
  const isReworded = fields.title !== written.title || fields.content !== written.content
  if (isReworded && status === 'published') refuse(noticeRefusals.published, { name })
  await check(tx, session, fields, before)
  await tx`
    update notices set ${tx(columnsOf(fields))}, revision = revision + 1, edition = edition + ${isReworded ? 1 : 0}
    where id = ${id}`
  await publishPictures(tx, session, { html, field: 'content' })
  await writeUnits(tx, session, id, fields.unitIds)
  await audit(tx, {
    by: session,
    action: 'notice.change',
    subjectKind: 'notice',
    subjectId: id,
    before: { ...written, revision: before.revision },
    after: { ...fields, revision: before.revision + 1 },
  })
  return { id, revision: before.revision + 1 }
}

/** Lets requests with one key come one after the other, and gives what the first of them made. */
async function findTwin(
  tx: Tx,
  session: ProjectSession,
  requestKey: string | undefined,
): Promise<string | null> {
  if (requestKey === undefined) return null
  await tx`select pg_advisory_xact_lock(hashtextextended(${`notice ${session.projectId} ${requestKey}`}, 0))`
  return findMade(tx, session, requestKey)
}

/**
 * Writes a notice as a draft, or changes one as it was read at a revision; sent again with its key, a request saves the
 * one that it made. Refuses 404, (409) an older revision and other words of a published one, (422) what cannot be.
 */
export async function saveNotice(
  tx: Tx,
  session: ProjectSession,
  { id: given, revision, requestKey, ...input }: InputOf<typeof noticeCalls.save>,
): Promise<Saved> {
  const fields = fieldsOf(input)
  const html = input.content
  if (given) {
    if (revision === undefined) throw badInput('revision', { zh: '缺少版本', en: 'is required' })
    return change(tx, session, await lockNotice(tx, session, given, 'project'), { revision, fields, html })
  }
  const made = await findTwin(tx, session, requestKey)
  if (made)
    return change(tx, session, await lockNotice(tx, session, made, 'project'), {
      revision: undefined,
      fields,
      html,
    })
  return insert(tx, session, fields, { classId: null, html, requestKey })
}

/**
 * Writes an announcement of a class as a draft, or changes one as `saveNotice` does; refuses 404 another class, too, and
 * (409) more announcements than a class may have.
 */
export async function saveAnnouncement(
  tx: Tx,
  session: ProjectSession,
  { id: given, revision, requestKey, classId, title, content }: InputOf<typeof noticeCalls.saveClass>,
): Promise<Saved> {
  await nameClass(tx, session.scope, classId)
  const fields = fieldsOf({ ...forAll, title, content })
  if (given && revision === undefined) throw badInput('revision', { zh: '缺少版本', en: 'is required' })
  const known = given ?? (await findTwin(tx, session, requestKey))
  if (known) {
    const before = await lockNotice(tx, session, known, 'class')
    if (before.classId !== classId) refuse(commonRefusals.notFound)
    return change(tx, session, before, { revision: given ? revision : undefined, fields, html: content })
  }
  await tx`select from train_classes where id = ${classId} for no key update`
  const [held] = await tx<{ count: number }[]>`
    select count(*)::int as count from notices where class_id = ${classId} and status <> 'deleted'`
  if (held!.count >= mostAnnouncements) refuse(noticeRefusals.full)
  return insert(tx, session, fields, { classId, html: content, requestKey })
}

/** Takes a notice to its next status, with its entry in the log; an announcement's learners hear of it, or no longer. */
async function move(
  tx: Tx,
  session: ProjectSession,
  notice: WrittenNotice,
  event: 'publish' | 'withdraw' | 'delete',
): Promise<NoticeStatus> {
  const { id, status: before, classId } = notice
  const status = noticeLifecycle.next(before, event)
  await tx`
    update notices set status = ${status}, published_at = case when ${event === 'publish'} then moment() else published_at end
    where id = ${id}`
  await audit(tx, {
    by: session,
    action: `notice.${event}`,
    subjectKind: 'notice',
    subjectId: id,
    before: { status: before },
    after: { status },
  })
  if (classId !== null && (before === 'published' || status === 'published')) await tellClass(tx, session, id)
  return status
}

/** Publishes a notice or withdraws it; refuses 404, and (409) to publish one whose period is over. */
export async function changeStatus(
  tx: Tx,
  session: ProjectSession,
  subject: NoticeSubject,
  { id, event }: InputOf<typeof noticeCalls.updateStatus>,
): Promise<{ status: NoticeStatus }> {
  const notice = await lockNotice(tx, session, id, subject)
  const status = await move(tx, session, notice, event)
  if (event === 'publish' && notice.over) refuse(noticeRefusals.over, { name: notice.title })
  return { status }
}

/** Deletes a notice, which is out of sight at once; refuses 404. */
export async function deleteNotice(
  tx: Tx,
  session: ProjectSession,
  subject: NoticeSubject,
  id: string,
): Promise<null> {
  await move(tx, session, await lockNotice(tx, session, id, subject), 'delete')
  return null
}

/** Forgets which notices a closed account has read. */
export async function eraseReads(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from notice_reads where account_id = ${accountId}`
}

/** Lets notices for a unit be for another. For a merge of units. */
export async function moveNoticeUnits(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`
    insert into notice_units (notice_id, unit_id)
    select notice_id, ${toId} from notice_units where unit_id = ${fromId} on conflict do nothing`
  await tx`delete from notice_units where unit_id = ${fromId}`
}
