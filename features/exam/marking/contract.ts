import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Moment, Nullable, OneOf } from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Proposed } from '../../approval/contract.ts'
import { attemptStatuses, ResultItem, submitReasons } from '../attempt/contract.ts'

/** An attempt as the back office lists it. */
export const AttemptRow = Type.Object({
  attemptId: Id,
  examId: Id,
  examName: Type.String(),
  learner: Type.String(),
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  status: OneOf(attemptStatuses),
  submitReason: Nullable(OneOf(submitReasons)),
  startedAt: Moment,
  submittedAt: Nullable(Moment),
  objective: Nullable(Type.Number()),
  score: Nullable(Type.Number()),
  total: Type.Number(),
  passed: Nullable(Type.Boolean()),
  timesLeft: Type.Integer(),
  /** Settling or recording it failed the last time; it is tried again by itself. */
  stuck: Type.Boolean(),
})
export type AttemptRow = Static<typeof AttemptRow>

/** An attempt with what was answered and the keys. */
export const MarkedPaper = Type.Object({
  ...AttemptRow.properties,
  materials: Type.Array(Type.String()),
  items: Type.Array(ResultItem),
})
export type MarkedPaper = Static<typeof MarkedPaper>

export const markingRefusals = refusals({
  noScore: {
    code: 422,
    zh: '成绩应在 0 到 {most} 分之间，且是 0.5 的倍数',
    en: 'The score must be between 0 and {most}, a multiple of 0.5',
  },
  notEssay: {
    code: 422,
    zh: '第 {no} 题不是需要阅卷的题',
    en: 'Question {no} is not marked manually',
  },
  tooMuch: {
    code: 422,
    zh: '第 {no} 题最多 {most} 分，且应是 0.5 的倍数',
    en: 'Question {no} is worth at most {most} {most|point|points}, in multiples of 0.5',
  },
  passedAlready: {
    code: 409,
    zh: '学员已凭这次考试合格，不能作废',
    en: 'The learner passed with this attempt; it cannot be voided',
  },
})

const menus = ['/resource-manage/add-question', '/train-manage/class'] as const

export const markingCalls = {
  findAttemptList: call('/exam-system/api/find-attempt-list.action', {
    allow: menus,
    input: Paging(
      {
        examId: Id,
        status: Type.Optional(Type.Array(OneOf(attemptStatuses), { minItems: 1, maxItems: 5 })),
        passed: Type.Optional(OneOf(['yes', 'no'])),
        /** Part of the learner's name. */
        keyword: Type.Optional(Keyword(40)),
        /** Begun since then, and before that. */
        startedFrom: Type.Optional(Moment),
        startedTo: Type.Optional(Moment),
        submittedFrom: Type.Optional(Moment),
        submittedTo: Type.Optional(Moment),
      },
      { sort: ['status', 'startedAt', 'submittedAt', 'score'] },
    ),
    output: PageOf(AttemptRow),
    summary: 'Attempts at an exam, the last first',
  }),
  getMarking: call('/exam-system/api/get-marking.action', {
    allow: menus,
    input: Type.Object({ attemptId: Id }),
    output: MarkedPaper,
    summary: 'A submitted attempt with answers and keys, to be marked or looked at',
  }),
  saveMarking: call('/exam-system/api/save-marking.action', {
    allow: menus,
    input: Type.Object({
      attemptId: Id,
      marks: Type.Array(
        Type.Object({ no: Type.Integer({ minimum: 1, maximum: 999 }), score: Type.Number({ minimum: 0 }) }),
        { minItems: 1, maxItems: 300 },
      ),
    }),
    output: Type.Object({ status: OneOf(attemptStatuses), score: Nullable(Type.Number()) }),
    summary: 'Gives points for essays; the last one completes the score',
  }),
  voidAttempt: call('/exam-system/api/void-attempt.action', {
    allow: ['/resource-manage/add-question#void', '/train-manage/class#void'],
    input: Type.Object({ attemptId: Id, reason: FreeText(200, 2) }),
    /** Nothing is voided yet that has a result: the proposal that a second person has to approve. */
    output: Nullable(Proposed),
    summary:
      'Voids an attempt for a reason: it no longer counts and may be made again; one that has a result by the approval of a second person',
  }),
}

export const markingExports = {
  exportAttemptList: exportOf(markingCalls.findAttemptList, '/exam-system/api/export-attempt-list.action', {
    title: { zh: '考试成绩', en: 'Exam results' },
  }),
}
