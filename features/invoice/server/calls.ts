import { handlers } from '../../../server/serve.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { invoiceCalls, invoiceRefusals } from '../contract.ts'
import { removeTitle, reSave, saveInvoice, withdraw } from './actions.ts'
import { mailInvoice, readFile, recordMailed } from './document.ts'
import { getAccountInvoice, getOwnDetail, pageCanInvoice, pageInvoices, previewInvoice } from './read.ts'

export const invoiceHandlers = handlers(invoiceCalls, {
  list: ({ db, session, input }) => pageInvoices(db, session, input),
  canAddList: ({ db, session, input, language }) => pageCanInvoice(db, session, input, language),
  invoiceRemark: ({ db, session, input }) => previewInvoice(db, session, input.orderIds),
  accountInvoice: ({ db, session }) => getAccountInvoice(db, session),
  removeTitle: ({ db, session, input }) => db.begin((tx) => removeTitle(tx, session, input.id)),
  save: ({ db, session, input }) => db.begin((tx) => saveInvoice(tx, session, input)),
  reSave: ({ db, session, input }) => db.begin((tx) => reSave(tx, session, input)),
  withdraw: ({ db, session, input }) => db.begin((tx) => withdraw(tx, session, input.id)),
  detail: ({ db, session, input }) => getOwnDetail(db, session, input.id),
  // A file in place of the contract's output, which is unused here: the server streams it.
  download: async (ctx) => (await readFile(ctx, ctx.session, ctx.input, ctx.language)) as unknown as null,
  async mail(ctx) {
    const { db, session, input } = ctx
    await consumeAttempt(db, 'invoiceMails', session.accountId, invoiceRefusals.mailsADay)
    await mailInvoice(ctx, session, input)
    await db.begin((tx) => recordMailed(tx, session, input))
    return null
  },
})
