import type { Page } from '../../../web/page.ts'

export const rolePages: Page[] = [
  {
    path: '/account-manage/role',
    frame: 'admin',
    title: ['角色', 'Roles'],
    sort: 1,
    load: () => import('./RolePage.tsx'),
  },
]
