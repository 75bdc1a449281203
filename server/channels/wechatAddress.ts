import type { Environment } from '../environment.ts'

/** Path of the demo's own WeChat, below the portal's address. */
export const wechatGatewayPath = '/dev/wechat'

/**
 * Path at which WeChat notifies an official account's portal of scans and follows, below its address; the
 * app's id comes last.
 */
export const wechatEventPath = '/api/wechat/event'

/** The page an OAuth round trip ends on. */
export const wechatReturnPath = '/auth-redirect'

/** The hosts WeChat answers apps on: the nearest by itself, a second one for its failures, and by region. */
export const wechatHosts = [
  'api.weixin.qq.com',
  'api2.weixin.qq.com',
  'sh.api.weixin.qq.com',
  'sz.api.weixin.qq.com',
  'hk.api.weixin.qq.com',
] as const

/** Provider an app is registered with: the real WeChat, or the demo's own. */
type WechatProvider = 'wechat' | 'demo'

export interface WechatAddresses {
  /** The API's base URL for the portal. */
  api: string
  /** Address a person's browser is sent to to agree. */
  open: string
}

/**
 * The addresses of a provider; null where it may not be used: the demo's outside demo mode, or a host that is not
 * WeChat's.
 */
export function wechatAddresses(
  environment: Environment,
  provider: WechatProvider,
  host: string,
): WechatAddresses | null {
  if (provider === 'wechat') {
    const known = wechatHosts.find((each) => each === host)
    return known ? { api: `https://${known}`, open: 'https://open.weixin.qq.com' } : null
  }
  if (!environment.demo) return null
  return {
    api: wechatOwnAddress(environment) + wechatGatewayPath,
    open: environment.publicUrl + wechatGatewayPath,
  }
}

/** The portal as it reaches itself, not through any proxy in front of it. */
export function wechatOwnAddress({ host, port }: Environment): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
