import type { Page } from '../../../../web/page.ts'

export const completePages: Page[] = [
  {
    path: '/student/info',
    frame: 'learner',
    title: ['完善个人资料', 'Complete your profile'],
    load: () => import('./StudentInfoPage.tsx'),
  },
  {
    path: '/account',
    frame: 'admin',
    title: ['账号与安全', 'Account and security'],
    hidden: true,
    load: () => import('./AccountPage.tsx'),
  },
]
