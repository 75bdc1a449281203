import { exported } from '../../../../server/exporting.ts'
import { attemptLifecycle } from '../../attempt/rules.ts'
import { type AttemptRow, markingExports } from '../contract.ts'

const endings: Readonly<Record<NonNullable<AttemptRow['submitReason']>, { zh: string; en: string }>> = {
  learner: { zh: '学员交卷', en: 'Learner' },
  deadline: { zh: '到时自动交卷', en: 'Automatically at the deadline' },
  left: { zh: '离开页面超限', en: 'Automatically: left the page too often' },
}
const results = {
  true: { zh: '通过', en: 'Passed' },
  false: { zh: '未通过', en: 'Not passed' },
}

/** The sheet of the attempts at an exam. */
export const attemptExportList = [
  exported(markingExports.exportAttemptList, [
    { title: { zh: '学员', en: 'Learner' }, value: (row) => row.learner },
    { title: { zh: '考试', en: 'Exam' }, width: 30, value: (row) => row.examName },
    { title: { zh: '场次', en: 'Attempt' }, format: 'count', width: 10, value: (row) => row.number },
    { title: { zh: '状态', en: 'Status' }, value: (row) => attemptLifecycle.stateName(row.status) },
    { title: { zh: '开始', en: 'Started' }, format: 'moment', width: 18, value: (row) => row.startedAt },
    { title: { zh: '交卷', en: 'Submitted' }, format: 'moment', width: 18, value: (row) => row.submittedAt },
    {
      title: { zh: '交卷方式', en: 'Submitted by' },
      width: 20,
      value: (row) => row.submitReason && endings[row.submitReason],
    },
    { title: { zh: '得分', en: 'Score' }, format: 'number', value: (row) => row.score },
    {
      title: { zh: '合格', en: 'Passed' },
      value: (row) => (row.passed === null ? null : results[row.passed ? 'true' : 'false']),
    },
  ]),
]
