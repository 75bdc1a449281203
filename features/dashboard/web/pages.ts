import { menuPage, type OfficePage } from '../../../web/page.ts'

export const dashboardPages: OfficePage[] = [
  menuPage('/dashboard/index', () => import('./BoardPage.tsx'), { light: true }),
  menuPage('/home/index', () => import('./OfficeHomePage.tsx'), { affix: true, light: true }),
]
