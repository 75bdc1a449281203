import { lifecycle } from '../../contract/lifecycle.ts'
import type { Bilingual } from '../../contract/refusal.ts'

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
