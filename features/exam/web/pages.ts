import type { PortalPage } from '../../../web/page.ts'

export const examPages: PortalPage[] = [
  {
    path: '/detail-question',
    frame: 'bare',
    title: ['考试与练习', 'Exams and practice'],
    load: () => import('./DetailQuestionPage.tsx'),
  },
]
