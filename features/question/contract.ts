import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Name, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Begun, Ids, Selection } from '../../contract/selection.ts'

/** The type of one question; a case contains several below one material. */
export const partTypes = ['single', 'multiple', 'judge', 'blank', 'essay'] as const
export const questionTypes = [...partTypes, 'case'] as const
export type PartType = (typeof partTypes)[number]
export type QuestionType = (typeof questionTypes)[number]
export const PartType = OneOf(partTypes)
export const QuestionType = OneOf(questionTypes)

export const difficulties = ['easy', 'medium', 'hard'] as const
export type Difficulty = (typeof difficulties)[number]
export const Difficulty = OneOf(difficulties)

/** Credit of a multiple choice with some right letters and no wrong one: nothing, half, or its share. */
export const partialRules = ['none', 'half', 'each'] as const
export type PartialRule = (typeof partialRules)[number]
export const PartialRule = OneOf(partialRules)

/** Points; half points are exact. */
export const Score = Type.Number({ minimum: 0.5, maximum: 100, multipleOf: 0.5 })

/** Acceptable answers of one blank are divided by this. */
export const alternative = '&&'
export const mostOptions = 8
export const mostParts = 20

/** Content of one thing to answer that a learner may read; the letters of the options are their places. */
export const PartContent = Type.Object({
  type: PartType,
  stem: Type.String({ maxLength: 4000 }),
  options: Type.Array(Text(1000), { maxItems: mostOptions }),
  partial: PartialRule,
  /** Number of blanks to fill; 0 for other types. */
  blanks: Type.Integer({ minimum: 0, maximum: 20 }),
})
export type PartContent = Static<typeof PartContent>

/**
 * The answer of one part: letters for a choice, `A` (right) or `B` (wrong) for a judgement, a text for each
 * blank, a model answer for an essay; and why.
 */
export const PartKey = Type.Object({
  answer: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 }),
  analysis: Type.String({ maxLength: 4000 }),
})
export type PartKey = Static<typeof PartKey>

/** A version's content: a case has a material and several parts, any other type one part and no material. */
export const QuestionContent = Type.Object({
  type: QuestionType,
  material: Type.String({ maxLength: 10_000 }),
  parts: Type.Array(PartContent, { minItems: 1, maxItems: mostParts }),
})
export type QuestionContent = Static<typeof QuestionContent>

/** Keys of the parts, in their order. */
export const QuestionKey = Type.Array(PartKey)
export type QuestionKey = Static<typeof QuestionKey>

const PartInput = Type.Object({
  type: PartType,
  stem: Text(4000),
  options: Type.Optional(Type.Array(Text(1000), { maxItems: mostOptions, default: [] })),
  partial: Type.Optional(PartialRule),
  answer: Type.Array(Text(10_000), { maxItems: 20 }),
  analysis: Type.Optional(Type.String({ maxLength: 4000 })),
})
export type PartInput = Static<typeof PartInput>

/** A question's position in a video: shown at a second; must be answered right, or the video goes back. */
const Pin = {
  resourceId: Type.Optional(Nullable(Id)),
  atSecond: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 86_400 }))),
  mustPass: Type.Optional(Type.Boolean()),
  rewindTo: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 86_400 }))),
}

export const QuestionInput = Type.Object({
  questionId: Type.Optional(Id),
  bankId: Type.Optional(Nullable(Id)),
  ...Pin,
  type: QuestionType,
  material: Type.Optional(Type.String({ maxLength: 10_000 })),
  parts: Type.Array(PartInput, { minItems: 1, maxItems: mostParts }),
  category: Type.Optional(Name(60, 0)),
  difficulty: Type.Optional(Difficulty),
  score: Type.Optional(Score),
})
export type QuestionInput = Static<typeof QuestionInput>

/** A question as the back office sees it, with its key. */
export const Question = Type.Object({
  questionId: Id,
  bankId: Nullable(Id),
  bankName: Nullable(Type.String()),
  resourceId: Nullable(Id),
  resourceTitle: Nullable(Type.String()),
  atSecond: Nullable(Type.Integer()),
  mustPass: Type.Boolean(),
  rewindTo: Nullable(Type.Integer()),
  type: QuestionType,
  category: Type.String(),
  difficulty: Difficulty,
  score: Type.Number(),
  version: Type.Integer(),
  status: OneOf(['active', 'disabled']),
  updatedAt: Moment,
  content: QuestionContent,
  key: QuestionKey,
})
export type Question = Static<typeof Question>

export const questionRefusals = refusals({
  sameQuestion: {
    code: 409,
    zh: '这个题库里已有同样题干和选项的题',
    en: 'The bank already has a question with the same text and options',
  },
  usedByPaper: {
    code: 409,
    zh: '试卷“{paper}”用到了它，请先从试卷中移除',
    en: 'It is used by the paper “{paper}”; remove it from the paper first',
  },
  pastEnd: {
    code: 422,
    zh: '视频只有 {seconds} 秒，出题时间在它结束之后',
    en: 'The video is only {seconds} {seconds|second|seconds} long; the question would come after its end',
  },
  nowhere: {
    code: 422,
    zh: '请选择题库，或选择一个视频',
    en: 'Select a bank, or a video to pin the question to',
  },
})

const menu = '/resource-manage/add-question'
const find = call('/base/resource-question/find', {
  // Who writes the paper of a class picks from the banks.
  allow: [menu, '/train-manage/class'],
  input: Paging(
    {
      bankId: Type.Optional(Id),
      resourceId: Type.Optional(Id),
      type: Type.Optional(QuestionType),
      category: Type.Optional(Name(60, 0)),
      difficulty: Type.Optional(Difficulty),
      status: Type.Optional(OneOf(['active', 'disabled'])),
      keyword: Type.Optional(Keyword(100)),
    },
    { sort: ['score', 'status', 'updatedAt'] },
  ),
  output: PageOf(Question),
  summary: 'Questions of a bank or a video, with their keys',
})

const Chosen = Selection(find, { questionIds: Ids })

export const questionCalls = {
  find,
  save: call('/base/resource-question/save', {
    allow: menu,
    wholeProject: true,
    input: QuestionInput,
    output: Type.Object({ questionId: Id, version: Type.Integer() }),
    summary: 'Creates or changes a question; what was changed becomes a new version',
  }),
  disabled: call('/base/resource-question/disabled', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      ...Chosen,
      disabled: Type.Optional(Type.Boolean({ default: true })),
    }),
    output: Nullable(Begun),
    summary: 'Takes questions out of use, or with disabled=false back into it',
  }),
  delete: call('/base/resource-question/delete', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object(Chosen),
    output: Nullable(Begun),
    summary: 'Deletes questions that no paper names; attempts keep what they were drawn with',
  }),
}

export const questionExports = {
  exportQuestionList: exportOf(questionCalls.find, '/base/resource-question/export-list', {
    title: { zh: '试题', en: 'Questions' },
  }),
}
