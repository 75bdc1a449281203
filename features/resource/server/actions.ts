import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf } from '../../../contract/call.ts'
import { quoted, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { FileStore } from '../../../server/files.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { badInput } from '../../../server/input.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { signedQuery } from '../../../server/signedQuery.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { finishOwnUpload, useUpload } from '../../upload/server/actions.ts'
import { resourceCategories } from '../category/server/actions.ts'
import { canMakeHls } from '../media/server/actions.ts'
import { type resourceCalls, resourceRefusals } from '../contract.ts'
import { playSeconds, trialAccount } from '../rules.ts'
import { uploadRefusals } from '../upload/contract.ts'
import { subtitlesOf } from '../upload/rules.ts'
import { lockReadyVideo, videoPurpose } from '../upload/server/actions.ts'
import { countQuestionsOf, findSame, isTrial, listUsesOf, lockResource } from './data.ts'

export { findTitled } from './data.ts'

/** Puts a video into HLS segments beside its file. */
export const hlsJob = { type: 'resource.hls', lane: 'heavy' } as const satisfies JobKind

/** Claims of a play address; `seconds` from now, or from a database time that was read before. */
export interface Play {
  resourceId: string
  /** Account it is bound to. */
  accountId: string
  seconds: number
  /** Seconds since 1970; this machine's clock by default. */
  from?: number
}

const playQuery = (
  secrets: Secrets,
  { resourceId, accountId, seconds, from = Date.now() / 1000 }: Play,
): string => signedQuery(secrets, 'play', resourceId, { accountId, until: Math.floor(from) + seconds })

/**
 * The address at which one account may play a video, for so many seconds. A `<video>` element cannot send the token,
 * but sends the companion cookie: the address plays only where the account is signed in.
 */
export function signPlayUrl(secrets: Secrets, play: Play): string {
  return `/media/video/${play.resourceId}?${playQuery(secrets, play)}`
}

/** The address of a video's subtitles, bound and limited like that of the video. */
export function signSubtitlesUrl(secrets: Secrets, play: Play): string {
  return `/media/subtitles/${play.resourceId}?${playQuery(secrets, play)}`
}

/** The address of a trial video for everybody, or null when it is no trial of a published class. */
export async function findTrialUrl(
  db: Db,
  secrets: Secrets,
  trial: { classId: string; resourceId: string },
): Promise<string | null> {
  if (!(await isTrial(db, trial.classId, trial.resourceId))) return null
  return signPlayUrl(secrets, { resourceId: trial.resourceId, accountId: trialAccount, seconds: playSeconds })
}

type SaveInput = InputOf<typeof resourceCalls.save>

/** Stores subtitles as WebVTT; returns their key. Refuses (422) what is no subtitle file. */
async function saveSubtitles(files: FileStore, text: string): Promise<string> {
  const found = subtitlesOf(text)
  if (!found) return refuse(uploadRefusals.notSubtitles, {}, 'subtitles')
  const folder = await mkdtemp(join(tmpdir(), 'jixu-subtitles-'))
  try {
    await writeFile(join(folder, 'file'), found.vtt)
    return await files.keep(join(folder, 'file'), 'subtitles', '.vtt')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a video of a finished upload of the caller's own, which is examined; the same upload gives the same video. */
export async function createResource(
  tx: Tx,
  session: ProjectSession,
  input: { uploadId: string; title: string; categoryId?: string | null | undefined },
  subtitlesKey: string | null = null,
): Promise<{ id: string; sameAs: string | null }> {
  const { uploadId } = input
  const upload = await lockReadyVideo(tx, session, uploadId)
  // The answer to the first saving was lost: it is given again.
  if (upload.resourceId) return { id: upload.resourceId, sameAs: null }
  const same = await findSame(tx, session.projectId, upload.sha256)
  const { facts, sha256, bytes } = upload
  const transcodeStatus = facts.hls && canMakeHls() ? 'queued' : 'none'
  const { mime, direct, durationSeconds, width, height } = facts
  const row = {
    projectId: session.projectId,
    categoryId: input.categoryId ?? null,
    title: input.title,
    mime,
    bytes,
    sha256,
    durationSeconds,
    width,
    height,
    direct,
    fileKey: same?.fileKey ?? upload.fileKey,
    posterKey: same?.posterKey ?? upload.posterKey,
    hlsKey: same?.hlsKey ?? null,
    transcodeStatus: same?.hlsKey ? same.transcodeStatus : transcodeStatus,
    subtitlesKey: subtitlesKey ?? same?.subtitlesKey ?? null,
    createdBy: session.accountId,
  }
  const [made] = await tx`insert into resources ${tx(row)} returning id`
  const id = made!.id as string
  await useUpload(tx, uploadId, id)
  if (row.transcodeStatus === 'queued') {
    await enqueue(tx, {
      ...hlsJob,
      input: { resourceId: id, hls: facts.hls },
      key: id,
      projectId: session.projectId,
      operatorId: session.accountId,
    })
  }
  await audit(tx, {
    by: session,
    action: 'resource.create',
    subjectKind: 'resource',
    subjectId: id,
    after: { title: row.title, categoryId: row.categoryId, sha256: sha256.toString('hex'), durationSeconds },
  })
  return { id, sameAs: same?.title ?? null }
}

async function changeResource(
  tx: Tx,
  session: ProjectSession,
  input: SaveInput,
  subtitlesKey: string | null,
) {
  const id = input.id!
  const before = await lockResource(tx, session.scope, id)
  const after = {
    title: input.title,
    ...(input.categoryId === undefined ? {} : { categoryId: input.categoryId }),
    ...(input.subtitles === undefined ? {} : { subtitlesKey }),
  }
  await tx`update resources set ${tx(after)} where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'resource.change',
    subjectKind: 'resource',
    subjectId: id,
    before: { title: before.title, subtitlesKey: before.subtitlesKey },
    after,
  })
  return { id, sameAs: null }
}

/**
 * Makes a video of a finished upload, or changes one. The same bytes again in the project share one file.
 * Saving the same upload twice gives the same video.
 */
export async function saveResource(
  app: AppContext,
  session: ProjectSession,
  input: SaveInput,
): Promise<{ id: string; sameAs: string | null }> {
  if ((input.id === undefined) === (input.uploadId === undefined)) {
    throw badInput('uploadId', { zh: '请给出上传编号或视频编号之一', en: 'give either an upload or a video' })
  }
  const { db, files } = app
  if (input.uploadId) await finishOwnUpload(app, session, videoPurpose, input.uploadId)
  const subtitlesKey = input.subtitles ? await saveSubtitles(files, input.subtitles) : null
  try {
    return await db.begin(async (tx) => {
      if (input.categoryId) await resourceCategories.assertOpen(tx, session.scope, input.categoryId)
      return input.id
        ? changeResource(tx, session, input, subtitlesKey)
        : createResource(tx, session, { ...input, uploadId: input.uploadId! }, subtitlesKey)
    })
  } catch (error) {
    if (subtitlesKey) await files.remove(subtitlesKey)
    throw error
  }
}

/**
 * Deletes a video. Refuses (409) while a course, a trial or a question has it. Its file goes with the next sweep,
 * unless another video has the same bytes.
 */
export async function deleteResource(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const { title } = await lockResource(tx, session.scope, id)
  const uses = await listUsesOf(tx, id)
  if (uses.length > 0) refuse(resourceRefusals.inUse, { title, names: uses.map(quoted) })
  const count = await countQuestionsOf(tx, id)
  if (count > 0) refuse(resourceRefusals.hasQuestions, { title, count })
  await tx`update resources set status = 'deleted' where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'resource.delete',
    subjectKind: 'resource',
    subjectId: id,
    before: { title },
  })
}
