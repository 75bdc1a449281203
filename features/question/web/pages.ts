import { menuPage, type Page } from '../../../web/page.ts'

export const questionPages: Page[] = [
  menuPage('/resource-manage/add-question', () => import('./QuestionListPage.tsx')),
]
