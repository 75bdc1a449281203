import { handlers } from '../../../server/serve.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { captchaCalls } from '../contract.ts'
import { checkCaptcha, makeCaptcha } from './actions.ts'

/** Codes and words of the protocol. */
const outcomes = {
  expired: { code: '6110', zh: '验证码已失效，请重新获取', en: 'The CAPTCHA has expired; get a new one' },
  wrong: { code: '6111', zh: '验证失败，请再试一次', en: 'Verification failed; please try again' },
} as const

export const captchaHandlers = handlers(captchaCalls, {
  get: async ({ db }) => ({ repCode: '0000', repMsg: null, repData: await makeCaptcha(db), success: true }),
  async check({ db, input, language, ip }) {
    await consumeAttempt(db, 'captcha', ip)
    const outcome = await checkCaptcha(db, input)
    if (outcome === 'solved') {
      return { repCode: '0000', repMsg: null, repData: { token: input.token, result: true }, success: true }
    }
    const message = outcomes[outcome]
    return { repCode: message.code, repMsg: message[language], repData: null, success: false }
  },
})
