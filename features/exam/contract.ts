import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Moment, Name, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'
import { showRules } from './attempt/contract.ts'

/** `withdrawn`: nobody begins it any more; while it is held, those who have studied wait for what follows. */
export const examStatuses = ['draft', 'active', 'withdrawn'] as const
export type ExamStatus = (typeof examStatuses)[number]

const examFields = {
  name: Name(100),
  openFrom: Nullable(Moment),
  openTo: Nullable(Moment),
  attempts: Type.Integer({ minimum: 1, maximum: 99 }),
  makeUpAttempts: Type.Integer({ minimum: 0, maximum: 99 }),
  /** Basis points of study before the exam may be begun. */
  requiredProgress: Type.Integer({ minimum: 0, maximum: 10_000 }),
  showAnswers: OneOf(showRules),
  /** Times the page may be left; one more submits the attempt. Null only counts. */
  leaveLimit: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
}

export const ExamInput = Type.Object({
  examId: Type.Optional(Id),
  revision: Type.Optional(Revision),
  typeId: Type.Optional(Nullable(Id)),
  classId: Id,
  paperId: Id,
  ...examFields,
})
export type ExamInput = Static<typeof ExamInput>

export const Exam = Type.Object({
  examId: Id,
  typeId: Nullable(Id),
  classId: Id,
  className: Type.String(),
  paperId: Id,
  paperName: Type.String(),
  ...examFields,
  total: Type.Number(),
  passScore: Type.Number(),
  minutes: Type.Integer(),
  revision: Revision,
  status: OneOf(examStatuses),
  /** Withdrawn without another in its place: nobody of the class passes until a person confirms. */
  held: Type.Boolean(),
  /** Attempts begun, passed, and waiting for a person to mark them. */
  begun: Type.Integer(),
  passed: Type.Integer(),
  marking: Type.Integer(),
})
export type Exam = Static<typeof Exam>

/**
 * Learners an exam concerns: still without its pass, those who may come back by the undo of a transfer too; of these, done
 * with study, and out of attempts; sitting it now; waiting for marks.
 */
export const ExamImpact = Type.Object({
  learners: Type.Integer(),
  waiting: Type.Integer(),
  failed: Type.Integer(),
  sitting: Type.Integer(),
  marking: Type.Integer(),
})
export type ExamImpact = Static<typeof ExamImpact>

export const examRefusals = refusals({
  classHasExam: {
    code: 409,
    zh: '这个班级已有进行中的考试；请用“替换”发布，旧考试会同时结束',
    en: 'The class already has an active exam; publish this one with “Replace”, which ends the current one',
  },
  begun: {
    code: 409,
    zh: '已有学员参加考试，不能再换班级或删除',
    en: 'Learners have started this exam; it cannot be moved or deleted',
  },
  notHeld: {
    code: 409,
    zh: '没有学员因这场考试撤回而等待确认',
    en: 'No learners are waiting for a decision about this exam',
  },
  heldStill: {
    code: 409,
    zh: '这场考试已撤回，班级还没有新的考试；请先发布新考试，或确认不再考试',
    en: 'This exam was withdrawn and the class has no new one; publish another exam, or waive the exam requirement',
  },
  classStays: {
    code: 409,
    zh: '考试发布后不能换到别的班级；请在那个班级另设一场考试',
    en: 'A published exam cannot be moved to another class; set up a new exam there',
  },
  moved: {
    code: 409,
    zh: '这场考试刚被换到别的班级，请刷新后再试',
    en: 'This exam has just been moved to another class; refresh and try again',
  },
  turned: {
    code: 422,
    zh: '结束时间要晚于开始时间',
    en: 'the end must be after the start',
  },
})

/** Permissions to set up exams. */
export const examMenus = ['/resource-manage/add-question', '/train-manage/class'] as const
const ExamId = Type.Object({ examId: Id })

/** Above ten learners the reason is demanded: a second person reads it. */
const ToConfirm = Type.Object({ ...ExamId.properties, reason: Type.Optional(FreeText(200, 2)) })
/** The proposal that was created instead, where a second person has to approve it. */
const MaybeProposed = { approvalId: Type.Optional(Id) }

export const examCalls = {
  queryExamList: call('/exam-system/api/query-exam-list.action', {
    allow: examMenus,
    input: Paging({
      examId: Type.Optional(Id),
      classId: Type.Optional(Id),
      typeId: Type.Optional(Id),
      status: Type.Optional(OneOf(examStatuses)),
      keyword: Type.Optional(Keyword(100)),
    }),
    output: PageOf(Exam),
    summary: 'Exams of classes, newest first',
  }),
  saveExam: call('/exam-system/api/save-exam.action', {
    allow: examMenus,
    wholeProject: true,
    input: ExamInput,
    output: ExamId,
    summary: 'Creates an exam as a draft, or changes one',
  }),
  publish: call('/exam-system/api/publish.action', {
    allow: examMenus,
    wholeProject: true,
    input: Type.Object({ examId: Id, replace: Type.Optional(Type.Boolean()) }),
    output: Nothing,
    summary:
      'Opens an exam to the learners of its class; with `replace` the one in force ends in the same moment',
  }),
  findImpact: call('/exam-system/api/find-exam-impact.action', {
    allow: examMenus,
    wholeProject: true,
    input: ExamId,
    output: Type.Object({
      ...ExamImpact.properties,
      /** Learners whom the caller let pass alone today, with whom those of a release are counted. */
      passedToday: Type.Integer(),
    }),
    summary: 'How many learners replacing or withdrawing an exam concerns',
  }),
  withdraw: call('/exam-system/api/withdraw.action', {
    allow: examMenus,
    wholeProject: true,
    input: ToConfirm,
    output: Type.Object({ ...ExamImpact.properties, ...MaybeProposed }),
    summary: 'Withdraws an exam; those who have studied wait until a person publishes another or confirms',
  }),
  release: call('/exam-system/api/release-exam.action', {
    allow: examMenus,
    wholeProject: true,
    input: ToConfirm,
    output: Type.Object({ waiting: Type.Integer(), ...MaybeProposed }),
    summary: 'Confirms that a class goes without its withdrawn exam; those who wait pass',
  }),
  deleteExam: call('/exam-system/api/delete-exam.action', {
    allow: examMenus,
    wholeProject: true,
    input: ExamId,
    output: Nothing,
    summary: 'Deletes an exam nobody has begun',
  }),
}
