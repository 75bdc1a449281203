import { demoWechatApp } from '../../server/channels/wechatDemo.ts'
import type { Tx } from '../../server/db.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { SeededPortal } from './portal.ts'

/** The project's apps at the demo's WeChat, of both kinds. */
export async function seedWechat(
  tx: Tx,
  { secrets }: AppContext,
  { projectId }: SeededPortal,
): Promise<void> {
  const names = { official: '演示公众号', open: '演示网站应用' } as const
  for (const kind of ['official', 'open'] as const) {
    const { appId, secret, token, aesKey } = demoWechatApp(secrets, projectId, kind)
    const isOfficial = kind === 'official'
    const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
    const { id } = fresh!
    await tx`insert into wechat_apps ${tx({
      id,
      projectId,
      kind,
      name: names[kind],
      appId,
      provider: 'demo',
      secretSealed: secrets.seal('wechat_apps.secret', id, secret),
      eventTokenSealed: isOfficial ? secrets.seal('wechat_apps.event_token', id, token) : null,
      eventKeySealed: isOfficial ? secrets.seal('wechat_apps.event_key', id, aesKey) : null,
    })}`
  }
}
