import { maskName } from '../contract/identity.ts'
import { withoutNumbers } from '../contract/personalNumber.ts'
import type { Tx } from './db.ts'

/** Actor, and the request it came in. */
interface Actor {
  readonly accountId: string
  readonly projectId: string
  readonly request?: { readonly ip: string; readonly id: string | null }
}

export interface Action {
  /** Actor: a session, or null for the system's own work. */
  by: Actor | null
  /** The project the system's own work was for; a session has its own. */
  projectId?: string
  /** Action, in the words of the domain: `order.cancel`. */
  action: string
  subjectKind: string
  subjectId: string
  before?: unknown
  after?: unknown
  reason?: string
}

/** Parts of a change that name a person, and how they are masked. */
const nameMasks: Readonly<Record<string, (text: string) => string>> = {
  realName: maskName,
  userName: maskName,
  names: maskName,
  loginName: (text) => `${text.slice(0, 2)}***`,
}

/** Names nobody: the log outlives an account that was closed, and shows its people by their accounts. */
function withoutNames(value: unknown, mask?: (text: string) => string): unknown {
  if (typeof value === 'string') return mask ? mask(value) : value
  if (Array.isArray(value)) return value.map((item) => withoutNames(item, mask))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutNames(item, nameMasks[key])]),
  )
}

const rowOf = (tx: Tx, action: Action) => ({
  projectId: action.by?.projectId ?? action.projectId ?? null,
  actorId: action.by?.accountId ?? null,
  action: action.action,
  subjectKind: action.subjectKind,
  subjectId: action.subjectId,
  before: tx.json(withoutNames(withoutNumbers(action.before ?? null)) as never),
  after: tx.json(withoutNames(withoutNumbers(action.after ?? null)) as never),
  reason: withoutNumbers(action.reason ?? null),
  ip: action.by?.request?.ip ?? null,
  requestId: action.by?.request?.id ?? null,
})

/**
 * Writes the record of an action in its transaction: both happen or neither. The database hangs it in one of
 * the project's chains of hashes and lets nobody change it. Identity and mobile numbers and names of people
 * are masked wherever they stand.
 */
export async function audit(tx: Tx, action: Action): Promise<void> {
  await tx`insert into operation_logs ${tx(rowOf(tx, action))}`
}

/** Writes the audit entries of a batch in one statement. */
export async function auditAll(tx: Tx, actions: readonly Action[]): Promise<void> {
  if (actions.length > 0)
    await tx`insert into operation_logs ${tx(actions.map((action) => rowOf(tx, action)))}`
}

/** Filters in which a person may be named. */
const naming = new Set(['keyword', 'actor', 'words', 'recipient'])

/** Values of a filter that the log has one by one; of more it has their count, and the job that was asked for has them. */
const mostInLog = 100

/** The filters of a list as the log may have them. */
export const filterInLog = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (Array.isArray(value) && value.length > mostInLog) return [`${name}Count`, value.length]
      return [name, naming.has(name) && typeof value === 'string' ? maskName(value) : value]
    }),
  )
