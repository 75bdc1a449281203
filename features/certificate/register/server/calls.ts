import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { registerCalls } from '../contract.ts'
import { reissuing, revoking } from './batches.ts'
import { pageRegister } from './data.ts'

export const registerHandlers = handlers(registerCalls, {
  find: ({ db, session, input }) => pageRegister(db, session.scope, input),
  revoke: answerBatch(revoking),
  reissue: answerBatch(reissuing),
})
