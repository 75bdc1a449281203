import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import type { OldRefusal, StoredRefusal } from '../../../contract/storedRefusal.ts'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'
import { inScope, type Session } from '../../../server/session.ts'

const UploadRow = Type.Object({
  id: Type.String(),
  purpose: Type.String(),
  name: Type.String(),
  bytes: Type.Integer(),
  status: OneOf(['receiving', 'ready', 'used', 'refused']),
  found: Nullable(Type.Unsafe<object>({ type: 'object' })),
  refusal: Nullable(Type.Unsafe<StoredRefusal | OldRefusal>({ type: 'object' })),
  usedFor: Nullable(Type.String()),
})
export type UploadRow = Static<typeof UploadRow>

const columns = (db: Db) => db`u.id, u.purpose, u.name, u.bytes, u.status, u.found, u.refusal, u.used_for`

/** An upload by its id, or null; for the system's own work. */
export async function findUpload(db: Db, id: string): Promise<UploadRow | null> {
  return rowOf(UploadRow, await db`select ${columns(db)} from uploads u where u.id = ${id}`)
}

/** An upload of the caller's own, or null. */
export async function findOwnUpload(
  db: Db,
  session: Session,
  id: string,
  lock = false,
): Promise<UploadRow | null> {
  // A unit's manager has uploads of one's own as well: the account decides.
  const scope = { ...session.scope, unitPath: null, accountId: session.accountId }
  const rows = await db`
    select ${columns(db)} from uploads u
    where u.id = ${id} and ${inScope(db, scope, { project: 'u.project_id', account: 'u.account_id' })}
    ${lock ? db`for update` : db``}`
  return rowOf(UploadRow, rows)
}

const WaitingUpload = Type.Object({ id: Type.String(), name: Type.String() })

/** Finished uploads of a caller's own that nothing was made of yet, the last one first. */
export async function listReadyUploads(
  db: Db,
  { projectId, accountId }: Pick<Session, 'projectId' | 'accountId'>,
  purpose: string,
) {
  const rows = await db`
    select id, name from uploads
    where project_id = ${projectId} and account_id = ${accountId} and purpose = ${purpose} and status = 'ready'
    order by touched_at desc, id`
  return rowsOf(WaitingUpload, rows)
}
