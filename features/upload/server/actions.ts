import type { Permission } from '../../../contract/menu.ts'
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { maskFreeText } from '../../../contract/personalNumber.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import type { RefusalStore } from '../../../contract/storedRefusal.ts'
import { type Db, rowsOf, type Tx } from '../../../server/db.ts'
import type { Environment } from '../../../server/environment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Session } from '../../../server/session.ts'
import { type UploadTicket, uploadRefusals } from '../contract.ts'
import { limitText, tusPath, uploadLimits } from '../rules.ts'
import { findOwnUpload, findUpload, type UploadRow } from './data.ts'

export { listReadyUploads } from './data.ts'

/** Purpose of files: who may send them, how large they may be, and what becomes of them. */
export interface UploadPurpose {
  key: string
  /** Menu entries any of which lets one send. */
  menus: readonly Permission[]
  bytes: number
  /** Reasons for which `take` may refuse a file. */
  reasons: RefusalStore
  /**
   * Examines a complete file and stores it; the returned value is saved as the upload's `found`.
   * Refuses an unusable file; its bytes are deleted.
   */
  take(app: AppContext, file: { id: string; path: string; name: string; bytes: number }): Promise<object>
}

declare module '../../../server/feature.ts' {
  interface Feature {
    /** Purposes that files are uploaded for. */
    readonly purposes?: readonly UploadPurpose[]
  }
}

/** Folder of bytes until all of them are there and were examined. */
export const uploadFolder = (environment: Pick<Environment, 'dataFolder'>): string =>
  join(environment.dataFolder, 'uploads')

const claim = (uploadId: string, session: Session, purpose: string, bytes: number, until: string) =>
  `${uploadId}|${session.accountId}|${purpose}|${bytes}|${until}`

/** Refuses (429) one more unfinished upload than an account may have, and (503) one the disk has no room for. */
async function assertRoom(
  db: Db,
  environment: Pick<Environment, 'dataFolder'>,
  accountId: string,
  bytes: number,
): Promise<void> {
  const [open] = await db<{ own: number; ownBytes: number; promised: number }[]>`
    select count(*) filter (where account_id = ${accountId}) as own,
      coalesce(sum(bytes) filter (where account_id = ${accountId}), 0)::float8 as own_bytes,
      coalesce(sum(bytes), 0)::float8 as promised
    from uploads where status = 'receiving'`
  const { own, ownBytes, promised } = open!
  if (own >= uploadLimits.open) refuse(uploadRefusals.tooManyOpen, { count: own })
  if (ownBytes + bytes > uploadLimits.openBytes)
    refuse(uploadRefusals.tooMuchOpen, { limit: limitText(uploadLimits.openBytes) })
  const disk = await statfs(environment.dataFolder)
  if (disk.bavail * disk.bsize < promised + bytes + uploadLimits.reserve) refuse(uploadRefusals.noRoom)
}

/**
 * Announces an upload: gives what it needs, with a token valid only for it and for an hour. Refuses a file that is too
 * large (422), too many or too much unfinished (429), and one the disk has no room for (503).
 */
export async function announceUpload(
  { db, secrets, environment }: Pick<AppContext, 'db' | 'secrets' | 'environment'>,
  session: Session,
  purpose: UploadPurpose,
  bytes: number,
): Promise<UploadTicket> {
  if (bytes > purpose.bytes) refuse(uploadRefusals.tooLarge, { limit: limitText(purpose.bytes) }, 'bytes')
  await assertRoom(db, environment, session.accountId, bytes)
  const [clock] = await db<{ until: number }[]>`
    select floor(extract(epoch from moment() + make_interval(mins => ${uploadLimits.beginMinutes})))::float8 as until`
  const uploadId = randomUUID()
  const until = String(clock!.until)
  const signature = secrets.sign('upload', claim(uploadId, session, purpose.key, bytes, until))
  return {
    uploadId,
    token: `${uploadId}.${purpose.key}.${until}.${signature}`,
    endpoint: tusPath,
    chunkBytes: uploadLimits.chunkBytes,
  }
}

/** The upload and the purpose a token names, unchecked; null for what is no token. */
export function readUploadToken(
  token: string,
): { id: string; purpose: string; until: string; signature: string } | null {
  const parts =
    /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z]+)\.(\d{1,12})\.([\w-]+)$/.exec(
      token,
    )
  return parts && { id: parts[1]!, purpose: parts[2]!, until: parts[3]!, signature: parts[4]! }
}

/**
 * Lets an announced upload begin. Refuses (403) a token that is over, used, or of another account or size, and what the
 * announcement would be refused for now: many may have been announced at once.
 */
export async function beginUpload(
  tx: Tx,
  { secrets, environment }: Pick<AppContext, 'secrets' | 'environment'>,
  session: Session,
  upload: { token: string; name: string; bytes: number },
): Promise<void> {
  const { bytes } = upload
  const read = readUploadToken(upload.token)
  if (!read) return refuse(uploadRefusals.wrongToken)
  const { id, purpose, until } = read
  if (!secrets.verify('upload', claim(id, session, purpose, bytes, until), read.signature)) {
    return refuse(uploadRefusals.wrongToken)
  }
  const name = maskFreeText(upload.name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, 200)) || 'file'
  const { projectId, accountId } = session
  await tx`select pg_advisory_xact_lock(hashtextextended(${`upload ${accountId}`}, 0))`
  await assertRoom(tx, environment, accountId, bytes)
  const rows = await tx`
    insert into uploads (id, project_id, account_id, purpose, name, bytes)
    select ${id}, ${projectId}, ${accountId}, ${purpose}, ${name}, ${bytes}
    where to_timestamp(${Number(until)}) > moment()
    on conflict (id) do nothing returning id`
  if (rows.length === 0) refuse(uploadRefusals.wrongToken)
}

