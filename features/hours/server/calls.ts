import { answers } from '../../../server/serve.ts'
import { hoursCalls } from '../contract.ts'
import { getPassport } from './data.ts'

export const hoursHandlers = answers(hoursCalls, {
  getMyClassHour: ({ db, session, input }) => getPassport(db, session, input.year),
})
