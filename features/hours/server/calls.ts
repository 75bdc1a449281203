import { answers } from '../../../server/serve.ts'
import { hoursCalls } from '../contract.ts'
import { getPassport } from './data.ts'

export const hoursAnswers = answers(hoursCalls, {
  getMyClassHour: ({ db, session, input }) => getPassport(db, session, input.year),
})
