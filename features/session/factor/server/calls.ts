import { handlers } from '../../../../server/serve.ts'
import { factorCalls } from '../contract.ts'
import { confirm, enrol, holderOf, prove, remove } from './actions.ts'
import { getFactorState } from './data.ts'

export const factorHandlers = handlers(factorCalls, {
  async findFactor(ctx) {
    const holder = await holderOf(ctx.db, ctx)
    const state = await getFactorState(ctx.db, holder.accountId, holder.sessionId)
    return { ...state, awaited: holder.awaits }
  },
  enrolFactor: async (ctx) =>
    enrol(ctx.db, ctx.secrets, await holderOf(ctx.db, ctx), { password: ctx.input.password, ip: ctx.ip }),
  confirmFactor: async (ctx) =>
    confirm(ctx.db, ctx.secrets, await holderOf(ctx.db, ctx), ctx.input.vcode, ctx),
  proveFactor: async (ctx) => {
    const holder = await holderOf(ctx.db, ctx)
    return { data: { tokenCode: await prove(ctx.db, ctx.secrets, holder, ctx.input.vcode, ctx) } }
  },
  async removeFactor(ctx) {
    await remove(ctx.db, ctx.session, ctx.input, ctx)
    return null
  },
})
