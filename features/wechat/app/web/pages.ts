import { menuPage, type OfficePage } from '../../../../web/page.ts'

export const wechatAppPages: OfficePage[] = [
  menuPage('/project-manage/wechat-app', () => import('./WechatAppPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['添加微信应用', 'Add a WeChat app'],
        address: '/project-manage/wechat-app?begin=app',
        wholeProject: true,
      },
    ],
  }),
]
