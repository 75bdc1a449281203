import type { Call } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Feature } from '../../../server/feature.ts'
import { type BoundCall, handlers, mayCall } from '../../../server/serve.ts'
import { hasWholeProject, type Session } from '../../../server/session.ts'
import { listViewCalls } from '../contract.ts'
import { assertFilters, chooseDefault, deleteView, saveColumns, saveView } from './actions.ts'
import { findViews } from './data.ts'

/** True if a call answers a list page by page. */
const isPaged = ({ input }: Call) => 'page' in ((input as { properties?: object }).properties ?? {})

/** The calls of views, for the lists of these features; one that the caller may not see is as if there were none. */
export function listViewHandlers(features: readonly Feature[]): BoundCall[] {
  const lists = () =>
    features.flatMap(({ handlers = [] }) => handlers.flat().map(({ call }) => call)).filter(isPaged)
  const pathsFor = (session: Session) =>
    lists()
      .filter(
        ({ allow, wholeProject }) => mayCall(session, allow) && (!wholeProject || hasWholeProject(session)),
      )
      .map(({ path }) => path)
  function assertList(session: Session, path: string): Call {
    if (!pathsFor(session).includes(path)) refuse(commonRefusals.notFound)
    return lists().find((list) => list.path === path)!
  }
  return handlers(listViewCalls, {
    findMine: ({ session, ...app }) => findViews(app, session, pathsFor(session)),
    async saveColumns({ db, session, input: { path, columns } }) {
      assertList(session, path)
      await db.begin((tx) => saveColumns(tx, session, path, columns))
      return null
    },
    async chooseDefault({ db, session, input: { path, viewId } }) {
      assertList(session, path)
      await db.begin((tx) => chooseDefault(tx, session, path, viewId))
      return null
    },
    async save({ db, secrets, session, input }) {
      assertFilters(assertList(session, input.path), input, false)
      return db.begin((tx) => saveView(tx, secrets, session, input, false))
    },
    async delete({ db, session, input }) {
      await db.begin((tx) => deleteView(tx, session, input.id, false))
      return null
    },
    async saveShared({ db, secrets, session, input }) {
      assertFilters(assertList(session, input.path), input, true)
      return db.begin((tx) => saveView(tx, secrets, session, input, true))
    },
    async deleteShared({ db, session, input }) {
      await db.begin((tx) => deleteView(tx, session, input.id, true))
      return null
    },
  })
}
