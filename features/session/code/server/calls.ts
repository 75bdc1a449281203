import { refuse } from '../../../../contract/refusal.ts'
import type { Ground } from '../../../../server/ground.ts'
import { type Ask, answers } from '../../../../server/serve.ts'
import { spendCaptcha } from '../../../captcha/server/actions.ts'
import { sessionRefusals } from '../../contract.ts'
import { projectOfDoor } from '../../server/actions.ts'
import { type CodePurpose, codeCalls } from '../contract.ts'
import { assertMobile, getOwnMobile, sendCode } from './actions.ts'

/** A slider before every message: a script must not make us write to strangers. */
async function send(
  ask: Pick<Ask<(typeof codeCalls)['sendMsgCode']>, 'projectId' | 'ip'> & Ground,
  purpose: CodePurpose,
  mobile: string,
  captchaVO: { captchaVerification?: string } | undefined,
) {
  const { environment, db, projectId, ip } = ask
  assertMobile(mobile)
  if (environment.captcha && !(await spendCaptcha(db, captchaVO?.captchaVerification))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  return sendCode(ask, { purpose, mobile, projectId, ip })
}

const sender = (purpose: CodePurpose) => async (ask: Ask<(typeof codeCalls)['sendMsgCode']>) =>
  send({ ...ask, projectId: await projectOfDoor(ask) }, purpose, ask.input.mobile, ask.input.captchaVO)

export const codeHandlers = answers(codeCalls, {
  sendMsgCode: sender('register'),
  sendMsgCodeByForget: sender('forget'),
  async sendMsgCodeByModify(ask) {
    const mobile = ask.input.mobile ?? (await getOwnMobile(ask, ask.session.accountId))
    return send(ask, 'modify', mobile, ask.input.captchaVO)
  },
  sendMsgCodeByLogin: sender('login'),
})
