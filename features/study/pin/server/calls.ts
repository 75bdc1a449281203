import { handlers } from '../../../../server/serve.ts'
import { pinCalls } from '../contract.ts'
import { answerPin, openPin } from './actions.ts'
import { pagePins } from './data.ts'

export const pinHandlers = handlers(pinCalls, {
  getPinnedQuestion: ({ db, session, input }) => db.begin((tx) => openPin(tx, session, input.leaseToken)),
  answerPinnedQuestion: ({ db, session, input }) => db.begin((tx) => answerPin(tx, session, input)),
  findPinList: ({ db, session, input }) => pagePins(db, session.scope, input),
})
