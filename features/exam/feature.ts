import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { attemptHandlers } from './attempt/server/calls.ts'
import { settleExams } from './attempt/server/jobs.ts'
import { voidUnfinished } from './attempt/server/leave.ts'
import { failReopened } from './attempt/server/record.ts'
import { attemptRoutes } from './attempt/server/routes.ts'
import { grantingMakeUps } from './makeUp/server/batches.ts'
import { makeUpHandlers } from './makeUp/server/calls.ts'
import { markingCalls } from './marking/contract.ts'
import { waitingMarking } from './marking/server/data.ts'
import { markingHandlers } from './marking/server/calls.ts'
import { paperHandlers } from './paper/server/calls.ts'
import { copyExam } from './server/actions.ts'
import { releaseKind, withdrawalKind } from './server/approvals.ts'
import { examHandlers } from './server/calls.ts'
import { eraseAttempts } from './server/erase.ts'
import { passReleased, reopenReplaced } from './server/jobs.ts'
import { examTypeHandlers } from './type/server/calls.ts'
import { attemptLifecycle } from './attempt/rules.ts'
import { paperEdits } from './paper/server/edits.ts'
import { examLifecycle } from './rules.ts'
import { examEdits } from './server/edits.ts'
import { attemptExportList } from './marking/server/exports.ts'

/** Papers, exams, attempts, marking and make-ups. */
export const examFeature: Feature = {
  group: 'noun',
  tables: {
    exam_attempts: { copy: 'Exams', after: 'what scores and certificates come from; from where is gone' },
    exam_make_ups: { shared: 'of an enrolment', ...byStaff },
    exam_types: { of: 'project' },
    exams: { of: 'project' },
    papers: { of: 'project' },
  },
  erase: eraseAttempts,
  approvals: [withdrawalKind, releaseKind],
  handlers: [examTypeHandlers, paperHandlers, examHandlers, attemptHandlers, markingHandlers, makeUpHandlers],
  batches: [grantingMakeUps],
  exports: attemptExportList,
  routes: [attemptRoutes],
  work: [
    {
      code: 'exam.mark',
      words: ['待阅的试卷', 'Attempts to mark'],
      settledBy: [markingCalls.saveMarking],
      address: '/train-manage/train-class-detail?tab=exam',
      opens: 'id',
      waiting: ({ db, session }) => waitingMarking(db, session.scope),
    },
  ],
  on: { leave: voidUnfinished, reopen: failReopened, copy: copyExam },
  jobs: [settleExams, passReleased, reopenReplaced],
  audit: {
    actions: {
      'exam-attempt.correct': ['更正考试成绩', 'Corrected a score'],
      'exam-attempt.mark': ['评阅试卷', 'Marked an attempt'],
      'exam-attempt.start': ['开始考试', 'Started an exam'],
      'exam-attempt.submit': ['交卷', 'Submitted an exam'],
      'exam-attempt.void': ['作废考试成绩', 'Voided an attempt'],
      'exam-type.create': ['新建考试分类', 'Created an exam category'],
      'exam-type.delete': ['删除考试分类', 'Deleted an exam category'],
      'exam-type.rename': ['重命名考试分类', 'Renamed an exam category'],
      'exam.change': ['修改考试', 'Updated an exam'],
      'exam.create': ['新建考试', 'Created an exam'],
      'exam.delete': ['删除考试', 'Deleted an exam'],
      'exam.copy': ['复制考试', 'Copied an exam'],
      'exam.publish': ['发布考试', 'Published an exam'],
      'exam.release': ['确认不再考试', 'Waived the exam requirement of a class'],
      'exam.replace': ['替换考试', 'Replaced an exam'],
      'exam.withdraw': ['撤回考试', 'Withdrew an exam'],
      'paper.change': ['修改试卷', 'Updated a paper'],
      'paper.create': ['新建试卷', 'Created a paper'],
      'paper.delete': ['删除试卷', 'Deleted a paper'],
    },
    fields: {
      exam: { ...examEdits.fields, status: statusField(examLifecycle) },
      'exam-attempt': { status: statusField(attemptLifecycle) },
      paper: paperEdits.fields,
    },
    subjects: {
      exam: { words: ['考试', 'Exam'], name: (db, id) => db`select name from exams where id = ${id}` },
      'exam-attempt': { words: ['考试记录', 'Exam attempt'] },
      'exam-type': { words: ['考试分类', 'Exam category'] },
      paper: { words: ['试卷', 'Paper'], name: (db, id) => db`select name from papers where id = ${id}` },
    },
  },
}
