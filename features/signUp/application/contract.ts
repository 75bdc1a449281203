import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  FreeText,
  Id,
  Keyword,
  Moment,
  Named,
  Nothing,
  Nullable,
  OneOf,
  Text,
} from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Ids, Selection } from '../../../contract/selection.ts'
import { OrderStatus } from '../../order/contract.ts'
import { FormField, SignUpKind, signUpReaders } from '../contract.ts'
import { fileKinds, formLimits, hindrances, signUpPages } from '../rules.ts'
import { endingWords } from './rules.ts'

const { training, exam } = signUpPages
const appliers = [`${training}#apply`, `${exam}#apply`] as const

const applicationStatuses = [
  ...(['applied', 'approved', 'confirmed'] as const),
  ...(['rejected', 'withdrawn', 'lapsed', 'refunded'] as const),
] as const
export const ApplicationStatus = OneOf(applicationStatuses)
export type ApplicationStatus = (typeof applicationStatuses)[number]

export const applicationRefusals = refusals({
  notOpen: { code: 409, zh: '“{name}”的报名没有开放', en: 'Sign-up for “{name}” is not open' },
  notYet: { code: 409, zh: '“{name}”的报名还没有开始', en: 'Sign-up for “{name}” has not begun yet' },
  over: { code: 409, zh: '“{name}”的报名已经截止', en: 'Sign-up for “{name}” is over' },
  full: { code: 409, zh: '“{name}”的名额已满', en: '“{name}” has no places left' },
  audience: {
    code: 409,
    zh: '“{name}”面向其他地区、人员类别或单位；如您的资料有误，请先更正',
    en: '“{name}” is meant for other regions, personnel categories or units; if your profile is wrong, correct it first',
  },
  applied: {
    code: 409,
    zh: '已经报过“{name}”，不能重复报名',
    en: 'There is an application for “{name}” already',
  },
  formChanged: {
    code: 409,
    zh: '“{name}”的报名表已修改，请重新打开后填写',
    en: 'The form of “{name}” has changed; open it again and fill it in',
  },
  unknownSubject: {
    code: 422,
    zh: '有不属于这次考试的科目，请重新选择',
    en: 'One of the subjects is not of this exam; choose again',
  },
  noSubject: { code: 422, zh: '请至少选择一个科目', en: 'Choose at least one subject' },
  noFile: { code: 422, zh: '请选择文件', en: 'Choose a file' },
  fileKind: {
    code: 422,
    zh: '“{field}”不接受这种文件，请上传{kinds}',
    en: '“{field}” does not take this kind of file; it takes {kinds}',
  },
  fileSize: {
    code: 422,
    zh: '“{field}”的文件不能大于 {limit} KB',
    en: 'A file of “{field}” must not be larger than {limit} KB',
  },
  fileGone: {
    code: 422,
    zh: '文件已失效或不是为这一项上传的，请重新上传',
    en: 'The file is gone or was not uploaded for this field; upload it again',
  },
  filesPerDay: {
    code: 429,
    zh: '今天上传的文件太多，请明天再试',
    en: 'Too many files today; try again tomorrow',
  },
  ...endingWords,
  filesNeeded: {
    code: 409,
    zh: '“{name}”要求上传文件“{field}”，一份文件只属于一个人，不能为多人一次报名；请逐人报名',
    en: '“{name}” requires the file “{field}”, and a file is one person’s, so several people cannot be applied for at once; apply for them one after another',
  },
  reasonNeeded: { code: 422, zh: '请说明不通过的原因', en: 'A rejection needs a reason' },
})

