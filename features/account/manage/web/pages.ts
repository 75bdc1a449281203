import type { Page } from '../../../../web/page.ts'

export const accountPages: Page[] = [
  {
    path: '/account-manage/administrator-list',
    frame: 'admin',
    title: ['管理员', 'Administrators'],
    sort: 2,
    load: () => import('./AdministratorListPage.tsx'),
  },
  {
    path: '/super-account/index',
    frame: 'admin',
    title: ['全部账号', 'All accounts'],
    load: () => import('./SuperAccountPage.tsx'),
  },
]
