import { menuPage, type Page } from '../../../web/page.ts'

export const dashboardPages: Page[] = [
  menuPage('/dashboard/index', () => import('./BoardPage.tsx'), { light: true }),
  menuPage('/home/index', () => import('./OfficeHomePage.tsx'), { affix: true, light: true }),
]
