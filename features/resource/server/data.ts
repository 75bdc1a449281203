import { type Static, Type } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import { type Page, type PageInput } from '../../../contract/paging.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, isSignedInHere, type ProjectScope, type Scope } from '../../../server/session.ts'
import { Resource, type resourceCalls, type TranscodeStatus } from '../contract.ts'

const ResourceRow = Type.Object({
  ...Type.Omit(Resource, ['posterPath']).properties,
  posterKey: Nullable(Type.String()),
  hlsKey: Nullable(Type.String()),
  direct: Type.Boolean(),
})
export type ResourceRow = Static<typeof ResourceRow>

const columns = (db: Db) => db`
  r.id, r.title, r.category_id, g.name as category_name, r.poster_key, r.duration_seconds, r.bytes, r.width, r.height,
  r.mime, r.transcode_status, r.direct or r.hls_key is not null as playable, r.hls_key, r.direct,
  r.subtitles_key is not null as has_subtitles, a.user_name as created_by_name, r.created_at,
  (select count(distinct i.course_id) from course_items i join courses c on c.id = i.course_id and c.status = 'active'
    where i.resource_id = r.id) as used_by`

const joined = (db: Db) => db`
  left join resource_categories g on g.id = r.category_id
  left join accounts a on a.id = r.created_by`

interface ResourceFilter extends PageInput {
  keyword?: string | undefined
  categoryIds?: readonly string[] | undefined
  transcodeStatus?: TranscodeStatus | undefined
  used?: 'yes' | 'no' | undefined
  sort?: InputOf<typeof resourceCalls.query>['sort']
}

/** A page of the library in the caller's scope, newest first. */
export async function pageResources(
  db: Db,
  scope: Scope,
  filter: ResourceFilter,
): Promise<Page<typeof ResourceRow>> {
  const used = db`exists (select from course_items i join courses c on c.id = i.course_id and c.status = 'active'
    where i.resource_id = r.id)`
  return page(db, ResourceRow, filter, {
    columns: columns(db),
    from: db`resources r`,
    join: joined(db),
    where: [
      db`${inScope(db, scope, { project: 'r.project_id' })} and r.status = 'active'`,
      filter.keyword && nameContains(db, db`r.title`, filter.keyword),
      filter.categoryIds && db`r.category_id = any(${filter.categoryIds as string[]})`,
      filter.transcodeStatus && db`r.transcode_status = ${filter.transcodeStatus}`,
      filter.used && (filter.used === 'yes' ? used : db`not ${used}`),
    ],
    sorts: {
      title: db`r.title`,
      durationSeconds: db`r.duration_seconds`,
      transcodeStatus: db`r.transcode_status`,
      usedBy: db`used_by`,
      createdAt: db`r.created_at`,
    },
    orderBy: db`r.created_at desc, r.id desc`,
  })
}

/** One video in the caller's scope; refuses 404. */
export async function getResource(db: Db, scope: Scope, id: string): Promise<ResourceRow> {
  const rows = await db`
    select ${columns(db)} from resources r ${joined(db)}
    where r.id = ${id} and r.status = 'active' and ${inScope(db, scope, { project: 'r.project_id' })}`
  return rowOf(ResourceRow, rows) ?? refuse(commonRefusals.notFound)
}

/** Courses a video is part of, by name. */
export async function listCoursesOf(db: Db, resourceId: string) {
  const rows = await db`
    select distinct c.id, c.name from course_items i join courses c on c.id = i.course_id and c.status = 'active'
    where i.resource_id = ${resourceId} order by c.name`
  return rowsOf(Type.Object({ id: Type.String(), name: Type.String() }), rows)
}

/** Names of courses with a video and of classes that show it as a trial; five at most. */
export async function listUsesOf(db: Db, resourceId: string): Promise<string[]> {
  const rows = await db`
    select c.name from course_items i join courses c on c.id = i.course_id and c.status = 'active'
    where i.resource_id = ${resourceId}
    union
    select t.name from train_classes t
    where t.status <> 'deleted' and t.trial_resource_ids @> array[${resourceId}]::uuid[]
    limit 5`
  return rows.map((row) => row.name as string)
}