/** Notes that an upload is alive; returns it, or refuses (404) one that is not the caller's. */
export async function touchUpload(db: Db, session: Session, id: string): Promise<UploadRow> {
  const upload = (await findOwnUpload(db, session, id)) ?? refuse(commonRefusals.notFound)
  await db`update uploads set touched_at = moment() where id = ${id}`
  return upload
}

/** Forgets an upload's bytes in the upload folder, and what was made beside them. */
async function dropBytes(environment: Pick<Environment, 'dataFolder'>, id: string): Promise<void> {
  const folder = uploadFolder(environment)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(id))
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}

/** Gives an upload up; one that something was made of stays. */
export async function giveUpUpload(
  { db, environment }: Pick<AppContext, 'db' | 'environment'>,
  id: string,
): Promise<void> {
  const rows = await db`delete from uploads where id = ${id} and status <> 'used' returning id`
  if (rows.length > 0) await dropBytes(environment, id)
}

async function refuseUpload(
  { db, environment }: Pick<AppContext, 'db' | 'environment'>,
  { reasons }: UploadPurpose,
  id: string,
  refusal: Refusal,
): Promise<void> {
  await db`
    update uploads set status = 'refused', refusal = ${db.json(reasons.store(refusal) as never)}
    where id = ${id} and status = 'receiving'`
  await dropBytes(environment, id)
}

async function examine(app: AppContext, purpose: UploadPurpose, id: string): Promise<void> {
  const { db, environment } = app
  const upload = (await findUpload(db, id)) ?? refuse(commonRefusals.notFound)
  if (upload.purpose !== purpose.key) refuse(commonRefusals.notFound)
  if (upload.refusal) throw purpose.reasons.read(upload.refusal)
  if (upload.status !== 'receiving') return
  const path = join(uploadFolder(environment), id)
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size !== upload.bytes) refuse(uploadRefusals.notComplete, { name: upload.name })
  const { name, bytes } = upload
  const found = await purpose.take(app, { id, path, name, bytes }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await refuseUpload(app, purpose, id, error)
    throw error
  })
  await db`
    update uploads set status = 'ready', found = ${db.json(found as never)}, touched_at = moment()
    where id = ${id} and status = 'receiving'`
  await dropBytes(environment, id)
}

const examining = new Map<string, Promise<void>>()

/**
 * Examines a complete upload and stores it; once, however often it is called.
 * Refuses (409) one that is not complete and whatever its purpose refuses.
 */
export function finishUpload(app: AppContext, purpose: UploadPurpose, id: string): Promise<void> {
  const running = examining.get(id) ?? examine(app, purpose, id).finally(() => examining.delete(id))
  examining.set(id, running)
  return running
}

/** The same for an upload of the caller's own; refuses (404) another's. */
export async function finishOwnUpload(
  app: AppContext,
  session: Session,
  purpose: UploadPurpose,
  id: string,
): Promise<void> {
  if (!(await findOwnUpload(app.db, session, id))) refuse(commonRefusals.notFound)
  await finishUpload(app, purpose, id)
}

interface ReadyUpload {
  name: string
  bytes: number
  /** Findings of its purpose. */
  found: object
  /** Result of an earlier use. */
  usedFor: string | null
}

/** Locks a finished upload of the caller's own and of a purpose, to make something of it; refuses as it was refused. */
export async function lockReadyUpload(
  tx: Tx,
  session: Session,
  purpose: Pick<UploadPurpose, 'key' | 'reasons'>,
  id: string,
): Promise<ReadyUpload> {
  const upload = (await findOwnUpload(tx, session, id, true)) ?? refuse(commonRefusals.notFound)
  if (upload.purpose !== purpose.key) refuse(commonRefusals.notFound)
  const { name, bytes, found, usedFor, refusal } = upload
  if (refusal) throw purpose.reasons.read(refusal)
  if (!found) return refuse(uploadRefusals.notComplete, { name })
  return { name, bytes, found, usedFor }
}

/** Notes what was made of an upload. */
export async function useUpload(tx: Tx, id: string, usedFor: string): Promise<void> {
  await tx`update uploads set status = 'used', used_for = ${usedFor} where id = ${id}`
}

const Gone = Type.Object({
  id: Type.String(),
  status: Type.String(),
  found: Nullable(Type.Unsafe<object>({ type: 'object' })),
})

/**
 * Forgets uploads of a purpose that nobody has added to or used for a day, and their bytes in the upload folder; gives
 * them with what their purpose had found. What was taken into the store is its purpose's to remove.
 */
export async function sweepUploads(
  { db, environment }: Pick<AppContext, 'db' | 'environment'>,
  purpose: Pick<UploadPurpose, 'key'>,
) {
  const rows = await db`
    delete from uploads where purpose = ${purpose.key}
      and touched_at < moment() - make_interval(hours => ${uploadLimits.hours})
    returning id, status, found`
  const gone = rowsOf(Gone, rows)
  for (const { id } of gone) await dropBytes(environment, id)
  return gone
}

/** Removes from the upload folder what no upload on its way names and nobody has touched for a day. */
export async function dropStrayBytes({
  db,
  environment,
}: Pick<AppContext, 'db' | 'environment'>): Promise<void> {
  const folder = uploadFolder(environment)
  const names = await readdir(folder).catch(() => [])
  const [clock] = await db`
    select extract(epoch from moment() - make_interval(hours => ${uploadLimits.hours}))::float8 as before,
      array(select id from uploads where status = 'receiving') as awaited`
  const { before, awaited } = clock as { before: number; awaited: string[] }
  for (const name of names.filter((one) => !awaited.includes(one.slice(0, 36)))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < before * 1000) await rm(join(folder, name), { recursive: true, force: true })
  }
}
