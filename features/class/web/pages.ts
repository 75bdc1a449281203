import type { Page } from '../../../web/page.ts'

export const classPages: Page[] = [
  {
    path: '/train-manage/class',
    frame: 'admin',
    title: ['班级', 'Classes'],
    sort: 3,
    load: () => import('./ClassListPage.tsx'),
  },
  {
    path: '/train-manage/train-class-detail',
    frame: 'admin',
    title: ['班级详情', 'Class'],
    hidden: true,
    load: () => import('./TrainClassDetailPage.tsx'),
  },
]
