import { handlers } from '../../../../server/serve.ts'
import { viewCalls } from '../contract.ts'
import { endView, viewAsLearner } from './actions.ts'
import { pageMyViews } from './data.ts'

export const viewHandlers = handlers(viewCalls, {
  viewAsLearner: (ctx) => ctx.db.begin((tx) => viewAsLearner(tx, ctx.session, ctx.input, ctx)),
  async endView({ db, session }) {
    await db.begin((tx) => endView(tx, session))
    return null
  },
  findMyViewList: ({ db, session, input }) => pageMyViews(db, session.accountId, input),
})
