import { wechatApp, type WechatChannel } from '../../../../server/channels/wechat.ts'
import { wechatAddresses } from '../../../../server/channels/wechatAddress.ts'
import type { WechatEventKeys } from '../../../../server/channels/wechatEvent.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { SealedApp } from './data.ts'

/** The channel of an app; null when it may not be used here: the demo's outside demo mode, an unknown host. */
export function openApp(
  { secrets, environment }: Pick<AppContext, 'secrets' | 'environment'>,
  app: SealedApp,
): WechatChannel | null {
  const addresses = wechatAddresses(environment, app.provider, app.host)
  if (!addresses) return null
  const secret = secrets.open('wechat_apps.secret', app.id, app.secretSealed)
  return wechatApp({ appId: app.appId, secret, addresses })
}

/** Keys that sign and seal an official account's events; null for an app that has none. */
export function eventKeysOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  app: SealedApp,
): WechatEventKeys | null {
  if (!app.eventTokenSealed || !app.eventKeySealed) return null
  return {
    appId: app.appId,
    token: secrets.open('wechat_apps.event_token', app.id, app.eventTokenSealed),
    aesKey: secrets.open('wechat_apps.event_key', app.id, app.eventKeySealed),
  }
}
