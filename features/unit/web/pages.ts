import type { Page } from '../../../web/page.ts'

export const unitPages: Page[] = [
  {
    path: '/unit-manage/list',
    frame: 'admin',
    title: ['单位', 'Units'],
    load: () => import('./UnitListPage.tsx'),
  },
]
