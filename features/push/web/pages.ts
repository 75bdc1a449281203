import { menuPage, type Page } from '../../../web/page.ts'

export const pushPages: Page[] = [
  menuPage('/customer/my-class-push-log-manage', () => import('./PushLogPage.tsx'), { light: true }),
]
