import { handlers } from '../../../server/serve.ts'
import { captchaCalls } from '../contract.ts'
import { checkCaptcha, makeCaptcha } from './actions.ts'

/** Codes and words of the protocol. */
const outcomes = {
  expired: ['6110', '验证码已失效，请重新获取'],
  wrong: ['6111', '验证失败，请再试一次'],
} as const

export const captchaHandlers = handlers(captchaCalls, {
  get: async ({ db }) => ({ repCode: '0000', repMsg: null, repData: await makeCaptcha(db), success: true }),
  async check({ db, input }) {
    const outcome = await checkCaptcha(db, input)
    if (outcome === 'solved') {
      return { repCode: '0000', repMsg: null, repData: { token: input.token, result: true }, success: true }
    }
    const [repCode, repMsg] = outcomes[outcome]
    return { repCode, repMsg, repData: null, success: false }
  },
})
