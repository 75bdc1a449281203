import type { Page } from '../../../../web/page.ts'

export const accountPages: Page[] = [
  {
    path: '/super-account/index',
    frame: 'admin',
    title: ['全部账号', 'All accounts'],
    load: () => import('./SuperAccountPage.tsx'),
  },
]
