import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import type { OutputOf } from '../../../../contract/call.ts'
import { StoredText, type textCalls, TextVersion } from '../contract.ts'
import type { TextKind } from '../../contract.ts'

const columns = (db: Db) =>
  db`
  t.kind, t.version, t.title, t.content, t.active, t.starts_at, t.ends_at, t.required, t.created_at,
  a.user_name as actor_name`

/** A text as it is now; empty, of version 0, where none was written. */
export async function findText(db: Db, projectId: string, kind: TextKind): Promise<StoredText> {
  const rows = await db`
    select ${columns(db)} from project_texts t left join accounts a on a.id = t.actor_id
    where t.project_id = ${projectId} and t.kind = ${kind} order by t.version desc limit 1`
  return rowOf(StoredText, rows) ?? { ...none, kind }
}

const none = {
  version: 0,
  title: '',
  content: '',
  active: false,
  startsAt: null,
  endsAt: null,
  required: false,
  createdAt: null,
  actorName: null,
}

/** The popup that a reader is shown now: null out of its period, for staff, and for a learner who closed this version. */
export async function findShownPopup(
  db: Db,
  projectId: string,
  reader: { accountId: string; roleSystem: number } | null,
): Promise<OutputOf<typeof textCalls.findShownPopup>> {
  if (reader && reader.roleSystem !== 3) return null
  const [row] = await db<{ version: number; title: string; content: string }[]>`
    select t.version, t.title, t.content from projects p, newest_text(p.id, 'popup') t
    where p.id = ${projectId} and t.active and coalesce(t.starts_at <= moment(), true)
      and coalesce(t.ends_at > moment(), true) and not exists (
        select from popup_views v where v.account_id = ${reader?.accountId ?? null} and v.version >= t.version)`
  return row ?? null
}

/** Counts the active learners of a project, and those of them who accepted the newest version of its agreement. */
export async function countAccepted(
  db: Db,
  projectId: string,
): Promise<{ learners: number; accepted: number }> {
  const [row] = await db<{ learners: number; accepted: number }[]>`
    select count(*)::int as learners, count(c.account_id)::int as accepted
    from accounts a join roles r on r.id = a.role_id and r.role_system = 3
    left join agreement_consents c on c.account_id = a.id
      and c.text_id = (select t.id from newest_text(${projectId}, 'agreement') t)
    where a.project_id = ${projectId} and a.status = 'active'`
  return row!
}

/** The last fifty versions of a text, newest first, with how many agreed to each. */
export async function listVersions(db: Db, projectId: string, kind: TextKind): Promise<TextVersion[]> {
  const rows = await db`
    select ${columns(db)}, (select count(*)::int from agreement_consents c where c.text_id = t.id) as agreed
    from project_texts t left join accounts a on a.id = t.actor_id
    where t.project_id = ${projectId} and t.kind = ${kind} order by t.version desc limit 50`
  return rowsOf(TextVersion, rows)
}
