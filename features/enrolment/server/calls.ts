import type { Language } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { badInput } from '../../../server/input.ts'
import type { Session } from '../../../server/session.ts'
import { type Batch, eachSeparately } from '../../class/batch/server/actions.ts'
import { enrolmentCalls } from '../contract.ts'
import { liftBar } from './actions.ts'
import { countEarlierEnds, extendToClass } from './classEnds.ts'
import {
  countMyClasses,
  getPassStatus,
  getTrainDetail,
  lockEnrolment,
  nameEnrolments,
  pageMyClasses,
} from './data.ts'
import { passAlone, proposePasses } from './passes.ts'
import { pagePortfolio } from './portfolio.ts'
import { applyForClass, extend, remove, review, withdraw } from './roster.ts'

const batchOf = (ctx: { input: { ids: string[] }; session: Session; language: Language }): Batch => ({
  ids: ctx.input.ids,
  language: ctx.language,
  named: (db, ids) => nameEnrolments(db, ctx.session.scope, ids),
})

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
    const { db, session, input } = ctx
    const approvalId = await db.begin((tx) => proposePasses(tx, session, input.ids, input.reason))
    if (approvalId) return { succeeded: [], failed: [], approvalId }
    return eachSeparately(db, batchOf(ctx), (tx, id) => passAlone(tx, session, id, input.reason))
  },
  liftPassBar: (ctx) =>
    eachSeparately(ctx.db, batchOf(ctx), async (tx, id) => {
      await lockEnrolment(tx, ctx.session.scope, id)
      await liftBar(tx, ctx.session, id, ctx.input.reason)
    }),
  deleteBatchClass: (ctx) =>
    eachSeparately(ctx.db, batchOf(ctx), (tx, id) => remove(tx, ctx.session, id, ctx.input.reason)),
  reviewBatchClass: (ctx) => {
    if (!ctx.input.approve && !ctx.input.reason) {
      throw badInput('reason', { zh: '不通过时必须填写原因', en: 'a rejection needs a reason' })
    }
    return eachSeparately(ctx.db, batchOf(ctx), (tx, id) => review(tx, ctx.session, id, ctx.input))
  },
  extendBatchClass: (ctx) =>
    eachSeparately(ctx.db, batchOf(ctx), (tx, id) => extend(tx, ctx.session, id, ctx.input)),
  findEarlierEnds: ({ db, session, input }) => countEarlierEnds(db, session.scope, input.classId),
  extendClassLearners: async ({ db, log, session, input }) => ({
    extended: await extendToClass({ db, log }, session, input),
  }),
})
