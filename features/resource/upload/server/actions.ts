import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, Refusal, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Pool, rowsOf, type Tx } from '../../../../server/db.ts'
import type { Environment } from '../../../../server/environment.ts'
import type { Ground } from '../../../../server/ground.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import { mediaRefusals, type VideoFacts } from '../../media/contract.ts'
import { examineVideo } from '../../media/server/actions.ts'
import { uploadRefusals } from '../contract.ts'
import { uploadLimits } from '../rules.ts'
import { findOwnUpload, findUpload, type UploadRow } from './data.ts'

/** Where bytes lie until all of them are there and known to be a video. */
export const uploadFolder = (environment: Pick<Environment, 'dataFolder'>): string =>
  join(environment.dataFolder, 'uploads')

const claim = (uploadId: string, session: Session, bytes: number) =>
  `${uploadId}|${session.accountId}|${bytes}`

/**
 * Announces an upload: gives its id and a token good for it alone. Refuses a video that is too large (422),
 * too many unfinished ones (429), and one the disk has no room for (503).
 */
export async function announceUpload(
  { db, secrets, environment }: Pick<Ground, 'db' | 'secrets' | 'environment'>,
  session: Session,
  bytes: number,
): Promise<{ uploadId: string; token: string }> {
  if (session.scope.unitPath !== null) refuse(commonRefusals.notAllowed)
  if (bytes > uploadLimits.bytes) refuse(uploadRefusals.tooLarge, { gib: uploadLimits.gib }, 'bytes')
  const [open] = await db`
    select count(*) filter (where account_id = ${session.accountId}) as own, coalesce(sum(bytes), 0) as promised
    from video_uploads where status = 'receiving'`
  const { own, promised } = open as { own: number; promised: number }
  if (own >= uploadLimits.open) refuse(uploadRefusals.tooManyOpen, { count: own })
  const disk = await statfs(environment.dataFolder)
  if (disk.bavail * disk.bsize < promised + bytes + uploadLimits.reserve) refuse(uploadRefusals.noRoom)
  const uploadId = randomUUID()
  return { uploadId, token: `${uploadId}.${secrets.sign('video-upload', claim(uploadId, session, bytes))}` }
}

/** The upload a token names, unchecked; null for what is no token. */
export function uploadIdOf(token: string): string | null {
  return /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\./.exec(token)?.[1] ?? null
}

/** Lets an announced upload begin. Refuses (403) a token of another account or size, and one already used. */
export async function beginUpload(
  db: Db,
  secrets: Secrets,
  session: Session,
  upload: { token: string; name: string; bytes: number },
): Promise<void> {
  const { token, bytes } = upload
  const id = uploadIdOf(token)
  if (!id || !secrets.verify('video-upload', claim(id, session, bytes), token.slice(id.length + 1))) {
    return refuse(uploadRefusals.wrongToken)
  }
  const name = upload.name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, 200) || 'video'
  const rows = await db`
    insert into video_uploads ${db({ id, projectId: session.projectId, accountId: session.accountId, name, bytes })}
    on conflict (id) do nothing returning id`
  if (rows.length === 0) refuse(uploadRefusals.wrongToken)
}

/** Notes that an upload is alive; gives it, or refuses (404) one that is not the caller's. */
export async function touchUpload(db: Db, session: Session, id: string): Promise<UploadRow> {
  const upload = (await findOwnUpload(db, session, id)) ?? refuse(commonRefusals.notFound)
  await db`update video_uploads set touched_at = moment() where id = ${id}`
  return upload
}

/** Forgets an upload's bytes in the upload folder. */
export async function dropBytes(environment: Pick<Environment, 'dataFolder'>, id: string): Promise<void> {
  const path = join(uploadFolder(environment), id)
  await Promise.all([path, `${path}.json`, `${path}-poster.jpg`].map((file) => rm(file, { force: true })))
}

/** Gives an upload up; one that became a video stays. */
export async function giveUpUpload(
  { db, environment }: Pick<Ground, 'db' | 'environment'>,
  id: string,
): Promise<void> {
  const rows = await db`delete from video_uploads where id = ${id} and status <> 'used' returning id`
  if (rows.length > 0) await dropBytes(environment, id)
}

const extensions: Readonly<Record<string, string>> = { 'video/mp4': '.mp4', 'video/webm': '.webm' }

async function refuseUpload(db: Pool, environment: Environment, id: string, refusal: Refusal): Promise<void> {
  const word = Object.entries(mediaRefusals).find(([, words]) => words === refusal.words)![0]
  await db`
    update video_uploads set status = 'refused', refusal = ${db.json({ word, values: refusal.values })}
    where id = ${id} and status = 'receiving'`
  await dropBytes(environment, id)
}

