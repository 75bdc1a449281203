import type { Page } from '../../../web/page.ts'

export const studyRecordPages: Page[] = [
  {
    path: '/train-manage/study-report',
    frame: 'admin',
    title: ['学习档案', 'Study report'],
    sort: 4,
    load: () => import('./StudyReportPage.tsx'),
  },
  {
    path: '/train-manage/study-report/student-detail',
    frame: 'admin',
    title: ['学员年度档案', 'Year report'],
    hidden: true,
    load: () => import('./StudentDetailPage.tsx'),
  },
  {
    path: '/train-manage/study-report/study-detail',
    frame: 'admin',
    title: ['学习明细', 'Study detail'],
    hidden: true,
    load: () => import('./StudyDetailPage.tsx'),
  },
]
