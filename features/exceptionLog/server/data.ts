import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { hasWholeProject, inScope, type Session } from '../../../server/session.ts'
import { type exceptionLogCalls, ServerError, ServerErrorDetail } from '../contract.ts'

const columns = (db: Db): Fragment => db`
  l.id, l.project_id is not null as is_of_project, l.source, l.place, l.trace_ids[1] as trace_id, l.kind, l.message,
  l.times, l.first_at, l.last_at, l.release, l.page, l.status`

const tables = (db: Db): Fragment => db`
  exception_logs l left join accounts a on a.id = l.account_id left join units u on u.id = a.unit_id`

/** True if a session may see all projects: then it also sees errors that belong to none. */
const seesPortal = (session: Session) => hasWholeProject(session) && session.menus.has('/project-manage/list')

/**
 * Condition for errors of the project; a session with a unit only sees those of its people. Errors of no
 * project are for those who manage the projects of the portal, in the one that the others are made from.
 */
function visible(db: Db, session: Session): Fragment {
  const { scope, projectId } = session
  const own = inScope(db, scope, { project: 'l.project_id', unitPath: 'u.path', account: 'l.account_id' })
  if (!seesPortal(session)) return own
  return db`(${own} or l.project_id is null
    and exists (select from projects p where p.id = ${projectId} and p.parent_id is null))`
}

/** Errors in scope, those last seen first. Refuses (422) pages beyond the counted rows. */
export async function pageErrors(
  db: Db,
  session: Session,
  input: InputOf<typeof exceptionLogCalls.findPageList>,
) {
  const { keyword, source, kind, status, from, to } = input
  return page(db, ServerError, input, {
    columns: columns(db),
    key: db`l.id`,
    from: tables(db),
    where: [
      visible(db, session),
      keyword &&
        db`(l.trace_ids @> array[${keyword}::text] or position(lower(${keyword}) in lower(l.place)) > 0)`,
      source && db`l.source = ${source}`,
      status && db`l.status = any(${status})`,
      kind && db`lower(l.kind) = lower(${kind})`,
      from && db`l.last_at >= ${from}`,
      to && db`l.last_at < ${to}`,
    ],
    sorts: { times: db`l.times`, lastAt: db`l.last_at` },
    orderBy: db`l.last_at desc, l.id desc`,
    capped: true,
  })
}

/** Causes in scope that nobody has resolved, or that came back, since they were opened. */
export const openErrors = (db: Db, session: Session): Fragment => db`
  select l.id, l.opened_at, null from ${tables(db)} where l.status <> 'resolved' and ${visible(db, session)}`

/** One error in scope with all that is known of it, or a refusal 404. */
export async function getError(db: Db, session: Session, id: string): Promise<ServerErrorDetail> {
  const rows = await db`
    select ${columns(db)}, l.stack, l.trace_ids, l.account_id, l.opened_at, l.resolved_at from ${tables(db)}
    where l.id = ${id} and ${visible(db, session)}`
  return rowOf(ServerErrorDetail, rows) ?? refuse(commonRefusals.notFound)
}

const Locked = Type.Pick(ServerError, ['status', 'place'])

/** Locks an error in scope, or refuses 404. */
export async function lockError(tx: Tx, session: Session, id: string): Promise<Static<typeof Locked>> {
  const rows = await tx`
    select l.status, l.place from ${tables(tx)} where l.id = ${id} and ${visible(tx, session)} for update of l`
  return rowOf(Locked, rows) ?? refuse(commonRefusals.notFound)
}