async function examine({ db, files, environment }: Ground, id: string): Promise<void> {
  const upload = (await findUpload(db, id)) ?? refuse(commonRefusals.notFound)
  if (upload.refusal) {
    const { word, values } = upload.refusal
    refuse(mediaRefusals[word as keyof typeof mediaRefusals], values)
  }
  if (upload.status !== 'receiving') return
  const path = join(uploadFolder(environment), id)
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size !== upload.bytes) refuse(uploadRefusals.notComplete, { name: upload.name })
  const found = await examineVideo(path).catch(async (error: unknown) => {
    if (error instanceof Refusal) await refuseUpload(db, environment, id, error)
    throw error
  })
  await writeFile(`${path}-poster.jpg`, found.poster)
  const posterKey = await files.keep(`${path}-poster.jpg`, 'poster', '.jpg')
  const fileKey = await files.take(path, 'video', extensions[found.facts.mime] ?? '.video')
  await db`
    update video_uploads set status = 'ready', file_key = ${fileKey}, poster_key = ${posterKey},
      sha256 = ${found.sha256}, facts = ${db.json(found.facts)}, touched_at = moment()
    where id = ${id} and status = 'receiving'`
  await dropBytes(environment, id)
}

const examining = new Map<string, Promise<void>>()

/**
 * Examines an upload whose bytes are all there and moves it into the store; once, however often it is asked.
 * Refuses (409) one that is not complete and (422) what is no playable video, whose bytes are dropped.
 */
export function finishUpload(ground: Ground, id: string): Promise<void> {
  const running = examining.get(id) ?? examine(ground, id).finally(() => examining.delete(id))
  examining.set(id, running)
  return running
}

/** The same for an upload of the caller's own; refuses (404) another's. */
export async function finishOwnUpload(ground: Ground, session: Session, id: string): Promise<void> {
  if (!(await findOwnUpload(ground.db, session, id))) refuse(commonRefusals.notFound)
  await finishUpload(ground, id)
}

export interface ReadyUpload {
  name: string
  bytes: number
  fileKey: string
  posterKey: string
  sha256: Buffer
  facts: VideoFacts
  /** Set when a resource was made of it before. */
  resourceId: string | null
}

/** Locks a finished upload of the caller's own, to make a resource of it. */
export async function lockReadyUpload(tx: Tx, session: Session, id: string): Promise<ReadyUpload> {
  const upload = (await findOwnUpload(tx, session, id, true)) ?? refuse(commonRefusals.notFound)
  const { name, bytes, fileKey, posterKey, facts, resourceId } = upload
  if (!fileKey || !posterKey || !facts) return refuse(uploadRefusals.notComplete, { name })
  const [row] = await tx`select sha256 from video_uploads where id = ${id}`
  return { name, bytes, fileKey, posterKey, facts, resourceId, sha256: row!.sha256 as Buffer }
}

/**
 * Forgets uploads nobody has added to or used for a day, and their bytes in the upload folder; gives the posters
 * they had. What was taken into the store stays there for those who share it.
 */
export async function sweepUploads({ db, environment }: Pick<Ground, 'db' | 'environment'>) {
  const rows = await db`
    delete from video_uploads where touched_at < moment() - make_interval(hours => ${uploadLimits.hours})
    returning id, poster_key`
  const gone = rowsOf(Type.Object({ id: Type.String(), posterKey: Nullable(Type.String()) }), rows)
  for (const { id } of gone) await dropBytes(environment, id)
  return gone
}

/** Removes from the upload folder what no upload on its way names and nobody has touched for a day. */
export async function dropStrayBytes({ db, environment }: Pick<Ground, 'db' | 'environment'>): Promise<void> {
  const folder = uploadFolder(environment)
  const names = await readdir(folder).catch(() => [])
  const [clock] = await db`
    select extract(epoch from moment() - make_interval(hours => ${uploadLimits.hours}))::float8 as before,
      array(select id from video_uploads where status = 'receiving') as awaited`
  const { before, awaited } = clock as { before: number; awaited: string[] }
  for (const name of names.filter((one) => !awaited.includes(one.slice(0, 36)))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < before * 1000) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Notes which resource an upload became. */
export async function useUpload(tx: Tx, id: string, resourceId: string): Promise<void> {
  await tx`update video_uploads set status = 'used', resource_id = ${resourceId} where id = ${id}`
}
