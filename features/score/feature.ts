import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { scoreCalls } from './contract.ts'
import { scoreImportKind } from './import/server/actions.ts'
import { scoreImportHandlers } from './import/server/calls.ts'
import { appealLifecycle, scoreResultNames } from './rules.ts'
import { endUnpublished, enterAttempts, eraseScores } from './server/actions.ts'
import { scoreHandlers } from './server/calls.ts'
import { waitingAppeals } from './server/data.ts'
import { scoreExportList } from './server/exports.ts'
import { announceScores } from './server/jobs.ts'
import { appealRejected, appealUpheld, scoreCorrected, scorePublished } from './server/messages.ts'
import { proposeVoid, scoreChangeKind } from './server/proposals.ts'

/** Scores of class exams and of exams people sign up for: imported, corrected by two persons, published, appealed. */
export const scoreFeature: Feature = {
  group: 'noun',
  tables: {
    score_appeals: { copy: 'Scores', after: 'that there was an appeal; what was written is gone' },
    score_entries: { shared: 'of a score', ...byStaff },
    score_publications: { shared: 'of a subject of an exam', ...byStaff },
    scores: { copy: 'Scores', after: 'the scores; the person is named no more' },
  },
  erase: eraseScores,
  approvals: [scoreChangeKind],
  imports: [scoreImportKind],
  handlers: [scoreHandlers, scoreImportHandlers],
  exports: scoreExportList,
  jobs: [announceScores],
  messages: [scorePublished, scoreCorrected, appealUpheld, appealRejected],
  on: { attemptResults: enterAttempts, attemptToVoid: proposeVoid, feesRefunded: endUnpublished },
  work: [
    {
      code: 'score.appeal',
      words: ['待处理的成绩申诉', 'Score appeals to answer'],
      settledBy: [scoreCalls.answerAppeal],
      address: '/cms-manage/score-manage?tab=appeals&state=open',
      waiting: ({ db, session }) => waitingAppeals(db, session),
    },
  ],
  audit: {
    actions: {
      'score.end': ['报名费退回，成绩作废', 'Ended a score whose fee goes back'],
      'score.import': ['导入成绩', 'Imported a score'],
      'score.publish': ['发布成绩', 'Published scores'],
      'scoreAppeal.make': ['提出成绩申诉', 'Appealed about a score'],
      'scoreAppeal.reject': ['驳回成绩申诉', 'Rejected an appeal about a score'],
    },
    fields: {
      score: {
        points: { zh: '成绩', en: 'Score' },
        result: { zh: '结果', en: 'Result', values: scoreResultNames },
      },
      scoreSubject: {
        publishAt: { zh: '发布时间', en: 'Published', as: 'moment' },
        appealDays: { zh: '申诉天数', en: 'Days to appeal' },
      },
      scoreAppeal: { status: statusField(appealLifecycle) },
    },
    subjects: {
      score: {
        words: ['成绩', 'Score'],
        name: (db, id) => db`
          select coalesce(x.name, j.name) from scores c left join exam_attempts t on t.id = c.attempt_id
          left join exams x on x.id = t.exam_id left join sign_up_subjects j on j.id = c.subject_id where c.id = ${id}`,
      },
      scoreAppeal: {
        words: ['成绩申诉', 'Score appeal'],
        name: (db, id) => db`
          select j.name from score_appeals m join scores c on c.id = m.score_id
          join sign_up_subjects j on j.id = c.subject_id where m.id = ${id}`,
      },
      scoreSubject: {
        words: ['考试科目', 'Subject of an exam'],
        name: (db, id) => db`select name from sign_up_subjects where id = ${id}`,
      },
    },
  },
}
