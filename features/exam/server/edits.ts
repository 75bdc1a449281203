import type { EditedNoun } from '../../../server/revision.ts'

/** Fields of an exam that an edit may have changed. */
export const examEdits: EditedNoun = {
  subjectKind: 'exam',
  fields: {
    name: { zh: '考试名称', en: 'Name' },
    typeId: { zh: '分类', en: 'Folder', as: 'long' },
    classId: { zh: '班级', en: 'Class', as: 'long' },
    paperId: { zh: '试卷', en: 'Paper', as: 'long' },
    attempts: { zh: '考试次数', en: 'Attempts' },
    makeUpAttempts: { zh: '补考次数', en: 'Make-up attempts' },
    requiredProgress: { zh: '开考要求的学习进度', en: 'Study progress required', as: 'percent' },
    openFrom: { zh: '开放时间起', en: 'Open from', as: 'moment' },
    openTo: { zh: '开放时间止', en: 'Open until', as: 'moment' },
    showAnswers: {
      zh: '答案与解析',
      en: 'Answers',
      values: {
        never: { zh: '不公布', en: 'never shown' },
        after_pass: { zh: '通过后可看', en: 'once passed' },
        after_close: { zh: '考试结束后可看', en: 'after the exam has closed' },
      },
    },
    leaveLimit: { zh: '允许离开考试页面的次数', en: 'Times the page may be left' },
  },
}
