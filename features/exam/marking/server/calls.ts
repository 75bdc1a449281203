import { handlers } from '../../../../server/serve.ts'
import { recordSoon } from '../../attempt/server/actions.ts'
import { markingCalls } from '../contract.ts'
import { getMarking, saveMarking, voidOrPropose } from './actions.ts'
import { pageAttempts } from './data.ts'

export const markingHandlers = handlers(markingCalls, {
  findAttemptList: ({ db, session, input }) => pageAttempts(db, session.scope, input),
  getMarking: ({ db, session, input }) => getMarking(db, session, input.attemptId),
  async saveMarking({ db, session, input }) {
    const marked = await db.begin((tx) => saveMarking(tx, session, input))
    if (marked.status === 'scored') await recordSoon(db, input.attemptId)
    return marked
  },
  voidAttempt: ({ db, session, input }) => db.begin((tx) => voidOrPropose(tx, session, input)),
})
