import { handlers } from '../../../../server/serve.ts'
import { eachSeparately } from '../../../class/batch/server/actions.ts'
import { nameEnrolments } from '../../../enrolment/server/actions.ts'
import { makeUpCalls } from '../contract.ts'
import { grantMakeUp } from './actions.ts'

export const makeUpHandlers = handlers(makeUpCalls, {
  grantMakeUp: ({ db, session, input, language }) =>
    eachSeparately(
      db,
      { ids: input.ids, language, named: (tx, ids) => nameEnrolments(tx, session.scope, ids) },
      (tx, id) => grantMakeUp(tx, session, id, input.reason),
    ),
})
