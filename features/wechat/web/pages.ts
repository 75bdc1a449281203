import type { Page } from '../../../web/page.ts'

export const wechatPages: Page[] = [
  {
    path: '/login-wx-binding',
    frame: 'learner',
    title: ['绑定微信', 'Bind WeChat'],
    load: () => import('../visit/web/WechatBindingPage.tsx'),
  },
  {
    path: '/auth-redirect',
    frame: 'learner',
    title: ['微信登录', 'WeChat sign-in'],
    load: () => import('../visit/web/AuthRedirectPage.tsx'),
  },
  {
    path: '/project-manage/wechat-app',
    frame: 'admin',
    title: ['微信应用', 'WeChat apps'],
    load: () => import('../app/web/WechatAppPage.tsx'),
    sort: 4,
  },
]
