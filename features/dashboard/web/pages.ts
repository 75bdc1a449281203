import { menuPage, type Page } from '../../../web/page.ts'

export const dashboardPages: Page[] = [
  menuPage('/home/index', () => import('./OfficeHomePage.tsx'), { affix: true, light: true }),
]
