import { menuPage, type Page } from '../../../web/page.ts'

export const wechatPages: Page[] = [
  menuPage('/project-manage/wechat-app', () => import('../app/web/WechatAppPage.tsx')),
]
