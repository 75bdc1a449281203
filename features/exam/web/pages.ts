import type { Page } from '../../../web/page.ts'

export const examPages: Page[] = [
  {
    path: '/detail-question',
    frame: 'bare',
    title: ['考试与练习', 'Exams and practice'],
    load: () => import('./DetailQuestionPage.tsx'),
  },
]
