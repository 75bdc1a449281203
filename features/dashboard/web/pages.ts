import type { Page } from '../../../web/page.ts'

export const dashboardPages: Page[] = [
  {
    path: '/home/index',
    frame: 'admin',
    title: ['首页', 'Home'],
    load: () => import('./OfficeHomePage.tsx'),
    affix: true,
  },
]
