import { hiddenPage, menuPage, type OfficePage } from '../../../web/page.ts'

/** Learners as the back office sees them: the list, and one with everything of theirs. */
export const learnerPages: OfficePage[] = [
  menuPage('/student-manage/student', () => import('./LearnersPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['添加学员', 'Add a learner'],
        address: '/student-manage/student?begin=learner',
        permission: '/student-manage/student#add',
      },
      {
        title: ['导入学员名册', 'Import a roster'],
        address: '/student-manage/student?import=new',
        permission: '/student-manage/student#import',
      },
    ],
  }),
  menuPage('/customer/study-report', () => import('./StudyQueryPage.tsx')),
  hiddenPage(
    '/student-manage/student-detail',
    ['学员详情', 'Learner'],
    () => import('./StudentDetailPage.tsx'),
    { above: '/student-manage/student', subject: 'accountId' },
  ),
]
