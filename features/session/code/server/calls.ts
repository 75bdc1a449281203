import { refuse } from '../../../../contract/refusal.ts'
import { type Ask, answers } from '../../../../server/serve.ts'
import { spendCaptcha } from '../../../captcha/server/actions.ts'
import { sessionRefusals } from '../../contract.ts'
import { type CodePurpose, codeCalls } from '../contract.ts'
import { assertMobile, sendCode } from './actions.ts'

/** A slider before every message: a script must not make us write to strangers. */
const sender = (purpose: CodePurpose) => async (ask: Ask<(typeof codeCalls)['sendMsgCode']>) => {
  const { input, environment, db, projectId } = ask
  assertMobile(input.mobile)
  if (environment.captcha && !(await spendCaptcha(db, input.captchaVO?.captchaVerification))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  return sendCode(ask, { purpose, mobile: input.mobile, projectId })
}

export const codeAnswers = answers(codeCalls, {
  sendMsgCode: sender('register'),
  sendMsgCodeByForget: sender('forget'),
  sendMsgCodeByLogin: sender('login'),
})
