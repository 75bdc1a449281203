import { handlers } from '../../../server/serve.ts'
import { faceCalls } from '../contract.ts'
import { confirmationOf } from '../rules.ts'
import { requestReview, consent, myFace, withdraw } from './actions.ts'
import { checkFace } from './check.ts'
import { getFace } from './data.ts'

export const faceHandlers = handlers(faceCalls, {
  checkFace: (ctx) => checkFace(ctx, ctx.session, ctx.upload?.file ?? null),
  getState: (ctx) => myFace(ctx, ctx.session),
  async consent({ db, session, input }) {
    await db.begin((tx) => consent(tx, session, input.version))
    return null
  },
  async withdraw({ db, session }) {
    await db.begin((tx) => withdraw(tx, session))
    return null
  },
  async requestReview({ db, session }) {
    await db.begin((tx) => requestReview(tx, session))
    return null
  },
  getFaceState: async ({ db, session, input }) =>
    confirmationOf(await getFace(db, session.scope, input.accountId)),
})
