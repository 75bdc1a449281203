import type { Page } from '../../../web/page.ts'

export const questionPages: Page[] = [
  {
    path: '/resource-manage/add-question',
    frame: 'admin',
    title: ['题库', 'Questions'],
    sort: 4,
    load: () => import('./QuestionListPage.tsx'),
  },
]
