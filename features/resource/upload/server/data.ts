import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../../contract/call.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { VideoFacts } from '../../media/contract.ts'

const UploadRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  bytes: Type.Integer(),
  status: OneOf(['receiving', 'ready', 'used', 'refused']),
  fileKey: Nullable(Type.String()),
  posterKey: Nullable(Type.String()),
  facts: Nullable(VideoFacts),
  refusal: Nullable(
    Type.Object({
      word: Type.String(),
      values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    }),
  ),
  resourceId: Nullable(Type.String()),
})
export type UploadRow = Static<typeof UploadRow>

const columns = (db: Db) =>
  db`u.id, u.name, u.bytes, u.status, u.file_key, u.poster_key, u.facts, u.refusal, u.resource_id`

/** An upload by its id, or null; for the system's own work. */
export async function findUpload(db: Db, id: string): Promise<UploadRow | null> {
  return rowOf(UploadRow, await db`select ${columns(db)} from video_uploads u where u.id = ${id}`)
}

/** An upload of the caller's own, or null. */
export async function findOwnUpload(
  db: Db,
  session: Session,
  id: string,
  lock = false,
): Promise<UploadRow | null> {
  const rows = await db`
    select ${columns(db)} from video_uploads u
    where u.id = ${id} and u.account_id = ${session.accountId}
      and ${inScope(db, session.scope, { project: 'u.project_id' })}
    ${lock ? db`for update` : db``}`
  return rowOf(UploadRow, rows)
}
