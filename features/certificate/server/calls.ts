import { handlers } from '../../../server/serve.ts'
import { certificateCalls } from '../contract.ts'
import { pdfOf, printCertificate } from './actions.ts'
import { getPrintInScope, listCertificates } from './data.ts'

export const certificateHandlers = handlers(certificateCalls, {
  getMyCertificate: async ({ db, session, input }) => ({
    list: await listCertificates(db, session.accountId, input),
  }),
  printMyCertificate: ({ db, session, input, environment }) =>
    printCertificate(db, session.accountId, input.id, environment.publicUrl),
  printCertificate: async ({ db, session, input, environment }) =>
    pdfOf(await getPrintInScope(db, session.scope, input.id), environment.publicUrl),
  getMySkillCertificate: async ({ db, session }) => ({
    list: await listCertificates(db, session.accountId, { kind: 'skill' }),
  }),
})
