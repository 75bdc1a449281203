import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PartType, QuestionType } from '../../question/contract.ts'

export const attemptStatuses = ['in_progress', 'submitted', 'marking', 'scored', 'voided'] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** The cause of an attempt's end: the learner, the deadline, or leaving the page too often. */
export const submitReasons = ['learner', 'deadline', 'left'] as const
export type SubmitReason = (typeof submitReasons)[number]

/**
 * A learner's status in an exam. `open` and `in_progress` may continue; the others name the rule that blocks
 * them: not yet open, over, study short of what is asked, no attempt left, no active
 * place in the class, the place suspended.
 */
export const examStates = [
  'open',
  'in_progress',
  'marking',
  'passed',
  'not_yet',
  'over',
  'study_first',
  'used_up',
  'not_studying',
  'suspended',
] as const
export type ExamState = (typeof examStates)[number]

/** Rules for showing the keys to a learner: never, once passed, or once the exam's period is over. */
export const showRules = ['never', 'after_pass', 'after_close'] as const
export type ShowRule = (typeof showRules)[number]

/** Given answers by the number of the item: letters as they are shown, or texts, one for each blank. */
export type Answers = Record<string, string[]>
export const Answers = Type.Unsafe<Answers>({
  type: 'object',
  patternProperties: {
    '^[1-9][0-9]{0,2}$': Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 }),
  },
  additionalProperties: false,
  maxProperties: 300,
})

/** Characters of all answers in one call. */
export const mostAnswerText = 200_000

export const MyAttempt = Type.Object({
  attemptId: Id,
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  status: OneOf(attemptStatuses),
  submitReason: Nullable(OneOf(submitReasons)),
  startedAt: Moment,
  submittedAt: Nullable(Moment),
  score: Nullable(Type.Number()),
  passed: Nullable(Type.Boolean()),
})
export type MyAttempt = Static<typeof MyAttempt>

/** An exam of one of the learner's classes: its rules, the learner's status, and the attempts so far. */
export const MyExam = Type.Object({
  examId: Id,
  name: Type.String(),
  enrolmentId: Id,
  classId: Id,
  className: Type.String(),
  /** Hours of the class, in tenths, and those of them that count from other classes already. */
  hoursTenths: Type.Integer(),
  heldTenths: Type.Integer(),
  minutes: Type.Integer(),
  total: Type.Number(),
  passScore: Type.Number(),
  questions: Type.Integer(),
  openFrom: Nullable(Moment),
  openTo: Nullable(Moment),
  /** Basis points. */
  requiredProgress: Type.Integer(),
  progress: Type.Integer(),
  allowed: Type.Integer(),
  used: Type.Integer(),
  /** The next attempt would be a make-up. */
  makeUp: Type.Boolean(),
  /** The number of make-ups the exam still lets a person grant. */
  makeUpsLeft: Type.Integer(),
  leaveLimit: Nullable(Type.Integer()),
  state: OneOf(examStates),
  best: Nullable(Type.Number()),
  attempts: Type.Array(MyAttempt),
})
export type MyExam = Static<typeof MyExam>

/** One item to answer, as it is shown: nothing in it reveals the key. */
export const ExamItem = Type.Object({
  no: Type.Integer(),
  section: Type.Integer(),
  /** Place in `materials`, or null. */
  material: Nullable(Type.Integer()),
  type: PartType,
  stem: Type.String(),
  options: Type.Array(Type.String()),
  blanks: Type.Integer(),
  score: Type.Number(),
})
export type ExamItem = Static<typeof ExamItem>

/** An attempt under way: the paper as it was drawn for it, what is saved, and until when. */
export const ExamPaper = Type.Object({
  attemptId: Id,
  examId: Id,
  name: Type.String(),
  className: Type.String(),
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  total: Type.Number(),
  passScore: Type.Number(),
  sections: Type.Array(Type.Object({ title: Type.String(), type: QuestionType, scoreEach: Type.Number() })),
  materials: Type.Array(Type.String()),
  items: Type.Array(ExamItem),
  answers: Answers,
  /** Raised by each save; a save names the one it builds on. */
  revision: Type.Integer(),
  startedAt: Moment,
  deadlineAt: Moment,
  lastSavedAt: Nullable(Moment),
  /** The server's clock now, by which the page counts down. */
  now: Moment,
  timesLeft: Type.Integer(),
  leaveLimit: Nullable(Type.Integer()),
})
export type ExamPaper = Static<typeof ExamPaper>

export const SaveReply = Type.Object({
  /** False when another window saved meanwhile: `answers` are then what is saved, to be merged and sent again. */
  saved: Type.Boolean(),
  revision: Type.Integer(),
  savedAt: Nullable(Moment),
  answers: Nullable(Answers),
})
export type SaveReply = Static<typeof SaveReply>

export const ResultItem = Named('ExamResultItem', {
  ...ExamItem.properties,
  given: Type.Array(Type.String()),
  mark: Nullable(Type.Number()),
  answer: Type.Array(Type.String()),
  analysis: Type.String(),
})
export type ResultItem = Static<typeof ResultItem>

/** One item of a learner's own result. */
export const ReviewedItem = Named('ExamReviewedItem', {
  ...ResultItem.properties,
  /** Title of the video that the question belongs to; null for one of a bank. */
  lesson: Nullable(Type.String()),
})
export type ReviewedItem = Static<typeof ReviewedItem>

