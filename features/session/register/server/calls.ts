import { answers } from '../../../../server/serve.ts'
import { registerCalls } from '../contract.ts'
import { register, resetPassword, signInByMobile } from './actions.ts'

export const registerAnswers = answers(registerCalls, {
  doRegister: async (ask) => ({ data: { tokenCode: await register(ask, ask.projectId, ask.input, ask) } }),
  loginByMobile: async (ask) => ({
    data: { tokenCode: await signInByMobile(ask, ask.projectId, ask.input, ask) },
  }),
  forgetPassword: (ask) => resetPassword(ask, ask.projectId, ask.input, ask),
})
