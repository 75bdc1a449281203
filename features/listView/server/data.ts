import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { ListLayout, ListView } from '../contract.ts'

/** Column that the sealed filters of a view are bound to. */
export const filterPlace = 'list_views.filter'

const StoredView = Type.Interface([Type.Omit(ListView, ['filter'])], {
  filterSealed: Type.Unsafe<Buffer>(Type.Any()),
})

const columns = (db: Db) => db`
  v.id, v.path, v.name, v.filter_sealed, v.sort, v.columns, v.revision, v.is_shared as shared`

/** The views that a person has: the own ones, and those everyone in the project has. */
const had = (db: Db, { accountId, projectId }: Session) => db`
  v.project_id = ${projectId} and (v.is_shared or v.owner_id = ${accountId})`

/**
 * Returns a person's layouts and views of lists, own views before shared ones, each by name. A view whose
 * filters cannot be opened is left out: one of a colleague would take everybody's away.
 */
export async function findViews(
  { db, secrets, log }: Pick<AppContext, 'db' | 'secrets' | 'log'>,
  session: Session,
  paths: readonly string[],
): Promise<{ layouts: ListLayout[]; views: ListView[] }> {
  const [layouts, views] = await Promise.all([
    db`
      select l.path, l.columns, v.id as default_view_id from list_layouts l
      left join list_views v on v.id = l.default_view_id and ${had(db, session)}
      where l.account_id = ${session.accountId} and l.path = any(${paths as string[]}) order by l.path`,
    db`
      select ${columns(db)} from list_views v
      where ${had(db, session)} and v.path = any(${paths as string[]}) order by v.path, v.is_shared, v.name, v.id`,
  ])
  return {
    layouts: rowsOf(ListLayout, layouts),
    views: rowsOf(StoredView, views).flatMap(({ filterSealed, ...view }) => {
      try {
        const filter = JSON.parse(secrets.open(filterPlace, view.id, filterSealed)) as ListView['filter']
        return [{ ...view, filter }]
      } catch (error) {
        log.error({ err: error, viewId: view.id }, 'the filters of a view could not be opened')
        return []
      }
    }),
  }
}

/** True if a view of a list is one that the person has; it is not deleted until the transaction ends. */
export async function holdView(tx: Tx, session: Session, path: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from list_views v where v.id = ${id} and v.path = ${path} and ${had(tx, session)} for key share`
  return rows.length > 0
}

const LockedView = Type.Object({
  id: Type.String(),
  path: Type.String(),
  name: Type.String(),
  sort: ListView.properties.sort,
  columns: ListView.properties.columns,
  revision: Type.Integer(),
})

/** An own view, or one of the project where `shared`, locked; refuses (404) any other. */
export async function lockView(db: Db, session: Session, id: string, shared: boolean) {
  const { accountId, projectId } = session
  const rows = await db`
    select v.id, v.path, v.name, v.sort, v.columns, v.revision from list_views v
    where v.id = ${id} and v.project_id = ${projectId} and v.is_shared = ${shared}
      and ${shared ? db`true` : db`v.owner_id = ${accountId}`} for update`
  return rowOf(LockedView, rows) ?? refuse(commonRefusals.notFound)
}
