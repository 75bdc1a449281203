import { handlers } from '../../../server/serve.ts'
import { answerBatch, beginBatch } from '../../batch/server/actions.ts'
import { enrolmentCalls } from '../contract.ts'
import { extending, lifting, passing, removing, reviewing } from './batches.ts'
import { countMyClasses, getPassStatus, getTrainDetail, pageMyClasses } from './data.ts'
import { proposePasses } from './passes.ts'
import { pagePortfolio } from './portfolio.ts'
import { applyForClass, withdraw } from './roster.ts'

export const enrolmentHandlers = handlers(enrolmentCalls, {
  myClass: ({ db, session, input }) => pageMyClasses(db, session.accountId, input),
  countMyClass: ({ db, session, input }) => countMyClasses(db, session.accountId, input.year),
  getTrainDetail: ({ db, session, input }) => getTrainDetail(db, session.accountId, input.enrolmentId),
  applyMyClass: ({ db, session, input }) => db.begin((tx) => applyForClass(tx, session, input)),
  async withdrawMyClass({ db, session, input }) {
    await db.begin((tx) => withdraw(tx, session, input.enrolmentId))
    return null
  },
  getMyPassClassStatus: ({ db, session, input }) => getPassStatus(db, session.accountId, input.enrolmentId),
  findPortfolioPage: ({ db, secrets, session, input }) => pagePortfolio(db, secrets, session.scope, input),
  async passBatchClass(ctx) {
    const begun = await ctx.db.begin((tx) => beginBatch(tx, passing, ctx))
    if (begun) return { succeeded: [], failed: [], ...begun }
    const { db, session, input } = ctx
    const approvalId = await db.begin((tx) => proposePasses(tx, session, input.ids!, input.reason))
    if (approvalId) return { succeeded: [], failed: [], approvalId }
    return answerBatch(passing)(ctx)
  },
  liftPassBar: answerBatch(lifting),
  deleteBatchClass: answerBatch(removing),
  reviewBatchClass: answerBatch(reviewing),
  extendBatchClass: answerBatch(extending),
})
