import { handlers } from '../../../../server/serve.ts'
import { examTypeCalls } from '../contract.ts'
import { deleteType, saveType } from './actions.ts'
import { findTree } from './data.ts'

export const examTypeHandlers = handlers(examTypeCalls, {
  findPaperTypeTree: ({ db, session }) => findTree(db, session.scope, 'paper'),
  findExamTypeTree: ({ db, session }) => findTree(db, session.scope, 'exam'),
  saveType: async ({ db, session, input }) => ({
    typeId: await db.begin((tx) => saveType(tx, session, input)),
  }),
  async deleteType({ db, session, input }) {
    await db.begin((tx) => deleteType(tx, session, input.typeId))
    return null
  },
})
