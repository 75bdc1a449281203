import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { findProjectOfApp } from '../app/server/data.ts'
import { wechatCalls } from '../contract.ts'
import { bindScene, unbindOwn } from './actions.ts'
import { answerRequest, describeRequest } from './request.ts'
import { beginVisit, checkVisit, endRoundTrip, getBindable, ownWechat } from './visit.ts'

export const wechatHandlers = handlers(wechatCalls, {
  async getProjectId({ db, input, projectId }) {
    if (!input.appId) return { projectId }
    return { projectId: (await findProjectOfApp(db, input.appId)) ?? refuse(commonRefusals.notFound) }
  },

  getQrCode: (ctx) => beginVisit(ctx, ctx.input),

  scanFollowCheck: (ctx) => (ctx.input.scene ? checkVisit(ctx, ctx.input.scene) : ownWechat(ctx)),

  getSignInRequest: (ctx) => describeRequest(ctx, ctx.input.secret),

  answerSignInRequest: (ctx) => answerRequest(ctx, ctx.input),

  login: (ctx) => endRoundTrip(ctx, ctx.input),

  async bind(ctx) {
    const scene = await getBindable(ctx, ctx.input.scene)
    return bindScene(ctx, scene, ctx.input, ctx)
  },

  unbind: ({ db, session }) => db.begin((tx) => unbindOwn(tx, session)),
})
