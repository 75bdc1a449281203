import { type Static, Type } from 'typebox'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { ProjectScope, ProjectSession, Session } from '../../../server/session.ts'
import { liveStatuses } from '../../enrolment/rules.ts'
import { Announcement, Notice, type noticeCalls, NoticeRow, NoticeText, ShownNotice } from '../contract.ts'

/** Subjects of notices: the project, or a class. */
export type NoticeSubject = 'project' | 'class'

const isOf = (db: Db, subject: NoticeSubject): Fragment =>
  subject === 'project' ? db`n.class_id is null` : db`n.class_id is not null`

/** Units of a notice `n`. */
const units = (db: Db): Fragment => db`
  select k.unit_id, x.path, x.name from notice_units k join units x on x.id = k.unit_id where k.notice_id = n.id`

const readers = (db: Db): Fragment => db`
  (select count(*)::int from notice_reads r where r.notice_id = n.id and r.edition = n.edition)`

/** Notices of a project, newest first. */
export function pageNotices(
  db: Db,
  scope: ProjectScope,
  input: InputOf<typeof noticeCalls.query>,
): Promise<OutputOf<typeof noticeCalls.query>> {
  return page(db, NoticeRow, input, {
    columns: db`
      n.id, n.title, n.status, n.pinned, n.starts_at, n.ends_at, n.published_at, ${readers(db)} as readers, n.revision,
      n.created_at, case when n.status <> 'published' then null when n.starts_at > moment() then 'scheduled'
        when n.ends_at <= moment() then 'ended' else 'shown' end as phase,
      n.personnel_categories = '{}' and n.regions = '{}' and not exists (${units(db)}) as open`,
    key: db`n.id`,
    from: db`notices n`,
    where: [
      db`n.project_id = ${scope.projectId} and n.status <> 'deleted' and ${isOf(db, 'project')}`,
      input.keyword && nameContains(db, db`n.title`, input.keyword),
      input.status && db`n.status = ${input.status}`,
    ],
    sorts: {
      title: db`n.title`,
      startsAt: db`n.starts_at`,
      endsAt: db`n.ends_at`,
      publishedAt: db`n.published_at`,
      readers: readers(db),
      createdAt: db`n.created_at`,
    },
    orderBy: db`n.id desc`,
  })
}

const WrittenNotice = Type.Object({
  ...Notice.properties,
  classId: Type.Union([Type.String(), Type.Null()]),
  edition: Type.Integer(),
  /** The end of its period is behind. */
  over: Type.Boolean(),
})
/** A notice or an announcement as it was written. */
export type WrittenNotice = Static<typeof WrittenNotice>

async function getWritten(
  db: Db,
  { projectId }: ProjectScope,
  id: string,
  subject: NoticeSubject,
): Promise<WrittenNotice> {
  const rows = await db`
    select n.id, n.title, n.content, n.pinned, n.starts_at, n.ends_at, n.personnel_categories, n.regions, n.status,
      n.revision, n.edition, n.class_id, coalesce(n.ends_at <= moment(), false) as over,
      array(select m.unit_id from (${units(db)}) m order by m.unit_id) as unit_ids,
      coalesce((select json_agg(json_build_object('id', m.unit_id, 'name', m.name) order by m.name) from (${units(db)}) m), '[]')
        as units
    from notices n
    where n.id = ${id} and n.project_id = ${projectId} and n.status <> 'deleted' and ${isOf(db, subject)}`
  return rowOf(WrittenNotice, rows) ?? refuse(commonRefusals.notFound)
}

/** One notice of the project as it is edited; refuses 404. */
export async function getNotice(db: Db, scope: ProjectScope, id: string): Promise<Notice> {
  const { classId, over, edition, ...notice } = await getWritten(db, scope, id, 'project')
  return notice
}

/** Locks a notice, or an announcement, and reads it as it was written; refuses 404. */
export async function lockNotice(
  tx: Tx,
  { scope }: ProjectSession,
  id: string,
  subject: NoticeSubject,
): Promise<WrittenNotice> {
  await tx`select from notices where id = ${id} and project_id = ${scope.projectId} for no key update`
  return getWritten(tx, scope, id, subject)
}

/** The notice or announcement that a request made; null before it did. */
export async function findMade(
  db: Db,
  { projectId }: { projectId: string },
  requestKey: string,
): Promise<string | null> {
  const [made] = await db<{ id: string }[]>`
    select id from notices where project_id = ${projectId} and request_key = ${requestKey}`
  return made?.id ?? null
}

/** Name of a class of the project; refuses 404. */
export async function nameClass(db: Db, { projectId }: ProjectScope, classId: string): Promise<string> {
  const [row] = await db<{ name: string }[]>`
    select name from train_classes where id = ${classId} and project_id = ${projectId} and status <> 'deleted'`
  return row?.name ?? refuse(commonRefusals.notFound)
}

