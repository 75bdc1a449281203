import type { Page } from '../../../web/page.ts'

export const wechatPages: Page[] = [
  {
    path: '/project-manage/wechat-app',
    frame: 'admin',
    title: ['微信应用', 'WeChat apps'],
    load: () => import('../app/web/WechatAppPage.tsx'),
    sort: 4,
  },
]
