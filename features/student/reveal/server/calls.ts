import { handlers } from '../../../../server/serve.ts'
import { revealCalls } from '../contract.ts'
import { reveal } from './actions.ts'

export const revealHandlers = handlers(revealCalls, {
  reveal: async ({ db, secrets, session, input }) => ({
    number: await db.begin((tx) => reveal(tx, secrets, session, input)),
  }),
})
