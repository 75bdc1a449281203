import { hiddenPage, type OfficePage } from '../../../web/page.ts'

const load = () => import('./QuestionListPage.tsx')

export const questionPages: OfficePage[] = [
  // The specification names /resource-manage/add-question and hides it; the list it belongs to has a place of its own.
  {
    path: '/resource-manage/question',
    frame: 'admin',
    title: ['题库', 'Questions'],
    load,
    light: true,
    permission: '/resource-manage/add-question',
  },
  hiddenPage('/resource-manage/add-question', ['题目', 'Questions'], load, {
    above: '/resource-manage/question',
    light: true,
  }),
]
