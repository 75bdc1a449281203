import { hiddenPage, menuPage, type Page } from '../../../web/page.ts'

/** Learners as the back office sees them: the list, and one with everything of theirs. */
export const learnerPages: Page[] = [
  menuPage('/student-manage/student', () => import('./StudentListPage.tsx'), { light: true }),
  hiddenPage(
    '/student-manage/student-detail',
    ['学员详情', 'Learner'],
    () => import('./StudentDetailPage.tsx'),
    { above: '/student-manage/student', subject: 'accountId' },
  ),
]
