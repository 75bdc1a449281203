import { menuPage, type Page } from '../../../../web/page.ts'

export const wechatAppPages: Page[] = [
  menuPage('/project-manage/wechat-app', () => import('./WechatAppPage.tsx'), { light: true }),
]
