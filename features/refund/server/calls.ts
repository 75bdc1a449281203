import { handlers } from '../../../server/serve.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { refundCalls } from '../contract.ts'
import { cancelRefund, openRefund, rejectRefund } from './application.ts'
import { doing, refunding, rejecting } from './batches.ts'
import { refundOrPropose, retryNow, sendOwn } from './execute.ts'
import { getRefund, getRefundTotals, pageMyRefunds, pageRefunds, previewRefund } from './read.ts'

export const refundHandlers = handlers(refundCalls, {
  data: ({ db, session, input, language }) => previewRefund(db, session, input.orderId, language),
  submit: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const { refundId, isNew } = await openRefund(tx, session, input)
      if (isNew && session.roleSystem !== 3) await sendOwn(tx, session, refundId)
      return getRefund(tx, session.scope, refundId)
    }),
  cancel: ({ db, session, input }) => db.begin((tx) => cancelRefund(tx, session, input.refundId)),
  list: ({ db, secrets, session, input }) => pageRefunds(db, secrets, session, input),
  getTotals: ({ db, session }) => getRefundTotals(db, session.scope),
  findMyList: ({ db, session, input }) => pageMyRefunds(db, session.accountId, input),
  do: ({ db, session, input }) =>
    db.begin(async (tx) => {
      await refundOrPropose(tx, session, input.refundId, input.offline)
      return getRefund(tx, session.scope, input.refundId)
    }),
  retryNow: ({ db, session, input }) => db.begin((tx) => retryNow(tx, session, input.refundId)),
  reject: ({ db, session, input }) => db.begin((tx) => rejectRefund(tx, session, input)),
  doBatch: answerBatch(doing),
  rejectBatch: answerBatch(rejecting),
  refundBatchClass: answerBatch(refunding),
})
