import { type Context, handlers } from '../../../../server/serve.ts'
import { endReplaced, portalProject } from '../../../session/server/actions.ts'
import { findUnits } from './data.ts'
import { registerCalls } from '../contract.ts'
import { acceptAgreement, register, resetPassword, signInByMobile } from './actions.ts'

async function doRegister(ctx: Context<(typeof registerCalls)['doRegister']>) {
  const tokenCode = await register(ctx, await portalProject(ctx), ctx.input, ctx)
  await endReplaced(ctx.db, ctx.session)
  return { data: { tokenCode } }
}

async function loginByMobile(ctx: Context<(typeof registerCalls)['loginByMobile']>) {
  const tokenCode = await signInByMobile(ctx, await portalProject(ctx), ctx.input, ctx)
  await endReplaced(ctx.db, ctx.session)
  return { data: { tokenCode } }
}

export const registerHandlers = handlers(registerCalls, {
  findUnit: ({ db, projectId, input }) => findUnits(db, projectId, input.keyword),
  doRegister,
  loginByMobile,
  acceptAgreement: ({ db, session, input, ip }) =>
    db.begin((tx) => acceptAgreement(tx, session, input.version, ip)),
  forgetPassword: async (ctx) => resetPassword(ctx, await portalProject(ctx), ctx.input, ctx),
})
