import { menuPage, type OfficePage } from '../../../web/page.ts'

export const pushPages: OfficePage[] = [
  menuPage('/customer/my-class-push-log-manage', () => import('./PushLogPage.tsx'), { light: true }),
]
