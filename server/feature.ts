import type { Named } from '../contract/menu.ts'
import type { Call } from '../contract/call.ts'
import type { MessageKind } from '../contract/message.ts'
import type { BoundBatch } from './batch.ts'
import type { Db, Fragment, Tx } from './db.ts'
import { type Events, listen } from './events.ts'
import type { BoundExport } from './exporting.ts'
import type { JobHandler } from './jobs.ts'
import type { EditedField } from './revision.ts'
import type { Secrets } from './secrets.ts'
import type { BoundCall, Context, Routes } from './serve.ts'

/** Rows of a person: the section of the copy of one's data that shows them, or why none does. */
type PersonRows = ({ readonly copy: string } | { readonly hidden: string }) & {
  /** Remainder of them when the account is closed: `gone`, or what stays and why. */
  readonly after: string
}

/**
 * A table, with whose its rows are: of a unit or an account that a column names; of the project as a whole, so that only
 * a session writes them that has all of it; or of neither, with the reason.
 */
export type OwnTable = ({ readonly of?: 'project' } | { readonly shared: string }) &
  (PersonRows | { readonly after?: never })

type OwnTables = Readonly<Record<string, OwnTable>>

/** Rows that name who of the staff did something. */
export const byStaff: PersonRows = {
  hidden: 'names who of the staff did something for the provider',
  after: 'who of the staff did it, by an account that is named no more',
}

/** The tables of the server itself. */
export const serverTables: OwnTables = {
  jobs: { shared: 'work of the system, beside what it works on' },
  operation_lanes: { shared: 'ends of the chains of the operation log' },
  operation_logs: { shared: 'each belongs to the one who acted, and that person to a unit' },
  outbox_messages: { shared: 'texts of the demo, each to a number' },
}

/** Takes a person out of a feature when their account is closed; `name` is what stays of their name. */
type Erase = (
  tx: Tx,
  closed: { accountId: string; name: string; formerName: string },
  secrets: Secrets,
) => Promise<void>

/** Moves all rows of a feature that name a unit to another, in the transaction that merges the two. */
export type Move = (tx: Tx, fromId: string, toId: string) => Promise<void>

/** Names of a feature's records for the operation log. */
interface AuditNames {
  /** Every action it records, by the word in `operation_logs.action`, in the past tense. */
  readonly actions?: Readonly<Record<string, Named>>
  /** Subjects of actions, by the word in `operation_logs.subject_kind`. */
  readonly subjects?: Readonly<Record<string, AuditSubject>>
  /**
   * Names of the parts of a change and meanings of their values, by the kind of the subject; by the action
   * where that says more.
   */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, EditedField>>>>
}

export interface AuditSubject {
  readonly words: Named
  /** The query that gives a record's name by its id, or by the text the log has for one that has no id. */
  readonly name?: (db: Db, id: Fragment, text: Fragment) => Fragment
}

/**
 * Work that waits for staff: who may settle it is told on the home page, in the menu and by the bell. News is settled by
 * nothing and waits until its person has seen it.
 */
export type WorkKind = WaitingKind &
  (
    | {
        /** It is the work of those who may make one of these calls. */
        readonly settledBy: readonly Call[]
      }
    | {
        /** It is news for those who may make the call of the list that shows it. */
        readonly seenIn: Call
      }
  )

interface WaitingKind {
  readonly code: string
  readonly words: Named
  /** The page of the back office that lists it, with the filter that leaves what is counted. */
  readonly address: string
  /** The parameter of the address by which the page opens what has waited longest, where it opens one at once. */
  readonly opens?: string
  /**
   * Query of what waits for the caller, within the caller's scope: its id, since when it waits, and the value
   * of `opens`. The queries of all kinds are counted by one statement.
   */
  readonly waiting: (ctx: { db: Db; session: Context['session'] }) => Fragment
}

/**
 * Parts a feature brings to the server, declared once; `app/features.ts` puts the features together. Kinds of approvals
 * and imports and purposes of uploads are added to it by the features that read them.
 */
export interface Feature {
  /** Its place in the README: what all others use, a thing of the business, or pages put together from others. */
  readonly group: 'platform' | 'noun' | 'composition'
  /** The tables of its `tables.sql` and of those of its parts. */
  readonly tables?: OwnTables
  readonly erase?: Erase
  readonly move?: Move
  /** Handlers of its calls. */
  readonly handlers?: readonly (readonly BoundCall[])[]
  /** Its lists that can be exported; their calls are answered by the feature of exports. */
  readonly exports?: readonly BoundExport[]
  /** Its calls that act on many rows of a list; the feature of batches handles those that are not answered at once. */
  readonly batches?: readonly BoundBatch[]
  /** Routes that are not calls: uploads, media, notices, pages of the demo. */
  readonly routes?: readonly Routes[]
  /** Its background jobs. */
  readonly jobs?: readonly JobHandler[]
  /** The kinds of messages it sends. */
  readonly messages?: readonly MessageKind[]
  /** Work that waits for staff. */
  readonly work?: readonly WorkKind[]
  readonly audit?: AuditNames
  /** Its part in events of the features below it. */
  readonly on?: Partial<Events>
}

/** A feature by itself, or one that reads what all declare, from a list that is full when it is asked what it brings. */
type Part = Feature | ((all: readonly Feature[]) => Feature)

/** Puts features together, and lets each hear of events; a table owned twice, or whose rows nobody erases, is an error. */
export function compose(parts: readonly Part[]): readonly Feature[] {
  const all: Feature[] = []
  for (const part of parts) all.push(typeof part === 'function' ? part(all) : part)
  const owned = new Set(Object.keys(serverTables))
  for (const [at, feature] of all.entries()) {
    // Getters are read now that the list is full.
    const { tables = {}, erase } = (all[at] = { ...feature })
    for (const [table, { after }] of Object.entries(tables)) {
      if (owned.has(table)) throw new TypeError(`two features own ${table}`)
      if (after?.startsWith('gone') && !erase) throw new TypeError(`nobody erases ${table}`)
      owned.add(table)
    }
  }
  listen(all)
  return all
}

/** The handler of a call, of these features. */
export const answerOf = (features: readonly Feature[], wanted: Call): BoundCall['handle'] =>
  features.flatMap(({ handlers = [] }) => handlers.flat()).find(({ call }) => call === wanted)!.handle
