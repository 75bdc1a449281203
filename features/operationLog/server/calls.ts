import { handlers } from '../../../server/serve.ts'
import { operationLogCalls } from '../contract.ts'
import { getOperation, listOperations } from './data.ts'

export const operationLogHandlers = handlers(operationLogCalls, {
  query: ({ db, session, input }) => listOperations(db, session.scope, input),
  find: ({ db, session, input }) => getOperation(db, session.scope, input.id),
})
