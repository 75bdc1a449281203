import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { redCalls } from '../contract.ts'
import {
  assertCancellable,
  cancelRed,
  reissueStalled,
  retryRed,
  reverse,
  revokeForm,
  sendAnswer,
  writeAnswer,
} from './actions.ts'
import { reversing } from './batches.ts'
import { checkReOpen, reOpen } from './replace.ts'

export const redHandlers = handlers(redCalls, {
  checkReOpen: ({ db, session, input, language }) => checkReOpen(db, session, input.id, language),
  reOpen: ({ db, session, input }) => db.begin((tx) => reOpen(tx, session, input)),
  red: ({ db, session, input }) => db.begin((tx) => reverse(tx, session, input)),
  redInvoiceBatch: answerBatch(reversing),
  async answer(ctx) {
    const { db, session, input } = ctx
    await sendAnswer(ctx, session, input)
    return db.begin((tx) => writeAnswer(tx, session, input))
  },
  async cancel(ctx) {
    const { db, session, input } = ctx
    await assertCancellable(db, session, input.id)
    await revokeForm(ctx, input.id)
    return db.begin((tx) => cancelRed(tx, session, input.id))
  },
  async retry(ctx) {
    const { db, session, input } = ctx
    await reissueStalled(ctx, session, input.id)
    return db.begin((tx) => retryRed(tx, session, input.id))
  },
})
