import { ChannelFailure } from '../../../../server/channels/payment.ts'
import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { getInvoiceConfig } from '../../config/server/actions.ts'
import { issueCalls } from '../contract.ts'
import { hearCallback, openVisible, refreshOpen, rejectInvoice } from './actions.ts'
import { marking, opening } from './batches.ts'
import { openProvider } from './carriers.ts'
import { getInvoice } from './described.ts'
import { pageDifferences, settleDifference } from './differences.ts'
import { getStatistics, pagePool } from './measure.ts'
import { markInvoice, saveUpload } from './numbers.ts'
import { pageInvoices } from './read.ts'

const nothingKnown = { isSignedIn: null, loginQr: null, creditLeft: null, isLow: false } as const

export const issueHandlers = handlers(issueCalls, {
  list: ({ db, session, input, language }) => pageInvoices(db, session, input, language),
  detail: ({ db, session, input, language }) => getInvoice(db, session, input.id, language),
  open: (ctx) => ctx.db.begin((tx) => openVisible(tx, ctx, ctx.session, ctx.input.id)),
  batchOpen: answerBatch(opening),
  refreshFullOpen: ({ db, session }) => db.begin((tx) => refreshOpen(tx, session)),
  reject: ({ db, session, input }) => db.begin((tx) => rejectInvoice(tx, session, input)),
  mark: ({ db, secrets, session, input }) => db.begin((tx) => markInvoice(tx, secrets, session, input)),
  uploadFile: (ctx) => saveUpload(ctx, ctx.session, ctx.upload?.file ?? null),
  markAll: answerBatch(marking),
  statistics: ({ db, session, input }) => getStatistics(db, session.scope, input),
  unitPool: ({ db, session, input }) => pagePool(db, session.scope, input),
  async provider(ctx) {
    const { db, projectId } = ctx
    const provider = await openProvider(ctx, projectId)
    if (!provider) return { provider: 'manual' as const, ...nothingKnown, isSilent: false }
    const name = 'nuonuo' as const
    try {
      const { left, code } = await provider.credit()
      const isLow = left !== null && left < (await getInvoiceConfig(db, projectId)).creditWarning
      return {
        provider: name,
        isSignedIn: code === null,
        loginQr: code?.qr ?? null,
        creditLeft: left,
        isLow,
        isSilent: false,
      }
    } catch (error) {
      if (!(error instanceof ChannelFailure)) throw error
      return { provider: name, ...nothingKnown, isSilent: true }
    }
  },
  findDifferences: ({ db, session, input }) => pageDifferences(db, session.scope, input),
  settleDifference: ({ db, session, input }) => db.begin((tx) => settleDifference(tx, session, input)),
  uploadCallback: (ctx) => ctx.db.begin((tx) => hearCallback(tx, ctx, ctx.input.key)),
})
