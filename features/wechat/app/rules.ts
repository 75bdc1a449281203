/** The two kinds of app a project has at WeChat. */
export const wechatKinds = ['open', 'official'] as const
export type WechatKind = (typeof wechatKinds)[number]
