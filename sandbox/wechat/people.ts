import type { Secrets } from '../../server/secrets.ts'

/** The demo's made-up people at WeChat. */
export const people = [
  { key: 'fang', nickname: '小芳' },
  { key: 'jianguo', nickname: '建国' },
  { key: 'xiaoyu', nickname: '小雨' },
] as const

/** The id an app knows a person by. */
export const openIdOf = (secrets: Secrets, appId: string, person: string) =>
  `o${secrets.sign('wechat.openid', `${appId} ${person}`).slice(0, 27)}`

/** The id all apps of a project know a person by. */
export const unionIdOf = (secrets: Secrets, projectId: string, person: string) =>
  `u${secrets.sign('wechat.unionid', `${projectId} ${person}`).slice(0, 27)}`
