import { refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { type Context, handlers } from '../../../../server/serve.ts'
import { spendCaptcha } from '../../../captcha/server/actions.ts'
import { sessionRefusals } from '../../contract.ts'
import { portalProject } from '../../server/actions.ts'
import { type CodePurpose, codeCalls } from '../contract.ts'
import { assertMobile, getOwnMobile, sendCode } from './actions.ts'

/** A slider before every message: a script must not make us write to strangers. */
async function send(
  ctx: Pick<Context<(typeof codeCalls)['sendMsgCode']>, 'projectId' | 'ip' | 'cookies'> & AppContext,
  purpose: CodePurpose,
  mobile: string,
  captchaVO: { captchaVerification?: string } | undefined,
  ownerId?: string,
) {
  const { environment, db, projectId, ip, cookies, secrets } = ctx
  assertMobile(mobile)
  if (environment.captcha && !(await spendCaptcha(db, captchaVO?.captchaVerification))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  return sendCode(ctx, { purpose, mobile, projectId }, { ip, cookies, secrets, ownerId })
}

const sender = (purpose: CodePurpose) => async (ctx: Context<(typeof codeCalls)['sendMsgCode']>) =>
  send({ ...ctx, projectId: await portalProject(ctx) }, purpose, ctx.input.mobile, ctx.input.captchaVO)

export const codeHandlers = handlers(codeCalls, {
  sendMsgCode: sender('register'),
  sendMsgCodeByForget: sender('forget'),
  async sendMsgCodeByModify(ctx) {
    const { accountId } = ctx.session
    const { mobile, captchaVO } = ctx.input
    if (mobile) return send(ctx, 'modify', mobile, captchaVO)
    return send(ctx, 'modify', await getOwnMobile(ctx, accountId), captchaVO, accountId)
  },
  sendMsgCodeByLogin: sender('login'),
})
