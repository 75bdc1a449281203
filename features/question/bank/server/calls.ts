import { handlers } from '../../../../server/serve.ts'
import { bankCalls } from '../contract.ts'
import { deleteBank, saveBank } from './actions.ts'
import { pageBanks } from './data.ts'

export const bankHandlers = handlers(bankCalls, {
  query: ({ db, session, input }) => pageBanks(db, session.scope, input),
  save: async ({ db, session, input }) => ({
    bankId: await db.begin((tx) => saveBank(tx, session, input)),
  }),
  async delete({ db, session, input }) {
    await db.begin((tx) => deleteBank(tx, session, input.bankId))
    return null
  },
})
