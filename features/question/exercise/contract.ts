import { type Static, Type } from 'typebox'
import { call, Id, Named, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PartType, QuestionType } from '../contract.ts'

/** A question to practise on: its content without the key. */
export const AskedQuestion = Named('AskedQuestion', {
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
export type AskedQuestion = Static<typeof AskedQuestion>

/** A question of practice, with what its learner did with it. */
export const ExerciseQuestion = Named('ExerciseQuestion', {
  ...AskedQuestion.properties,
  favourite: Type.Boolean(),
  /** It is in the book of wrong questions. */
  wrong: Type.Boolean(),
  /** Parts that were tried, on whatever device; the last answer was right, or null for an essay. */
  tried: Type.Array(
    Type.Object({
      part: Type.Integer(),
      right: Nullable(Type.Boolean()),
      /** It keeps the question in the book of wrong ones. */
      wrong: Type.Boolean(),
    }),
  ),
})
export type ExerciseQuestion = Static<typeof ExerciseQuestion>

/** Progress of a learner with the questions of a class or a bank. */
export const ExerciseProgress = Named('ExerciseProgress', {
  total: Type.Integer(),
  /** Questions of which every part was tried. */
  done: Type.Integer(),
  /** Those of them whose last answers were right. */
  right: Type.Integer(),
  /** Questions in the book of wrong ones. */
  wrong: Type.Integer(),
  favourites: Type.Integer(),
})
export type ExerciseProgress = Static<typeof ExerciseProgress>

/** Parts of the questions of a class or a bank: all, those not done, the book of wrong ones, favourites. */
const exerciseParts = ['all', 'new', 'wrong', 'favourite'] as const
const ExercisePart = OneOf(exerciseParts)
export type ExercisePart = Static<typeof ExercisePart>

/** A page of an exercise; `next` is the cursor of the following one, null at the end. */
export const Exercise = Type.Object({
  title: Type.String(),
  total: Type.Integer(),
  progress: ExerciseProgress,
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

/** Practised for this class; without one, on its bank. */
const ClassOf = Type.Optional(Id)
const Only = Type.Optional(ExercisePart)
/** Questions of one call unless another number is wanted, and the most of one. */
export const stretch = { usual: 50, most: 500 } as const
const Most = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: stretch.most,
    description: `questions wanted, ${stretch.usual} unless given`,
  }),
)
const After = Type.Optional(Type.String({ maxLength: 64, description: '`next` of the stretch before' }))

export const exerciseCalls = {
  goClassExercise: call('/api/go-class-exercise.action', {
    aliases: ['/go-class-exercise.action'],
    allow: 'learner',
    input: Type.Object({ classId: Id, resourceId: Type.Optional(Id), only: Only, after: After, most: Most }),
    output: Exercise,
    summary:
      'Practice for a class: questions pinned to its videos, and those its papers may draw from banks that are open to practice',
  }),
  goBankExercise: call('/api/go-bank-exercise.action', {
    aliases: ['/go-bank-exercise.action'],
    allow: 'learner',
    input: Type.Object({ bankId: Id, only: Only, after: After, most: Most }),
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
  findExerciseBook: call('/api/find-exercise-book.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(
      Named('ExerciseBook', {
        /** One of the two is null. */
        classId: Nullable(Id),
        bankId: Nullable(Id),
        name: Type.String(),
        ...ExerciseProgress.properties,
      }),
    ),
    summary: 'Classes and banks the learner has practised on, the last first, with what is wrong or kept',
  }),
  keepFavourite: call('/api/keep-exercise-favourite.action', {
    allow: 'learner',
    input: Type.Object({ versionId: Id, classId: ClassOf, favourite: Type.Boolean() }),
    output: Nothing,
    summary: 'Keeps a question among the favourites of its class or bank, or lets it go',
  }),
  checkExercise: call('/api/check-exercise.action', {
    aliases: ['/check-exercise.action'],
    allow: 'learner',
    input: Type.Object({
      versionId: Id,
      classId: ClassOf,
      part: Type.Integer({ minimum: 0, maximum: 19 }),
      answer: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 }),
    }),
    output: Type.Object({
      /** Null for an essay: the learner compares it with the model answer. */
      right: Nullable(Type.Boolean()),
      answer: Type.Array(Type.String()),
      analysis: Type.String(),
      /** Into the book of wrong questions, in it for one right answer more, or out of it; null where it is not in it. */
      book: Nullable(OneOf(['in', 'stays', 'out'])),
    }),
    summary: 'Tells at once whether an answer is right and why; refused while an exam is under way',
  }),
}
