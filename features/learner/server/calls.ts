import { handlers } from '../../../server/serve.ts'
import { learnerCalls } from '../contract.ts'
import { getDesk } from './data.ts'

export const learnerHandlers = handlers(learnerCalls, {
  getDesk: ({ db, session, input }) => getDesk(db, session, input.accountId),
})
