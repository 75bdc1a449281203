import { answers } from '../../../../server/serve.ts'
import { factorCalls } from '../contract.ts'
import { confirm, enrol, holderOf, prove, remove } from './actions.ts'
import { getFactorState } from './data.ts'

export const factorHandlers = answers(factorCalls, {
  async findFactor(ask) {
    const holder = await holderOf(ask.db, ask)
    const state = await getFactorState(ask.db, holder.accountId, holder.sessionId)
    return { ...state, awaited: holder.awaits }
  },
  enrolFactor: async (ask) =>
    enrol(ask.db, ask.secrets, await holderOf(ask.db, ask), { password: ask.input.password, ip: ask.ip }),
  confirmFactor: async (ask) =>
    confirm(ask.db, ask.secrets, await holderOf(ask.db, ask), ask.input.vcode, ask),
  proveFactor: async (ask) => {
    const holder = await holderOf(ask.db, ask)
    return { data: { tokenCode: await prove(ask.db, ask.secrets, holder, ask.input.vcode, ask) } }
  },
  async removeFactor(ask) {
    await remove(ask.db, ask.session, ask.input, ask)
    return null
  },
})
