import { refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { handlers } from '../../../server/serve.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { sessionRefusals } from '../../session/contract.ts'
import { certificateCalls, type MyCertificate } from '../contract.ts'
import { assertInScope, getPrintInScope, listCertificates, lookUpSkill } from './data.ts'
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
  async lookUpSkill({ db, secrets, environment, projectId, input }) {
    const { captchaVO, ...person } = input
    if (environment.captcha && !(await spendCaptcha(db, captchaVO?.captchaVerification)))
      refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
    return { list: await lookUpSkill(db, secrets, projectId, person) }
  },
  getMySkillCertificate: ({ db, session, secrets }) => listOwn(db, secrets, session, { kind: 'skill' }),
})
