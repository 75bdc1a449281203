import { handlers } from '../../../../server/serve.ts'
import { paperCalls } from '../contract.ts'
import { totalOf } from '../rules.ts'
import { deletePaper, findShortages, savePaper } from './actions.ts'
import { pagePapers } from './data.ts'

export const paperHandlers = handlers(paperCalls, {
  queryPaperList: ({ db, session, input }) => pagePapers(db, session.scope, input),
  checkPaper: async ({ db, session, input }) => ({
    total: totalOf(input.sections),
    shortages: await findShortages(db, session.projectId, input.sections),
  }),
  savePaper: ({ db, session, input }) => db.begin((tx) => savePaper(tx, session, input)),
  async deletePaper({ db, session, input }) {
    await db.begin((tx) => deletePaper(tx, session, input.paperId))
    return null
  },
})
