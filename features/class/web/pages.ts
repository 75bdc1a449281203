import type { Page } from '../../../web/page.ts'

export const classPages: Page[] = [
  {
    path: '/train-manage/class',
    frame: 'admin',
    title: ['班级', 'Classes'],
    sort: 3,
    load: () => import('./ClassListPage.tsx'),
  },
]
