import type { Page } from '../../../web/page.ts'

export const studyPages: Page[] = [
  {
    path: '/student/study-page',
    frame: 'bare',
    title: ['学习', 'Study'],
    load: () => import('./StudyPage.tsx'),
  },
  {
    path: '/hxtx/detail-study',
    frame: 'bare',
    title: ['学习', 'Study'],
    load: () => import('./DetailStudyPage.tsx'),
  },
]
