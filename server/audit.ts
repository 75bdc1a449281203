import type { Tx } from './db.ts'
import type { Session } from './session.ts'

export interface Deed {
  /** Who did it: a session, or null for the system's own work. */
  by: Pick<Session, 'accountId' | 'projectId'> | null
  /** What was done, in the words of the domain: `order.cancel`. */
  action: string
  subjectKind: string
  subjectId: string
  before?: unknown
  after?: unknown
  reason?: string
}

/** Writes the record of a deed in the transaction of the deed: both happen or neither. */
export async function audit(tx: Tx, deed: Deed): Promise<void> {
  await tx`insert into operation_logs ${tx({
    projectId: deed.by?.projectId ?? null,
    actorId: deed.by?.accountId ?? null,
    action: deed.action,
    subjectKind: deed.subjectKind,
    subjectId: deed.subjectId,
    before: tx.json((deed.before ?? null) as never),
    after: tx.json((deed.after ?? null) as never),
    reason: deed.reason ?? null,
  })}`
}
