import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { wechatAddresses, wechatEventPath } from '../../../../server/channels/wechatAddress.ts'
import { handlers } from '../../../../server/serve.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { wechatKinds } from '../rules.ts'
import { wechatAppCalls } from '../contract.ts'
import { deleteApp, probeApp, saveApp } from './actions.ts'
import { listSealedApps, pageApps } from './data.ts'

export const wechatAppHandlers = handlers(wechatAppCalls, {
  query: ({ db, session, input }) => pageApps(db, session.projectId, input),
  save: (ctx) => ctx.db.begin((tx) => saveApp(tx, ctx, ctx.session, ctx.input)),
  delete: ({ db, session, input }) => db.begin((tx) => deleteApp(tx, session, input.id)),

  async projectConfigList(ctx) {
    const { db, session, input, environment } = ctx
    const apps = await listSealedApps(db, session.projectId)
    const { title } = await getSettings(db, session.projectId)
    const tried = input.probe
      ? (apps.find((app) => app.id === input.probe) ?? refuse(commonRefusals.notFound))
      : null
    const probe = tried && (await probeApp(ctx, tried))
    return wechatKinds.map((kind) => {
      const app = apps.find((each) => each.kind === kind)
      return {
        projectId: session.projectId,
        projectTitle: title,
        kind,
        id: app?.id ?? null,
        appId: app?.appId ?? null,
        ready: app?.status === 'active' && wechatAddresses(environment, app.provider, app.host) !== null,
        returnDomain: new URL(environment.publicUrl).host,
        eventUrl: app && kind === 'official' ? `${environment.publicUrl}${wechatEventPath}/${app.id}` : null,
        probe: app && app === tried ? probe : null,
      }
    })
  },
})
