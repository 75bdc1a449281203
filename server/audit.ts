import { withoutNumbers } from '../contract/personalNumber.ts'
import type { Tx } from './db.ts'

/** Who does something, and the request it came in. */
interface Actor {
  readonly accountId: string
  readonly projectId: string
  readonly request?: { readonly ip: string; readonly id: string | null }
}

export interface Action {
  /** Who did it: a session, or null for the system's own work. */
  by: Actor | null
  /** The project the system's own work was for; a session has its own. */
  projectId?: string
  /** What was done, in the words of the domain: `order.cancel`. */
  action: string
  subjectKind: string
  subjectId: string
  before?: unknown
  after?: unknown
  reason?: string
}

const rowOf = (tx: Tx, action: Action) => ({
  projectId: action.by?.projectId ?? action.projectId ?? null,
  actorId: action.by?.accountId ?? null,
  action: action.action,
  subjectKind: action.subjectKind,
  subjectId: action.subjectId,
  before: tx.json(withoutNumbers(action.before ?? null) as never),
  after: tx.json(withoutNumbers(action.after ?? null) as never),
  reason: withoutNumbers(action.reason ?? null),
  ip: action.by?.request?.ip ?? null,
  requestId: action.by?.request?.id ?? null,
})

/**
 * Writes the record of an action in its transaction: both happen or neither. The database hangs it in one of
 * the project's chains of hashes and lets nobody change it. Identity and mobile numbers are masked wherever they stand.
 */
export async function audit(tx: Tx, action: Action): Promise<void> {
  await tx`insert into operation_logs ${tx(rowOf(tx, action))}`
}

/** Writes the audit entries of a batch in one statement. */
export async function auditAll(tx: Tx, actions: readonly Action[]): Promise<void> {
  if (actions.length > 0)
    await tx`insert into operation_logs ${tx(actions.map((action) => rowOf(tx, action)))}`
}
