import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { handlers } from '../../../server/serve.ts'
import { certificateCalls, type MyCertificate } from '../contract.ts'
import { assertInScope, getPrintInScope, listCertificates } from './data.ts'
import { filesOf, pdfOf, printCertificate } from './print.ts'

async function listOwn(
  db: Db,
  secrets: Secrets,
  session: { accountId: string },
  only: Parameters<typeof listCertificates>[2],
): Promise<{ list: MyCertificate[] }> {
  const list = await listCertificates(db, session.accountId, only)
  return {
    list: list.map(({ width, height, ...one }) => ({
      ...one,
      files: filesOf(secrets, session, { ...one, width, height }),
    })),
  }
}

export const certificateHandlers = handlers(certificateCalls, {
  getMyCertificate: ({ db, session, input, secrets }) => listOwn(db, secrets, session, input),
  printMyCertificate: (ctx) => printCertificate(ctx, ctx.session.accountId, ctx.input.id),
  printCertificate: async (ctx) => pdfOf(ctx, await getPrintInScope(ctx.db, ctx.session.scope, ctx.input.id)),
  async getStudentSkillCertificate({ db, session, input: { accountId } }) {
    await assertInScope(db, session.scope, accountId)
    const list = await listCertificates(db, accountId, { kind: 'skill' })
    return { list: list.map(({ width: _width, height: _height, ...one }) => one) }
  },
  getMySkillCertificate: ({ db, session, secrets }) => listOwn(db, secrets, session, { kind: 'skill' }),
})
