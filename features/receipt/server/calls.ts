import { handlers } from '../../../server/serve.ts'
import { receiptCalls } from '../contract.ts'
import { allocateReceipts, recordReceipt } from './actions.ts'
import { findMatches, pageReceipts } from './data.ts'
import { returnReceipt, voidReceipt } from './reversal.ts'

export const receiptHandlers = handlers(receiptCalls, {
  findPageList: ({ db, session, input }) => pageReceipts(db, session.scope, input),
  findMatches: ({ db, session, input }) => findMatches(db, session.scope, input),
  record: ({ db, session, input }) => db.begin((tx) => recordReceipt(tx, session, input)),
  allocate: ({ db, session, input }) => db.begin((tx) => allocateReceipts(tx, session, input)),
  void: ({ db, session, input }) => db.begin((tx) => voidReceipt(tx, session, input)),
  return: ({ db, session, input }) => db.begin((tx) => returnReceipt(tx, session, input)),
})
