import { handlers } from '../../../server/serve.ts'
import { correctionCalls } from '../contract.ts'
import { apply, approve, powersOf, preview, propose, reject, undo, withdraw } from './actions.ts'
import { pageCorrections } from './data.ts'

export const correctionHandlers = handlers(correctionCalls, {
  findPageList: ({ db, secrets, session, input }) =>
    pageCorrections(db, secrets, session, powersOf(session), input),
  propose: async ({ db, secrets, session, input }) => ({
    ...(await db.begin((tx) => propose(tx, secrets, session, input.accountId, input))),
    status: 'proposed' as const,
  }),
  preview: ({ db, secrets, session, input }) => db.begin((tx) => preview(tx, secrets, session, input.id)),
  approve: async ({ db, secrets, session, input }) => ({
    status: await db.begin((tx) => approve(tx, secrets, session, input.id, input.apply ?? true)),
  }),
  apply: async ({ db, secrets, session, input }) => ({
    status: await db.begin((tx) => apply(tx, secrets, session, input.id)),
  }),
  reject: async ({ db, secrets, session, input }) => ({
    status: await db.begin((tx) => reject(tx, secrets, session, input.id, input.reason)),
  }),
  withdraw: async ({ db, secrets, session, input }) => ({
    status: await db.begin((tx) => withdraw(tx, secrets, session, input.id)),
  }),
  undo: async ({ db, secrets, session, input }) => ({
    status: await db.begin((tx) => undo(tx, secrets, session, input.id, input.reason)),
  }),
})
