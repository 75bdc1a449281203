import { byStaff, type Feature } from '../../server/feature.ts'
import { bankHandlers } from './bank/server/calls.ts'
import { erasePractice } from './exercise/server/actions.ts'
import { exerciseHandlers } from './exercise/server/calls.ts'
import { questionKind } from './import/server/actions.ts'
import { questionExportList } from './import/server/exports.ts'
import { questionBatchList } from './server/batches.ts'
import { questionHandlers } from './server/calls.ts'

/** Question banks, questions, their import, and exercises. */
export const questionFeature: Feature = {
  group: 'noun',
  tables: {
    exercise_favourites: { copy: 'Practice', after: 'gone' },
    exercise_marks: { copy: 'Practice', after: 'gone' },
    question_banks: { of: 'project' },
    question_keys: { of: 'project' },
    question_versions: { of: 'project', ...byStaff },
    questions: { of: 'project' },
  },
  erase: erasePractice,
  imports: [questionKind],
  handlers: [questionHandlers, bankHandlers, exerciseHandlers],
  batches: questionBatchList,
  exports: questionExportList,
  audit: {
    actions: {
      'question-bank.change': ['修改题库', 'Updated a question bank'],
      'question-bank.create': ['新建题库', 'Created a question bank'],
      'question-bank.delete': ['删除题库', 'Deleted a question bank'],
      'question.change': ['修改试题', 'Updated a question'],
      'question.create': ['新建试题', 'Created a question'],
      'question.delete': ['删除试题', 'Deleted a question'],
      'question.disable': ['停用试题', 'Disabled a question'],
      'question.enable': ['启用试题', 'Enabled a question'],
    },
    subjects: {
      question: {
        words: ['试题', 'Question'],
        name: (db, id) => db`
          select left(v.content->>'stem', 40) from questions q
          join question_versions v on v.question_id = q.id and v.version = q.version where q.id = ${id}`,
      },
      'question-bank': { words: ['题库', 'Question bank'] },
    },
  },
}
