import { handlers } from '../../../server/serve.ts'
import { wholeProjectOf } from '../../../server/session.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { revokeForms } from '../../invoice/red/server/actions.ts'
import { refundCalls, refundRefusals } from '../contract.ts'
import { assertClosable, cancelRefund, openRefund, rejectRefund } from './application.ts'
import { doing, refunding, rejecting } from './batches.ts'
import { refundOrPropose, retryNow, sendOwn } from './execute.ts'
import { getRefund, getRefundTotals, pageMyRefunds, pageRefunds, previewRefund } from './read.ts'

export const refundHandlers = handlers(refundCalls, {
  data: ({ db, session, input, language }) => previewRefund(db, session, input.orderId, language),
  submit: ({ db, session, input, language }) =>
    db.begin(async (tx) => {
      if (session.roleSystem !== 3) wholeProjectOf(session, refundRefusals.notByUnit)
      const { refundId, isNew } = await openRefund(tx, session, input)
      if (isNew && session.roleSystem !== 3) await sendOwn(tx, session, refundId)
      return getRefund(tx, session.scope, refundId, language)
    }),
  async cancel(ctx) {
    const { db, session, input } = ctx
    await assertClosable(db, session, input.refundId, 'cancel')
    const revoked = await revokeForms(ctx, input.refundId)
    return db.begin((tx) => cancelRefund(tx, session, input.refundId, revoked))
  },
  list: ({ db, secrets, session, input, language }) => pageRefunds(db, secrets, session, input, language),
  getTotals: ({ db, session }) => getRefundTotals(db, session.scope),
  findMyList: ({ db, session, input, language }) => pageMyRefunds(db, session.accountId, input, language),
  do: ({ db, session, input, language }) =>
    db.begin(async (tx) => {
      await refundOrPropose(tx, session, input.refundId, input.offline)
      return getRefund(tx, session.scope, input.refundId, language)
    }),
  retryNow: ({ db, session, input }) => db.begin((tx) => retryNow(tx, session, input.refundId)),
  async reject(ctx) {
    const { db, session, input } = ctx
    await assertClosable(db, session, input.refundId, 'reject')
    const revoked = await revokeForms(ctx, input.refundId)
    return db.begin((tx) => rejectRefund(tx, session, input, revoked))
  },
  doBatch: answerBatch(doing),
  rejectBatch: answerBatch(rejecting),
  refundBatchClass: answerBatch(refunding),
})