/** Counts the questions pinned to a video. */
export async function countQuestionsOf(db: Db, resourceId: string): Promise<number> {
  const [row] = await db`
    select count(*) as pinned from questions where resource_id = ${resourceId} and status <> 'deleted'`
  return row!.pinned as number
}

const FileRow = Type.Object({
  title: Type.String(),
  fileKey: Type.String(),
  posterKey: Nullable(Type.String()),
  hlsKey: Nullable(Type.String()),
  transcodeStatus: Type.String(),
  subtitlesKey: Nullable(Type.String()),
})

/** The files of a video in the caller's scope, its row locked; refuses 404. */
export async function lockResource(tx: Tx, scope: ProjectScope, id: string) {
  const rows = await tx`
    select r.title, r.file_key, r.poster_key, r.hls_key, r.transcode_status, r.subtitles_key
    from resources r
    where r.id = ${id} and r.status = 'active' and ${inScope(tx, scope, { project: 'r.project_id' })} for update`
  return rowOf(FileRow, rows) ?? refuse(commonRefusals.notFound)
}

/** A video of the project with the same bytes, locked against deletion until the commit; or null. */
export async function findSame(tx: Tx, projectId: string, sha256: Buffer) {
  const rows = await tx`
    select r.title, r.file_key, r.poster_key, r.hls_key, r.transcode_status, r.subtitles_key from resources r
    where r.project_id = ${projectId} and r.sha256 = ${sha256} and r.status = 'active'
    order by r.created_at limit 1 for share`
  return rowOf(FileRow, rows)
}

const Playable = Type.Object({
  fileKey: Type.String(),
  mime: Type.String(),
  direct: Type.Boolean(),
  sha256: Type.String(),
  hlsKey: Nullable(Type.String()),
  subtitlesKey: Nullable(Type.String()),
  /** Seconds since 1970 by the database's clock. */
  now: Type.Number(),
})
export type Playable = Static<typeof Playable>

const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A video as it may be played: by an account that is active in the video's project, in a browser in which it is signed
 * in; or by anyone whom an address without an account was given to (a trial). A session that only waited too long
 * while a video played is not over for it.
 */
export async function findPlayable(
  db: Db,
  id: string,
  player: { who: string; companion: string | null },
): Promise<Playable | null> {
  const account = accountId.test(player.who) ? player.who : null
  const rows = await db`
    select r.file_key, r.mime, r.direct, encode(r.sha256, 'hex') as sha256, r.hls_key, r.subtitles_key,
      extract(epoch from moment())::float8 as now
    from resources r
    where r.id = ${id} and r.status = 'active'
      and (${account === null}
        or ${isSignedInHere(db, { who: account, companion: player.companion }, db`r.project_id`)})`
  return rowOf(Playable, rows)
}

/** True if everybody may play a video: a trial of a published class. */
export async function isTrial(db: Db, classId: string, resourceId: string): Promise<boolean> {
  const rows = await db`
    select from train_classes t join resources r on r.id = ${resourceId} and r.status = 'active'
    where t.id = ${classId} and t.status = 'on_shelf' and t.trial_resource_ids @> array[r.id]`
  return rows.length > 0
}

/** Videos of a project by folder and title, names compared as people read them: the id of each, or null. */
export async function findTitled(
  db: Db,
  projectId: string,
  wanted: readonly { categoryId: string | null; title: string }[],
): Promise<(string | null)[]> {
  const rows = await db<{ at: number; id: string }[]>`
    select distinct on (w.at) w.at::int as at, r.id
    from unnest(${wanted.map(({ categoryId }) => categoryId) as string[]}::uuid[],
      ${wanted.map(({ title }) => title)}::text[]) with ordinality as w (category_id, title, at)
    join resources r on r.project_id = ${projectId} and r.status = 'active'
      and r.category_id is not distinct from w.category_id and name_key(r.title) = name_key(w.title)
    order by w.at, r.created_at`
  const found = new Map(rows.map(({ at, id }) => [at - 1, id]))
  return wanted.map((_, i) => found.get(i) ?? null)
}