/** An answer to a field of the form, in the property of the field’s kind. */
export const Answer = Type.Object({
  key: Type.String({ maxLength: 30 }),
  text: Type.Optional(FreeText(formLimits.textLength, 0)),
  choices: Type.Optional(Type.Array(Text(formLimits.choiceLength), { maxItems: formLimits.choices })),
  date: Type.Optional(Type.String({ format: 'date' })),
  number: Type.Optional(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  /** A file that was uploaded for this field. */
  fileId: Type.Optional(Id),
  agreed: Type.Optional(Type.Boolean()),
})
export type Answer = Static<typeof Answer>

/** Parts of an application that its applicant fills in. */
const Filled = {
  signUpId: Id,
  /** Version of the form that was filled in. */
  formVersion: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  answers: Type.Array(Answer, { maxItems: formLimits.fields }),
  /** Subjects of an exam; empty for a training. */
  subjectIds: Type.Array(Id, { maxItems: formLimits.subjects, uniqueItems: true }),
}

/** An application in the list. */
export const ApplicationRow = Named('Application', {
  id: Id,
  signUpId: Id,
  signUpTitle: Type.String(),
  kind: SignUpKind,
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitId: Nullable(Id),
  unitName: Nullable(Type.String()),
  status: ApplicationStatus,
  fee: Fen,
  subjectNames: Type.Array(Type.String()),
  ticketNo: Nullable(Type.String()),
  /** The order of its fee: the one that waits or was settled. */
  orderId: Nullable(Id),
  orderNo: Nullable(Type.String()),
  /** True where the person applied, false where their unit did. */
  bySelf: Type.Boolean(),
  /** Reason of the review, or of what ended it. */
  reason: Nullable(Type.String()),
  appliedAt: Moment,
  reviewedAt: Nullable(Moment),
})
export type ApplicationRow = Static<typeof ApplicationRow>

/** A file of an answer. */
const AnswerFile = Type.Object({
  id: Id,
  key: Type.String(),
  name: Type.String(),
  kind: OneOf(fileKinds),
  bytes: Type.Integer(),
})
export type AnswerFile = Static<typeof AnswerFile>

export const Seat = Type.Object({
  subjectName: Type.String(),
  startsAt: Moment,
  endsAt: Moment,
  room: Nullable(Type.String()),
  seatNo: Nullable(Type.Integer()),
})
export type Seat = Static<typeof Seat>

/** Parts that were filled in, with the form as it was then. */
const Content = {
  formVersion: Type.Integer(),
  fields: Type.Array(FormField),
  answers: Type.Array(Answer),
  files: Type.Array(AnswerFile),
  /** Seats of an exam as they are assigned. */
  seats: Type.Array(Seat),
}

/** An application with its answers and what became of it. */
export const ApplicationDetail = Named('ApplicationDetail', {
  ...ApplicationRow.properties,
  ...Content,
  subjectIds: Type.Array(Id),
  events: Type.Array(
    Type.Object({
      at: Moment,
      /** The status that it led to. */
      status: ApplicationStatus,
      /** The person; null for the system. */
      by: Nullable(Type.String()),
      reason: Nullable(Type.String()),
    }),
  ),
})
export type ApplicationDetail = Static<typeof ApplicationDetail>

/** The applicant’s own application, with what can be done next. */
export const MyApplication = Named('MyApplication', {
  id: Id,
  signUpId: Id,
  title: Type.String(),
  kind: SignUpKind,
  status: ApplicationStatus,
  fee: Fen,
  subjectNames: Type.Array(Type.String()),
  reason: Nullable(Type.String()),
  appliedAt: Moment,
  /** End of the time to order and pay the fee, while it is due. */
  payUntil: Nullable(Moment),
  orderId: Nullable(Id),
  orderStatus: Nullable(OrderStatus),
  /** True where the applicant’s unit pays the order. */
  paidByUnit: Type.Boolean(),
  ticketNo: Nullable(Type.String()),
  /** Steps that are open now. */
  canWithdraw: Type.Boolean(),
  canPay: Type.Boolean(),
  /** It has ended, and the sign-up is still open to its applicant. */
  canApplyAgain: Type.Boolean(),
  hasTicket: Type.Boolean(),
})
export type MyApplication = Static<typeof MyApplication>

/** The same with what was filled in. */
export const MyApplicationDetail = Named('MyApplicationDetail', { ...MyApplication.properties, ...Content })
export type MyApplicationDetail = Static<typeof MyApplicationDetail>

const ApplicationId = Type.Object({ id: Id })

const query = call('/base/cms-apply/query.action', {
  allow: signUpReaders,
  input: Paging(
    {
      kind: Type.Optional(SignUpKind),
      signUpId: Type.Optional(Id),
      status: Type.Optional(Type.Array(ApplicationStatus, { minItems: 1, maxItems: 7 })),
      /** A person’s name or part of one, or a ticket number. */
      keyword: Type.Optional(Keyword(40)),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      subjectId: Type.Optional(Id),
      id: Type.Optional(Id),
      /** Sent since then, and before that. */
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
    },
    {
      sort: ['signUpTitle', 'realName', 'unitName', 'status', 'fee', 'ticketNo', 'appliedAt', 'reviewedAt'],
    },
  ),
  output: PageOf(ApplicationRow),
  summary: 'Applications for sign-ups of the units the caller may see, newest first',
})

/** A person who may be applied for, and what keeps them from it. */
export const Applicant = Type.Object({
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  hindrance: Nullable(OneOf(hindrances)),
})
export type Applicant = Static<typeof Applicant>

const findPeople = call('/base/cms-apply/find-people.action', {
  allow: appliers,
  input: Paging(
    {
      signUpId: Id,
      keyword: Type.Optional(Keyword(40)),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      /** True leaves out those who cannot be applied for. */
      free: Type.Optional(Type.Boolean()),
    },
    { sort: ['realName', 'unitName'] },
  ),
  output: PageOf(Applicant),
  summary: 'People of the units the caller may see, each with what keeps them from applying for a sign-up',
})

export const applicationCalls = {
  query,
  findPeople,
  get: call('/base/cms-apply/get-application.action', {
    allow: signUpReaders,
    input: ApplicationId,
    output: ApplicationDetail,
    summary: 'One application with its answers, its files, its seats and what became of it',
  }),
  review: call('/base/cms-apply/review.action', {
    allow: [`${training}#review`, `${exam}#review`],
    wholeProject: true,
    input: Type.Object({
      ...Selection(query),
      approve: Type.Boolean(),
      /** Read by the applicant; a rejection needs it. */
      reason: Type.Optional(FreeText(200, 2)),
    }),
    output: BatchResult,
    summary:
      'Approves or rejects applications; approved, one without a fee is confirmed and one with a fee can be paid',
  }),
  applyFor: call('/base/cms-apply/apply-for.action', {
    allow: appliers,
    input: Type.Object({ accountId: Id, ...Filled }),
    output: ApplicationId,
    summary: 'Applies for a person of the caller’s unit, under the same rules as for oneself',
  }),
  applyForMany: call('/base/cms-apply/apply-for-many.action', {
    allow: appliers,
    perMinute: 60,
    input: Type.Object({
      ...Filled,
      /** Files are of one person each. */
      answers: Type.Array(Type.Omit(Answer, ['fileId']), { maxItems: formLimits.fields }),
      ...Selection(findPeople, { accountIds: Ids }),
    }),
    output: BatchResult,
    summary:
      'Applies for many people by one form that is the same for all, each by themselves and as for one person alone',
  }),
  withdrawFor: call('/base/cms-apply/withdraw.action', {
    allow: appliers,
    input: Type.Object({ id: Id, reason: FreeText(200, 2) }),
    output: Nothing,
    summary:
      'Withdraws an application of a person of the caller’s unit; one that is paid is refunded instead',
  }),
  uploadFile: call('/api/sign-up/upload-file.action', {
    allow: ['learner', ...appliers],
    method: 'PUT',
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      signUpId: Id,
      /** The field that it is for. */
      key: Type.String({ maxLength: 30 }),
    }),
    output: AnswerFile,
    summary:
      'Takes a file for a field of an open sign-up and seals it; it is deleted unless an application uses it within two days',
  }),
  getFile: call('/api/sign-up/get-file.action', {
    allow: ['learner', ...signUpReaders],
    method: 'GET',
    reply: 'file',
    viewable: true,
    input: ApplicationId,
    output: Nothing,
    summary: 'A file of an answer: one’s own, or in the back office one of an application in scope',
  }),
  apply: call('/api/sign-up/apply.action', {
    allow: 'learner',
    perMinute: 120,
    input: Type.Object(Filled),
    output: ApplicationId,
    summary: 'Applies for an open sign-up; the place is taken until the application ends',
  }),
  withdraw: call('/api/sign-up/withdraw.action', {
    allow: 'learner',
    input: ApplicationId,
    output: Nothing,
    summary: 'Withdraws one’s own application; one that is paid is refunded instead',
  }),
  findMine: call('/api/sign-up/find-mine.action', {
    allow: 'learner',
    viewable: true,
    input: Paging({ kind: Type.Optional(SignUpKind) }),
    output: PageOf(MyApplication),
    summary: "The learner's own applications, newest first",
  }),
  getMine: call('/api/sign-up/get-mine.action', {
    allow: 'learner',
    viewable: true,
    input: ApplicationId,
    output: MyApplicationDetail,
    summary: "One of the learner's own applications with what was filled in and its seats",
  }),
}

export const applicationExports = {
  exportApplications: exportOf(applicationCalls.query, '/base/cms-apply/export.action', {
    title: { zh: '报名名单', en: 'Applications' },
    numbers: ['card', 'mobile'],
  }),
}
