import { answers } from '../../../server/serve.ts'
import { unitCalls } from '../contract.ts'
import { listUnitBase } from './data.ts'

export const unitAnswers = answers(unitCalls, {
  findUnitBase: ({ db, session, input }) => listUnitBase(db, session.scope, input),
})
