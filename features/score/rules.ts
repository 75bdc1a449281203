import { lifecycle } from '../../contract/lifecycle.ts'
import { type Bilingual, refusals } from '../../contract/refusal.ts'

export const scoreKinds = ['classExam', 'signUp'] as const
/** Kind of what is scored: an attempt at the exam of a class, or a subject of a sign-up. */
export type ScoreKind = (typeof scoreKinds)[number]

export const scoreKindNames: Readonly<Record<ScoreKind, Bilingual>> = {
  classExam: { zh: '班级考试', en: 'Class exam' },
  signUp: { zh: '考试报名', en: 'Exam sign-up' },
}

export const scoreResults = ['passed', 'failed', 'absent', 'deleted'] as const
export type ScoreResult = (typeof scoreResults)[number]

export const scoreResultNames: Readonly<Record<ScoreResult, Bilingual>> = {
  passed: { zh: '合格', en: 'Passed' },
  failed: { zh: '不合格', en: 'Failed' },
  absent: { zh: '缺考', en: 'Absent' },
  deleted: { zh: '已删除', en: 'Deleted' },
}

export const scoreSources = ['exam', 'import', 'correction'] as const
/** Source of an entry. */
export type ScoreSource = (typeof scoreSources)[number]

export const scoreSourceNames: Readonly<Record<ScoreSource, Bilingual>> = {
  exam: { zh: '考试', en: 'Exam' },
  import: { zh: '导入', en: 'Import' },
  correction: { zh: '更正', en: 'Correction' },
}

export const scoreLimits = {
  /** Points of a subject at most. */
  points: 1000,
  /** Days to appeal at most, and unless another number is chosen. */
  appealDays: 60,
  usualAppealDays: 5,
} as const

/** An appeal: answered with a rejection, or upheld once the corrected score is approved; ended with its score or person. */
export const appealLifecycle = lifecycle({
  states: {
    open: ['待处理', 'Pending', { uphold: 'upheld', reject: 'rejected', end: 'ended' }],
    upheld: ['申诉成立', 'Upheld'],
    rejected: ['申诉不成立', 'Rejected'],
    ended: ['已终止', 'Ended'],
  },
  events: {
    uphold: ['认定成立', 'uphold'],
    reject: ['驳回', 'reject'],
    end: ['终止', 'end'],
  },
})
export const appealStates = appealLifecycle.states

/** Returns whether points are a score of a subject: from 0 to its full score, in halves. */
export const isScore = (points: number, fullScore: number): boolean =>
  points >= 0 && points <= fullScore && Number.isInteger(points * 2)

/** Returns the result of points by a pass mark; null is a person who was absent. */
export function resultOf(points: number | null, passScore: number): Exclude<ScoreResult, 'deleted'> {
  if (points === null) return 'absent'
  return points >= passScore ? 'passed' : 'failed'
}

export const scoreRefusals = refusals({
  outOfRange: {
    code: 422,
    zh: '成绩应在 0 到 {most} 分之间，且是 0.5 的倍数',
    en: 'The score must be between 0 and {most}, a multiple of 0.5',
  },
  notRecorded: {
    code: 409,
    zh: '成绩正在登记，请过一会儿再试',
    en: 'The score is being recorded; try again in a moment',
  },
  noAbsence: {
    code: 422,
    zh: '班级考试的成绩不能改为缺考',
    en: 'The score of a class exam cannot be changed to absent',
  },
  noChange: {
    code: 422,
    zh: '与现在的成绩相同，没有要改的内容',
    en: 'This is the score on record already',
  },
  openAlready: {
    code: 409,
    zh: '这条成绩已有一项更正在等待审批，请先处理或撤回它',
    en: 'A correction of this score is already waiting for approval; handle or withdraw it first',
  },
  deletedAlready: { code: 409, zh: '这条成绩已经删除', en: 'This score is deleted already' },
  unknownSubject: {
    code: 404,
    zh: '有不属于这次考试的科目，请重新选择',
    en: 'One of the subjects is not of this exam; choose again',
  },
  noScores: {
    code: 409,
    zh: '“{name}”还没有成绩，不能发布',
    en: 'There are no scores in “{name}” yet, so nothing can be published',
  },
  notOver: {
    code: 409,
    zh: '“{name}”还有场次没有考完，请把发布时间定在考完以后',
    en: 'A session of “{name}” is not over yet; publish its scores at a time after that',
  },
  publishedAlready: {
    code: 409,
    zh: '“{name}”的成绩已经发布',
    en: 'The scores of “{name}” are published already',
  },
  past: { code: 422, zh: '发布时间不能早于现在', en: 'The time to publish must not be in the past' },
  notPublished: { code: 404, zh: '成绩还没有发布', en: 'The score is not published yet' },
  noAppeal: {
    code: 409,
    zh: '这个科目的成绩不接受申诉',
    en: 'Appeals about scores of this subject are not accepted',
  },
  appealOver: { code: 409, zh: '申诉期已过，不能再提出申诉', en: 'The time to appeal is over' },
  appealedAlready: {
    code: 409,
    zh: '已对这条成绩提出过申诉，不能重复申诉',
    en: 'There was an appeal about this score already; there cannot be another',
  },
  scoreNeeded: {
    code: 422,
    zh: '申诉成立时，请填写更正后的成绩',
    en: 'Where an appeal is upheld, enter the corrected score',
  },
})