/** Hours that a passed class brought to its year, in tenths, beside those that other classes had brought before. */
const Credit = Named('ExamCredit', {
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  heldTenths: Type.Integer(),
  /** It has a valid certificate; without one it has no template, or waits for the learner's name and ID. */
  certified: Type.Boolean(),
})

export const ExamResult = Type.Object({
  ...MyAttempt.properties,
  examId: Id,
  name: Type.String(),
  enrolmentId: Id,
  classId: Id,
  className: Type.String(),
  /** Hours the class brought; null until it is passed. */
  credit: Nullable(Credit),
  total: Type.Number(),
  passScore: Type.Number(),
  answered: Type.Integer(),
  questions: Type.Integer(),
  /** The learner's status in the exam now: what the next step is. */
  state: OneOf(examStates),
  attemptsLeft: Type.Integer(),
  showAnswers: OneOf(['never', 'after_pass', 'after_close']),
  /** Right and wrong with keys; null until they may be shown. */
  review: Nullable(Type.Object({ materials: Type.Array(Type.String()), items: Type.Array(ReviewedItem) })),
})
export type ExamResult = Static<typeof ExamResult>

const held = (zh: string, en: string) => ({ code: 409, zh, en }) as const
export const attemptRefusals = refusals({
  marking: held(
    '上一次考试正在阅卷，请等待成绩',
    'Your last attempt is being marked; please wait for its score',
  ),
  passed: held('您已通过这场考试', 'You have passed this exam'),
  not_yet: held('考试还没有开始', 'The exam is not open yet'),
  over: held('考试已经结束', 'The exam is over'),
  study_first: held(
    '学习进度达到 {needed}% 后才能考试，现在是 {have}%',
    'The exam opens when {needed}% is studied; you have {have}%',
  ),
  used_up: held('考试次数已用完', 'There is no attempt left'),
  not_studying: held('您在这个班级的学习不在进行中，不能考试', 'Your place in this class is not active'),
  suspended: held(
    '您在这个班级的学习已暂停，恢复后可以考试',
    'Your study of this class is suspended; you can take the exam once it is resumed',
  ),
  busy: held('考试没有打开，请再试一次', 'The exam did not open; please try again'),
  submitted: held('这份试卷已经交了', 'This attempt has been submitted'),
  voided: held('这份试卷已作废，不再接受答案', 'This attempt was voided and takes no more answers'),
  late: held('考试时间已到，答案未保存', 'The time is over; this was not saved'),
  tooLong: {
    code: 422,
    zh: '答案太长，最多 {limit} 个字',
    en: 'The answers are too long; at most {limit} {limit|character|characters}',
  },
})

const AttemptId = Type.Object({ attemptId: Id })
/** A whole classroom shares one address: a limit meant for one learner would stop it. */
const classroomPerMinute = 60_000

export const attemptCalls = {
  findMyClassExam: call('/api/find-my-class-exam.action', {
    aliases: ['/find-my-class-exam.action'],
    allow: 'learner',
    viewable: true,
    offline: true,
    input: Type.Object({ classId: Type.Optional(Id), examId: Type.Optional(Id) }),
    output: Type.Array(MyExam),
    summary: 'The learner’s exams: their rules, attempts so far, and what prevents another',
  }),
  goClassExam: call('/api/go-class-exam.action', {
    aliases: ['/go-class-exam.action'],
    allow: 'learner',
    perMinute: classroomPerMinute,
    input: Type.Object({
      examId: Id,
      attemptId: Type.Optional({
        ...Id,
        description: 'go on with this one; never begin another',
      } as typeof Id),
    }),
    output: ExamPaper,
    summary: 'Begins an exam, or goes on with the attempt under way: the same paper, the same deadline',
  }),
  saveExamAnswer: call('/api/save-exam-answer.action', {
    aliases: ['/save-exam-answer.action'],
    allow: 'learner',
    perMinute: classroomPerMinute,
    input: Type.Object({
      attemptId: Id,
      revision: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
      answers: Answers,
    }),
    output: SaveReply,
    summary: 'Saves some answers; answered when they are durable, refused 2 s after the deadline',
  }),
  submitExam: call('/api/submit-exam.action', {
    aliases: ['/submit-exam.action'],
    allow: 'learner',
    perMinute: classroomPerMinute,
    input: Type.Object({ attemptId: Id, answers: Type.Optional(Answers) }),
    output: Type.Object({
      attemptId: Id,
      status: OneOf(attemptStatuses),
      submitReason: Nullable(OneOf(submitReasons)),
      score: Nullable(Type.Number()),
      passed: Nullable(Type.Boolean()),
    }),
    summary: 'Submits with the last answers; repeated, it answers the same',
  }),
  reportExamLeave: call('/api/report-exam-leave.action', {
    aliases: ['/report-exam-leave.action'],
    allow: 'learner',
    perMinute: classroomPerMinute,
    input: AttemptId,
    output: Type.Object({
      timesLeft: Type.Integer(),
      leaveLimit: Nullable(Type.Integer()),
      submitted: Type.Boolean(),
    }),
    summary: 'Counts that the page was left; past the limit the attempt is submitted',
  }),
  getExamResult: call('/api/get-exam-result.action', {
    aliases: ['/get-exam-result.action'],
    allow: 'learner',
    input: AttemptId,
    output: ExamResult,
    summary: 'Score and next step; right, wrong and keys only once they may be shown',
  }),
}
