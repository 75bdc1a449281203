import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import { StoredText, TextVersion } from '../contract.ts'
import type { TextKind } from '../../contract.ts'

const columns = (db: Db) =>
  db`t.kind, t.version, t.title, t.content, t.active, t.created_at, a.user_name as actor_name`

/** A text as it is now; empty, of version 0, where none was written. */
export async function findText(db: Db, projectId: string, kind: TextKind): Promise<StoredText> {
  const rows = await db`
    select ${columns(db)} from project_texts t left join accounts a on a.id = t.actor_id
    where t.project_id = ${projectId} and t.kind = ${kind} order by t.version desc limit 1`
  const none = { kind, version: 0, title: '', content: '', active: false, createdAt: null, actorName: null }
  return rowOf(StoredText, rows) ?? none
}

/** The last fifty versions of a text, newest first, with how many agreed to each. */
export async function listVersions(db: Db, projectId: string, kind: TextKind): Promise<TextVersion[]> {
  const rows = await db`
    select ${columns(db)}, (select count(*)::int from agreement_consents c where c.text_id = t.id) as agreed
    from project_texts t left join accounts a on a.id = t.actor_id
    where t.project_id = ${projectId} and t.kind = ${kind} order by t.version desc limit 50`
  return rowsOf(TextVersion, rows)
}