/** Announcements of a class, newest first. */
export async function listAnnouncements(db: Db, classId: string): Promise<Announcement[]> {
  const rows = await db`
    select n.id, n.title, n.content, n.status, n.published_at, ${readers(db)} as readers, n.revision, n.created_at
    from notices n where n.class_id = ${classId} and n.status <> 'deleted' order by n.id desc`
  return rowsOf(Announcement, rows)
}

/** Reader of the portal: a learner, somebody of the staff, or a visitor of a project. */
export interface Reader {
  projectId: string
  accountId: string | null
  isLearner: boolean
}

/** The reader that a request comes from. */
export const readerOf = (ctx: {
  projectId: string
  session: Pick<Session, 'accountId' | 'roleSystem'> | null
}): Reader => ({
  projectId: ctx.projectId,
  accountId: ctx.session?.accountId ?? null,
  isLearner: ctx.session?.roleSystem === 3,
})

/** The statement after `select` for notices `n` that a reader is shown now: staff all of the project, whomever they are for. */
const shownTo = (db: Db, { projectId, accountId, isLearner }: Reader): Fragment => db`
  notices n left join train_classes c on c.id = n.class_id
  left join accounts a on a.id = ${isLearner ? accountId : null}
  left join students t on t.account_id = a.id left join units u on u.id = a.unit_id
  where n.project_id = ${projectId} and n.status = 'published'
    and coalesce(n.starts_at <= moment(), true) and coalesce(n.ends_at > moment(), true)
    and case when n.class_id is not null then exists (
        select from enrolments e
        where e.class_id = n.class_id and e.account_id = a.id and e.status = any(${[...liveStatuses]}))
      else ${accountId !== null && !isLearner} or coalesce(
        (n.personnel_categories = '{}' or t.personnel_category = any(n.personnel_categories))
        and (n.regions = '{}' or n.regions && regions_around(u.region))
        and (not exists (${units(db)}) or exists (select from (${units(db)}) m where u.path ^@ m.path and u.id = a.member_unit_id)), false) end`

const isUnread = (db: Db, { accountId }: Reader): Fragment => db`
  (${accountId !== null} and not exists (
    select from notice_reads r where r.notice_id = n.id and r.account_id = ${accountId} and r.edition >= n.edition))`

const shownColumns = (db: Db, reader: Reader): Fragment => db`
  n.id, n.title, n.pinned, n.published_at, ${isUnread(db, reader)} as is_unread`

/** Notices that a reader is shown now, pinned ones first, then the newest. */
export function pageShown(
  db: Db,
  reader: Reader,
  input: Omit<InputOf<typeof noticeCalls.findFrontList>, 'unitId'>,
): Promise<OutputOf<typeof noticeCalls.findFrontList>> {
  return page(db, ShownNotice, input, {
    columns: db`s.*`,
    from: db`(select ${shownColumns(db, reader)} from ${shownTo(db, reader)} and ${isOf(db, 'project')}) s`,
    orderBy: db`s.pinned desc, s.published_at desc, s.id desc`,
  })
}

/** Announcements of a class that a learner is shown now, newest first. */
export async function listShown(db: Db, reader: Reader, classId: string): Promise<ShownNotice[]> {
  const rows = await db`
    select ${shownColumns(db, reader)} from ${shownTo(db, reader)} and n.class_id = ${classId}
    order by n.published_at desc, n.id desc`
  return rowsOf(ShownNotice, rows)
}

/** One notice or announcement that a reader is shown now; refuses 404. */
export async function getShown(db: Db, reader: Reader, id: string): Promise<Static<typeof NoticeText>> {
  const rows = await db`
    select n.id, n.title, n.content, n.published_at, n.class_id, c.name as class_name, ${isUnread(db, reader)} as is_unread
    from ${shownTo(db, reader)} and n.id = ${id}`
  return rowOf(NoticeText, rows) ?? refuse(commonRefusals.notFound)
}

/** Marks a notice that a reader is shown as read, as it reads now; refuses 404. */
export async function markRead(tx: Tx, reader: Reader & { accountId: string }, id: string): Promise<null> {
  const [shown] = await tx<{ edition: number }[]>`
    select n.edition from ${shownTo(tx, reader)} and n.id = ${id}`
  if (!shown) refuse(commonRefusals.notFound)
  await tx`
    insert into notice_reads (notice_id, account_id, edition) values (${id}, ${reader.accountId}, ${shown.edition})
    on conflict (notice_id, account_id) do update set edition = excluded.edition, read_at = moment()
      where notice_reads.edition < excluded.edition`
  return null
}
