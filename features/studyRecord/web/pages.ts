import { hiddenPage, menuPage, type OfficePage } from '../../../web/page.ts'

export const studyRecordPages: OfficePage[] = [
  menuPage('/train-manage/study-report', () => import('./StudyReportPage.tsx'), { light: true }),
  hiddenPage(
    '/train-manage/study-report/student-detail',
    ['学员年度档案', 'Annual record'],
    () => import('./StudentDetailPage.tsx'),
    { above: '/train-manage/study-report', subject: 'accountId' },
  ),
  hiddenPage(
    '/train-manage/study-report/study-detail',
    ['学习明细', 'Study details'],
    () => import('./StudyDetailPage.tsx'),
    { above: '/train-manage/study-report', subject: 'enrolmentId' },
  ),
]
