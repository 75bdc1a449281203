import { handlers } from '../../../server/serve.ts'
import { supportCaseCalls } from '../contract.ts'
import { addNote, correct, register, saveAccountUnit, settle } from './actions.ts'
import { pageExceptions, pageUnitIssues, previewUnit } from './data.ts'

export const supportCaseHandlers = handlers(supportCaseCalls, {
  queryList: ({ db, secrets, session, input }) => pageExceptions(db, secrets, session.scope, input),
  queryUnitIssues: ({ db, session, input }) => pageUnitIssues(db, session.scope, input),
  saveAccountUnitId: async ({ db, secrets, session, input }) => ({
    correctionId: await db.begin((tx) => saveAccountUnit(tx, secrets, session, input)),
  }),
  previewUnit: ({ db, session, input }) => previewUnit(db, session, input),
  register: async ({ db, session, input }) => ({
    id: await db.begin((tx) => register(tx, session, input)),
  }),
  addNote: ({ db, session, input }) => db.begin((tx) => addNote(tx, session, input)),
  correct: async ({ db, secrets, session, input }) => ({
    ...(await db.begin((tx) => correct(tx, secrets, session, input))),
    status: 'proposed' as const,
  }),
  settle: async ({ db, session, input }) => ({
    status: await db.begin((tx) => settle(tx, session, input)),
  }),
})
