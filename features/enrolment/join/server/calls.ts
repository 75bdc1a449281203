import { handlers } from '../../../../server/serve.ts'
import { joinCalls } from '../contract.ts'
import { beginJoin, getJoin } from './actions.ts'

export const joinHandlers = handlers(joinCalls, {
  begin: async ({ db, session, input }) => ({
    joinId: await db.begin((tx) => beginJoin(tx, session, input)),
  }),
  getProgress: ({ db, session, input }) => getJoin(db, session, input.joinId),
})
