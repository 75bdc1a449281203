import { type Static, Type } from 'typebox'
import { call, Id, Named, Nullable } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PartType, QuestionType } from '../contract.ts'

/** A question to practise on: its content without the key. */
export const ExerciseQuestion = Named('ExerciseQuestion', {
  versionId: Id,
  type: QuestionType,
  category: Type.String(),
  /** The video and second it is pinned to, or null. */
  resourceId: Nullable(Id),
  atSecond: Nullable(Type.Integer()),
  mustPass: Type.Boolean(),
  rewindTo: Nullable(Type.Integer()),
  material: Type.String(),
  parts: Type.Array(
    Type.Object({
      type: PartType,
      stem: Type.String(),
      options: Type.Array(Type.String()),
      blanks: Type.Integer(),
    }),
  ),
})
export type ExerciseQuestion = Static<typeof ExerciseQuestion>

/** A page of an exercise; `next` is the cursor of the following one, null at the end. */
export const Exercise = Type.Object({
  title: Type.String(),
  total: Type.Integer(),
  questions: Type.Array(ExerciseQuestion),
  next: Nullable(Type.String()),
})
export type Exercise = Static<typeof Exercise>

export const exerciseRefusals = refusals({
  examUnderWay: {
    code: 409,
    zh: '您有一场考试正在进行，交卷后才能练习',
    en: 'You have an exam in progress; practise after you submit it',
  },
})

const After = Type.Optional(Type.String({ maxLength: 64, description: '`next` of the stretch before' }))

export const exerciseCalls = {
  goClassExercise: call('/api/go-class-exercise.action', {
    aliases: ['/go-class-exercise.action'],
    allow: 'learner',
    input: Type.Object({ classId: Id, resourceId: Type.Optional(Id), after: After }),
    output: Exercise,
    summary: 'Practice for a class: questions pinned to its videos and those of its practice banks',
  }),
  goBankExercise: call('/api/go-bank-exercise.action', {
    aliases: ['/go-bank-exercise.action'],
    allow: 'learner',
    input: Type.Object({ bankId: Id, after: After }),
    output: Exercise,
    summary: 'Practice on a bank that is open to it',
  }),
  findExerciseBank: call('/api/find-exercise-bank.action', {
    aliases: ['/find-exercise-bank.action'],
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(Type.Object({ bankId: Id, name: Type.String(), questions: Type.Integer() })),
    summary: 'Banks that are open to practice',
  }),
  checkExercise: call('/api/check-exercise.action', {
    aliases: ['/check-exercise.action'],
    allow: 'learner',
    input: Type.Object({
      versionId: Id,
      part: Type.Integer({ minimum: 0, maximum: 19 }),
      answer: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 }),
    }),
    output: Type.Object({
      /** Null for an essay: the learner compares it with the model answer. */
      right: Nullable(Type.Boolean()),
      answer: Type.Array(Type.String()),
      analysis: Type.String(),
    }),
    summary: 'Tells at once whether an answer is right and why; refused while an exam is under way',
  }),
}
