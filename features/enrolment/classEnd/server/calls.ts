import { handlers } from '../../../../server/serve.ts'
import { classEndCalls } from '../contract.ts'
import { countEarlierEnds, extendToClass } from './actions.ts'

export const classEndHandlers = handlers(classEndCalls, {
  findEarlierEnds: ({ db, session, input }) => countEarlierEnds(db, session, input.classId),
  extendClassLearners: async ({ db, log, session, input }) => ({
    extended: await extendToClass({ db, log }, session, input),
  }),
})
