import { handlers } from '../../../server/serve.ts'
import { exceptionLogCalls } from '../contract.ts'
import { getError, pageErrors } from './data.ts'

export const exceptionLogHandlers = handlers(exceptionLogCalls, {
  findPageList: ({ db, session, input }) => pageErrors(db, session, input),
  find: ({ db, session, input }) => getError(db, session, input.id),
})
