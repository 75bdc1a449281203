import { handlers } from '../../../server/serve.ts'
import { hoursCalls } from '../contract.ts'
import { getPassport } from './data.ts'

export const hoursHandlers = handlers(hoursCalls, {
  getMyClassHour: ({ db, session, input }) => getPassport(db, session, input.year),
})
