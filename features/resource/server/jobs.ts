import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { rowOf } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { makeHls } from '../media/server/actions.ts'
import { dropStrayBytes, sweepUploads, uploadFolder } from '../../upload/server/actions.ts'
import { type FoundVideo, videoPurpose } from '../upload/server/actions.ts'
import { hlsJob } from './actions.ts'

const Queued = Type.Object({
  fileKey: Type.String(),
  durationSeconds: Type.Number(),
  /** Made meanwhile for another video with the same file. */
  madeKey: Nullable(Type.String()),
})

async function findQueued({ db }: AppContext, resourceId: string) {
  const rows = await db`
    select r.file_key, r.duration_seconds, (
      select o.hls_key from resources o
      where o.file_key = r.file_key and o.hls_key is not null and o.status = 'active' limit 1) as made_key
    from resources r where r.id = ${resourceId} and r.status = 'active' and r.transcode_status = 'queued'`
  return rowOf(Queued, rows)
}

/** Puts a video into segments and moves them into the store; returns their folder's key, or null without ffmpeg. */
async function makeSegments(
  { files, environment }: AppContext,
  resourceId: string,
  video: { fileKey: string; durationSeconds: number; hls: 'copy' | 'encode' },
  signal: AbortSignal,
): Promise<string | null> {
  const folder = join(uploadFolder(environment), `hls-${resourceId}`)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    if (!(await makeHls(files.path(video.fileKey), folder, video, signal))) return null
    signal.throwIfAborted()
    const key = `hls/${new Date().getUTCFullYear()}/${resourceId}`
    await rm(files.path(key), { recursive: true, force: true })
    await mkdir(dirname(files.path(key)), { recursive: true })
    await rename(folder, files.path(key))
    return key
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Saves the result of a video's segments, if the run that made them still owns the job. */
async function settle(
  job: Job,
  { db }: AppContext,
  hlsKey: string | null,
  status: 'done' | 'none' | 'failed',
) {
  const { resourceId } = job.input as { resourceId: string }
  await db.begin(async (tx) => {
    await job.progress(tx, { done: 0 })
    await tx`update resources set hls_key = ${hlsKey}, transcode_status = ${status} where id = ${resourceId}`
  })
}

/** Puts a video into HLS segments beside its file; one that ends the process twice is played as it came. */
const hls: JobHandler = {
  ...hlsJob,
  mostTries: 2,
  async run(job, app) {
    const input = job.input as { resourceId: string; hls: 'copy' | 'encode' }
    const queued = await findQueued(app, input.resourceId)
    if (!queued) return
    let key: string | null
    try {
      key =
        queued.madeKey ??
        (await makeSegments(app, input.resourceId, { ...queued, hls: input.hls }, job.signal))
    } catch (error) {
      if (job.signal.aborted) throw error
      app.log.error({ err: error, resourceId: input.resourceId }, 'a video could not be put into segments')
      return settle(job, app, null, 'failed')
    }
    await settle(job, app, key, key ? 'done' : 'none')
  },
  async onFailed(tx, { input }) {
    const { resourceId } = input as { resourceId: string }
    await tx`
      update resources set transcode_status = 'failed' where id = ${resourceId} and transcode_status = 'queued'`
  },
}

/** Files of a kind that are at least an hour old: the rows of younger ones may not be committed yet. */
async function settledKeys({ db, files }: AppContext, kind: string): Promise<string[]> {
  const [clock] = await db`select extract(epoch from moment() - interval '1 hour')::float8 * 1000 as before`
  const years = await readdir(files.path(kind)).catch(() => [])
  const keys: string[] = []
  for (const year of years) {
    for (const name of await readdir(files.path(`${kind}/${year}`))) {
      const key = `${kind}/${year}/${name}`
      const found = await stat(files.path(key)).catch(() => null)
      if (found && found.ctimeMs < (clock!.before as number)) keys.push(key)
    }
  }
  return keys
}

/** Those of some keys that no living row names. */
async function orphansAmong({ db }: AppContext, keys: readonly string[]): Promise<string[]> {
  const rows = await db`
    select k.key from unnest(${keys as string[]}::text[]) as k (key)
    where not exists (select from resources r where r.status = 'active'
        and k.key in (r.file_key, r.hls_key, r.poster_key, r.subtitles_key))
      and not exists (select from uploads u where u.status = 'ready' and u.purpose = ${videoPurpose.key}
        and k.key in (u.found->>'fileKey', u.found->>'posterKey'))`
  return rows.map((row) => row.key as string)
}

/**
 * Posters of deleted videos and of uploads gone; other features store pictures of this kind too, so the keys come from
 * rows.
 */
async function forgetPosters(app: AppContext, ofUploads: readonly string[]): Promise<void> {
  const rows = await app.db`
    with gone as (select id, poster_key from resources where status = 'deleted' and poster_key is not null)
    update resources r set poster_key = null from gone where r.id = gone.id returning gone.poster_key`
  const keys = [...ofUploads, ...rows.map((row) => row.posterKey as string)]
  for (const key of await orphansAmong(app, keys)) await app.files.remove(key)
}

/** Removes abandoned uploads, files of deleted videos, and leftovers of a crash. */
const sweep: JobHandler = {
  type: 'resource.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  async run(_job, app) {
    const uploads = await sweepUploads(app, videoPurpose)
    await forgetPosters(
      app,
      uploads.flatMap(({ found }) => (found as FoundVideo | null)?.posterKey ?? []),
    )
    await dropStrayBytes(app)
    let files = 0
    for (const kind of ['video', 'hls', 'subtitles']) {
      for (const key of await orphansAmong(app, await settledKeys(app, kind))) {
        await rm(app.files.path(key), { recursive: true, force: true })
        files++
      }
    }
    return { result: { uploads: uploads.length, files } }
  },
}

export const resourceJobs: JobHandler[] = [hls, sweep]
