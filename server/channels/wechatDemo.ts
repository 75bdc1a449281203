import { createHash } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** An app as the demo's WeChat has it registered. */
export interface DemoWechatApp {
  appId: string
  secret: string
  token: string
  aesKey: string
}

/** Derives a project's app at the demo's WeChat from the portal's own key, so that both ends agree on it. */
export function demoWechatApp(secrets: Secrets, projectId: string, kind: 'open' | 'official'): DemoWechatApp {
  const made = (part: string) =>
    createHash('sha256').update(secrets.sign('wechat.demo', `${projectId} ${kind} ${part}`))
  return {
    appId: `wx${made('app id').digest('hex').slice(0, 16)}`,
    secret: made('secret').digest('hex').slice(0, 32),
    token: made('token').digest('hex').slice(0, 24),
    aesKey: made('aes key').digest('base64').replaceAll(/[+/]/g, 'x').slice(0, 43),
  }
}
