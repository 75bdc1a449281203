import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { merchantCalls } from '../contract.ts'
import { saveMerchant } from './actions.ts'
import { disableMerchant } from './approvals.ts'
import { isOfProject, pageMerchants } from './data.ts'
import { openMerchantOf } from './open.ts'

export const merchantHandlers = handlers(merchantCalls, {
  query: ({ db, session, input }) => pageMerchants(db, session.scope, input),
  save: (ctx) => ctx.db.begin((tx) => saveMerchant(tx, ctx, ctx.session, ctx.input)),
  disabled: ({ db, session, input }) => db.begin((tx) => disableMerchant(tx, session, input)),
  async check(ctx) {
    const { db, session, input } = ctx
    if (!(await isOfProject(db, session.scope, input.id))) refuse(commonRefusals.notFound)
    return (await openMerchantOf(ctx, input.id))!.check()
  },
})
