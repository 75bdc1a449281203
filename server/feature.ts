import type { Named } from '../contract/menu.ts'
import type { Db, Fragment } from './db.ts'
import type { JobHandler } from './jobs.ts'
import type { EditedField } from './revision.ts'
import type { BoundCall, Routes } from './serve.ts'

/** Names of a feature's records for the operation log. */
interface AuditNames {
  /** Every action it records, by the word in `operation_logs.action`, in the past tense. */
  readonly actions?: Readonly<Record<string, Named>>
  /** What actions are done to, by the word in `operation_logs.subject_kind`. */
  readonly subjects?: Readonly<Record<string, AuditSubject>>
  /**
   * What the parts of a change are called and what their values mean, by the kind of the subject; by the action where
   * that says more.
   */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, EditedField>>>>
}

export interface AuditSubject {
  readonly words: Named
  /** The query that gives a record's name by its id, or by the text the log has for one that has no id. */
  readonly name?: (db: Db, id: Fragment, text: Fragment) => Fragment
}

/** What a feature brings to the server, declared once; `app/features.ts` puts the features together. */
export interface Feature {
  /** What answers its calls. */
  readonly handlers?: readonly (readonly BoundCall[])[]
  /** Routes that are not calls: uploads, media, notices, pages of the demo. */
  readonly routes?: readonly Routes[]
  /** Its background jobs. */
  readonly jobs?: readonly JobHandler[]
  readonly audit?: AuditNames
}
