import type { Page } from '../../../web/page.ts'

export const learnerPages: Page[] = [
  {
    path: '/student-manage/student',
    frame: 'admin',
    title: ['学员', 'Learners'],
    sort: 1,
    load: () => import('./StudentListPage.tsx'),
  },
  {
    path: '/student-manage/student-detail',
    frame: 'admin',
    title: ['学员详情', 'Learner'],
    hidden: true,
    load: () => import('./StudentDetailPage.tsx'),
  },
]
