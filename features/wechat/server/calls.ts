import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { answers } from '../../../server/serve.ts'
import { findProjectOfApp } from '../app/server/data.ts'
import { wechatCalls } from '../contract.ts'
import { bindScene, unbindOwn } from './actions.ts'
import { beginVisit, checkVisit, endRoundTrip, getBindable, ownWechat } from './visit.ts'

export const wechatHandlers = answers(wechatCalls, {
  async getProjectId({ db, input, projectId }) {
    if (!input.appId) return { projectId }
    return { projectId: (await findProjectOfApp(db, input.appId)) ?? refuse(commonRefusals.notFound) }
  },

  getQrCode: (ask) => beginVisit(ask, ask.input),

  scanFollowCheck: (ask) => (ask.input.scene ? checkVisit(ask, ask.input.scene) : ownWechat(ask)),

  login: (ask) => endRoundTrip(ask, ask.input),

  async bind(ask) {
    const scene = await getBindable(ask, ask.input.scene)
    return { data: { tokenCode: await bindScene(ask, scene, ask.input, ask) } }
  },

  unbind: ({ db, session }) => unbindOwn(db, session),
})
