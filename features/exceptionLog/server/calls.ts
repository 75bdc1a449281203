import { handlers } from '../../../server/serve.ts'
import { exceptionLogCalls } from '../contract.ts'
import { resolveError } from './actions.ts'
import { getError, pageErrors } from './data.ts'

export const exceptionLogHandlers = handlers(exceptionLogCalls, {
  findPageList: ({ db, session, input }) => pageErrors(db, session, input),
  find: ({ db, session, input }) => getError(db, session, input.id),
  async resolve({ db, session, input }) {
    await db.begin((tx) => resolveError(tx, session, input.id))
    return null
  },
  async report({ report, session, projectId, input }) {
    const { traceId, page, kind, message, stack } = input
    const error = Object.assign(new Error(message), { name: kind || 'Error', stack })
    report?.({
      source: 'browser',
      traceId,
      place: page,
      page,
      error,
      projectId: session?.projectId ?? projectId,
      accountId: session?.accountId ?? null,
    })
    return null
  },
})
