import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Name, Named, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Revision } from '../../../contract/revision.ts'
import { Difficulty, QuestionType, Score } from '../../question/contract.ts'

/** A paper names its questions, draws them, or both. */
export const paperModes = ['fixed', 'random', 'mixed'] as const
export type PaperMode = (typeof paperModes)[number]

/** Questions of one type with equal points: those named, then `count` drawn from a bank by category and difficulty. */
export const Section = Named('PaperSection', {
  title: Name(60, 0),
  type: QuestionType,
  /** Points of one question; a case divides them among its parts. */
  scoreEach: Score,
  questionIds: Type.Array(Id, { maxItems: 200 }),
  count: Type.Integer({ minimum: 0, maximum: 200 }),
  bankId: Nullable(Id),
  category: Nullable(Name(60, 0)),
  difficulty: Nullable(Difficulty),
})
export type Section = Static<typeof Section>

const paperFields = {
  name: Name(100),
  mode: OneOf(paperModes),
  sections: Type.Array(Section, { minItems: 1, maxItems: 20 }),
  passScore: Type.Number({ minimum: 0, maximum: 1000, multipleOf: 0.5 }),
  minutes: Type.Integer({ minimum: 1, maximum: 600 }),
  shuffleQuestions: Type.Boolean(),
  shuffleOptions: Type.Boolean(),
}

export const PaperInput = Type.Object({
  paperId: Type.Optional(Id),
  revision: Type.Optional(Revision),
  typeId: Type.Optional(Nullable(Id)),
  ...paperFields,
})
export type PaperInput = Static<typeof PaperInput>

export const Paper = Type.Object({
  paperId: Id,
  typeId: Nullable(Id),
  ...paperFields,
  total: Type.Number(),
  version: Type.Integer(),
  /** Its version: each save makes one. */
  revision: Revision,
  createdAt: Moment,
})
export type Paper = Static<typeof Paper>

/** A section's shortage: required and available questions, by the section's index. */
export const Shortage = Type.Object({
  section: Type.Integer(),
  asked: Type.Integer(),
  there: Type.Integer(),
})
export type Shortage = Static<typeof Shortage>

export const paperRefusals = refusals({
  short: {
    code: 422,
    zh: '第 {section} 部分题目不够：需要 {asked} 道，符合条件的只有 {there} 道',
    en: 'Section {section} lacks questions: {asked} needed, only {there} match',
  },
  notReady: {
    code: 409,
    zh: '题库中的题目不够，试卷暂时不能生成，请联系管理员',
    en: 'The bank does not have enough questions to generate this paper; please contact an administrator',
  },
  unknownQuestion: {
    code: 422,
    zh: '第 {section} 部分选了已停用、已删除或题型不同的题',
    en: 'Section {section} includes a question that is disabled, deleted or of another type',
  },
  usedByExam: {
    code: 409,
    zh: '考试“{exam}”正在使用这份试卷',
    en: 'This paper is used by the exam “{exam}”',
  },
})

const menus = ['/resource-manage/add-question', '/train-manage/class'] as const

export const paperCalls = {
  queryPaperList: call('/exam-system/api/query-paper-list.action', {
    allow: menus,
    input: Paging({
      paperId: Type.Optional(Id),
      typeId: Type.Optional(Id),
      mode: Type.Optional(OneOf(paperModes)),
      keyword: Type.Optional(Keyword(100)),
    }),
    output: PageOf(Paper),
    summary: 'Papers, newest first',
  }),
  checkPaper: call('/exam-system/api/check-paper.action', {
    allow: menus,
    input: Type.Object({ sections: Type.Array(Section, { minItems: 1, maxItems: 20 }) }),
    output: Type.Object({ total: Type.Number(), shortages: Type.Array(Shortage) }),
    summary: 'What a paper would be worth and which sections lack questions; saves nothing',
  }),
  savePaper: call('/exam-system/api/save-paper.action', {
    allow: menus,
    wholeProject: true,
    input: PaperInput,
    output: Type.Object({ paperId: Id, total: Type.Number() }),
    summary: 'Creates or changes a paper; refused while a section lacks questions',
  }),
  deletePaper: call('/exam-system/api/delete-paper.action', {
    allow: menus,
    wholeProject: true,
    input: Type.Object({ paperId: Id }),
    output: Nothing,
    summary: 'Deletes a paper no exam uses',
  }),
}
