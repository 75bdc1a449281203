import { refuse } from '../../../contract/refusal.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import { wake } from '../../../server/jobs.ts'
import { handlers } from '../../../server/serve.ts'
import { queryPayment } from '../../payment/server/actions.ts'
import { reconciliationCalls, reconciliationRefusals } from '../contract.ts'
import { askAgain, findBookable, settleBooked, settleDifference } from './actions.ts'
import { pageBills, pageDifferences } from './data.ts'
import { readBillsJob } from './jobs.ts'

export const reconciliationHandlers = handlers(reconciliationCalls, {
  findPageList: ({ db, session, input }) => pageBills(db, session.scope, input),
  findDifferences: ({ db, session, input }) => pageDifferences(db, session.scope, input),
  settle: ({ db, session, input }) => db.begin((tx) => settleDifference(tx, session, input)),
  async takeOver(ctx) {
    const { db, session, input } = ctx
    const { paymentId, isBooked } = await db.begin((tx) => findBookable(tx, session, input.id))
    try {
      if (!isBooked) await queryPayment(ctx, paymentId)
    } catch (error) {
      if (error instanceof ChannelFailure) refuse(reconciliationRefusals.silent)
      throw error
    }
    return db.begin((tx) => settleBooked(tx, session, input))
  },
  readAgain: ({ db, session, input }) =>
    db.begin(async (tx) => {
      await askAgain(tx, session, input.id)
      await wake(tx, readBillsJob)
      return null
    }),
})
