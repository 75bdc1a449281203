import type { Page } from '../../../../web/page.ts'

export const completePages: Page[] = [
  {
    path: '/account',
    frame: 'admin',
    title: ['账号与安全', 'Account and security'],
    hidden: true,
    load: () => import('./AccountPage.tsx'),
  },
]
