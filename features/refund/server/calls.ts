import { handlers } from '../../../server/serve.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { refundCalls } from '../contract.ts'
import { cancelRefund, openRefund, rejectRefund } from './application.ts'
import { refunding } from './batches.ts'
import { refundOrPropose, sendOwn } from './carryOut.ts'
import { getRefund, pageMyRefunds, pageRefunds, previewRefund } from './read.ts'

export const refundHandlers = handlers(refundCalls, {
  data: ({ db, session, input, language }) => previewRefund(db, session, input.orderId, language),
  submit: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const id = await openRefund(tx, session, input)
      if (session.roleSystem !== 3) await sendOwn(tx, session, id)
      return getRefund(tx, session.scope, id)
    }),
  cancel: ({ db, session, input }) => db.begin((tx) => cancelRefund(tx, session, input.refundId)),
  list: ({ db, session, input }) => pageRefunds(db, session.scope, input),
  findMyList: ({ db, session, input }) => pageMyRefunds(db, session.accountId, input),
  do: ({ db, session, input }) =>
    db.begin(async (tx) => {
      await refundOrPropose(tx, session, input.refundId, input.offline)
      return getRefund(tx, session.scope, input.refundId)
    }),
  reject: ({ db, session, input }) => db.begin((tx) => rejectRefund(tx, session, input)),
  refundBatchClass: answerBatch(refunding),
})
