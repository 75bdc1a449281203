import { type Ask, answers } from '../../../../server/serve.ts'
import { endReplaced, projectOfDoor } from '../../../session/server/actions.ts'
import { findUnits } from './data.ts'
import { registerCalls } from '../contract.ts'
import { register, resetPassword, signInByMobile } from './actions.ts'

async function doRegister(ask: Ask<(typeof registerCalls)['doRegister']>) {
  const tokenCode = await register(ask, await projectOfDoor(ask), ask.input, ask)
  await endReplaced(ask.db, ask.session)
  return { data: { tokenCode } }
}

async function loginByMobile(ask: Ask<(typeof registerCalls)['loginByMobile']>) {
  const tokenCode = await signInByMobile(ask, await projectOfDoor(ask), ask.input, ask)
  await endReplaced(ask.db, ask.session)
  return { data: { tokenCode } }
}

export const registerHandlers = answers(registerCalls, {
  findUnit: ({ db, projectId, input }) => findUnits(db, projectId, input.keyword),
  doRegister,
  loginByMobile,
  forgetPassword: async (ask) => resetPassword(ask, await projectOfDoor(ask), ask.input, ask),
})
