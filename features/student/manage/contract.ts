import { type Static, type TString, Type } from 'typebox'
import {
  call,
  FreeText,
  Id,
  Keyword,
  Moment,
  Normalized,
  Nullable,
  OneOf,
  PersonName,
} from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { paymentLifecycle } from '../../payment/rules.ts'
import { profileFields } from '../../project/register/rules.ts'
import { type EditableKey, editableFields } from './rules.ts'

export const manageRefusals = refusals({
  changedMeanwhile: {
    code: 409,
    zh: '{name} 刚刚修改过这份资料，您的修改没有保存；请核对对方改了什么，再决定是否继续',
    en: '{name} has just changed this profile and your changes were not saved; review them, then decide whether to continue',
  },
  noProfile: {
    code: 409,
    zh: '这位学员还没有登记姓名和证件号，请先补登实名信息',
    en: 'This learner has no name and ID on record yet; add them first',
  },
  authoritySilent: {
    code: 503,
    zh: '身份核验服务暂时没有回答，请稍后再试',
    en: 'The identity verification service did not answer; try again shortly',
  },
  noAuthority: {
    code: 409,
    zh: '没有接入身份核验服务，暂不能核验；请人工核对证件后更正',
    en: 'No identity verification service is connected; check the document manually and correct it if needed',
  },
  tooManyChecks: {
    code: 429,
    zh: '核对次数太多，请 {minutes} 分钟后再试',
    en: 'Too many checks; try again in {minutes} {minutes|minute|minutes}',
  },
})

export const verifyStatuses = ['unverified', 'verified', 'failed'] as const
export const VerifyStatus = OneOf(verifyStatuses)
export type VerifyStatus = (typeof verifyStatuses)[number]

/** A learner in the list: numbers masked; without a profile the name is the account's. */
export const StudentRow = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  hasProfile: Type.Boolean(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  /** They named the unit themselves, and it is not confirmed that they belong to it. */
  unconfirmed: Type.Boolean(),
  personnelCategory: Nullable(Type.String()),
  status: OneOf(['active', 'disabled']),
  verifyStatus: VerifyStatus,
  wechatBound: Type.Boolean(),
  /** Required fields that the profile lacks. */
  missing: Type.Array(OneOf(profileFields.map((field) => field.key))),
  lastLoginAt: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type StudentRow = Static<typeof StudentRow>

const OpenSession = Type.Object({
  id: Type.String(),
  ip: Type.String(),
  agent: Type.String(),
  since: Type.String(),
})

const storedText = () => Nullable(Type.String())

/** The profile fields stored as entered. */
const stored = Object.fromEntries(
  editableFields.filter(({ key }) => key !== 'mobile').map(({ key }) => [key, storedText()]),
) as Record<Exclude<EditableKey, 'mobile'>, ReturnType<typeof storedText>>

/** Everything of one person that is the person's own; what they study, sat and paid is requested separately. */
export const StudentDetail = Type.Interface([StudentRow], {
  gender: Nullable(Type.String()),
  birthDate: Nullable(Type.String()),
  imagePath: Nullable(Type.String()),
  /** The fields of the catalogue. */
  profile: Type.Object(stored),
  mustChangePassword: Type.Boolean(),
  roles: Type.Array(Type.Object({ roleName: Type.String(), unitName: Nullable(Type.String()) })),
  sessions: Type.Array(OpenSession),
  /** Corrections that wait for somebody. */
  openCorrections: Type.Integer(),
  /** Registered problems that are open. */
  openExceptions: Type.Integer(),
  /** Counts changes of the profile. */
  version: Type.Integer(),
})
export type StudentDetail = Static<typeof StudentDetail>

/** One attempt at an exam, wherever it was sat. */
const SatStatus = OneOf(['in_progress', 'submitted', 'marking', 'scored', 'voided'])
export const SatExam = Type.Object({
  id: Type.String(),
  examName: Type.String(),
  className: Type.String(),
  enrolmentId: Type.String(),
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  status: SatStatus,
  score: Nullable(Type.Number()),
  /** Points a correction added or took. */
  corrected: Type.Number(),
  total: Type.Number(),
  passScore: Type.Number(),
  passed: Nullable(Type.Boolean()),
  startedAt: Type.String(),
})
export type SatExam = Static<typeof SatExam>

export const StudentOrder = Type.Object({
  id: Type.String(),
  orderNo: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  classNames: Type.Array(Type.String()),
  createdAt: Type.String(),
  payments: Type.Array(
    Type.Object({
      id: Type.String(),
      outTradeNo: Type.String(),
      channel: Type.String(),
      status: OneOf(paymentLifecycle.states),
      amount: Type.Integer(),
      createdAt: Type.String(),
    }),
  ),
})
export type StudentOrder = Static<typeof StudentOrder>

const CertificateStatus = OneOf(['valid', 'revoked', 'superseded'])
export const StudentCertificate = Type.Object({
  id: Type.String(),
  number: Type.String(),
  className: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  status: CertificateStatus,
  revokeReason: Nullable(Type.String()),
  printCount: Type.Integer(),
  verifyCode: Type.String(),
  issuedAt: Type.String(),
  /** The day of the first issue, of one that replaced another. */
  firstIssued: Nullable(Type.String()),
})
export type StudentCertificate = Static<typeof StudentCertificate>

/** Something done to or by one person. */
export const StudentOperation = Type.Object({
  id: Type.String(),
  action: Type.String(),
  /** Null: the system did it. */
  actorName: Nullable(Type.String()),
  /** The person did it, not somebody to them. */
  own: Type.Boolean(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type StudentOperation = Static<typeof StudentOperation>

const list = '/student-manage/student'
const ofStudent = { accountId: Id }
const YesNo = OneOf(['yes', 'no'])

const typed = (text: TString) => Type.Optional(Nullable(text))
const edited = Object.fromEntries(
  editableFields.map((field) => [
    field.key,
    typed(
      field.kind === 'text'
        ? FreeText(field.maxLength, 0)
        : field.kind === 'mobile'
          ? Normalized('mobile', 20)
          : Type.String({ maxLength: 40 }),
    ),
  ]),
) as Record<EditableKey, ReturnType<typeof typed>>

export const studentManageCalls = {
  findPageList: call('/student-manage/find-page-list.action', {
    allow: [list, '/customer/exception-register'],
    input: Paging(
      {
        /** A name or part of one, a family name, a login name, or a complete mobile or ID number. */
        keyword: Type.Optional(Keyword(40)),
        /** A complete mobile number. */
        mobile: Type.Optional(Normalized('mobile', 20)),
        /** A complete ID number. */
        card: Type.Optional(Normalized('code', 20)),
        /** A unit with everything below it. */
        unitId: Type.Optional(Id),
        personnelCategory: Type.Optional(Type.String({ maxLength: 40 })),
        /** Those that an import brought or found. */
        importId: Type.Optional(Id),
        status: Type.Optional(OneOf(['active', 'disabled'])),
        complete: Type.Optional(YesNo),
        verifyStatus: Type.Optional(VerifyStatus),
        wechat: Type.Optional(YesNo),
        unconfirmed: Type.Optional(YesNo),
        createdFrom: Type.Optional(Moment),
        /** Before this moment. */
        createdTo: Type.Optional(Moment),
        /** Continue after this learner instead of by page number. */
        after: Type.Optional(Id),
      },
      { sort: ['unitId', 'lastLoginAt', 'createdAt'] },
    ),
    output: PageOf(StudentRow),
    summary:
      'Learners in scope, the newest first; by unit those of one are together, the older units first; the total stops at 10,000',
  }),
  getStudentDetail: call('/student-manage/get-student-detail.action', {
    allow: [list, '/customer/exception-register'],
    input: Type.Object({ accountId: Id }),
    output: StudentDetail,
    summary: 'One learner: profile with numbers masked, account, sessions, what waits',
  }),
  findExamList: call('/student-manage/find-exam-list.action', {
    allow: [list, '/customer/exception-register'],
    input: Paging(
      {
        ...ofStudent,
        status: Type.Optional(Type.Array(SatStatus, { minItems: 1, maxItems: 5 })),
        /** Begun since then, and before that. */
        startedFrom: Type.Optional(Moment),
        startedTo: Type.Optional(Moment),
      },
      { sort: ['status', 'score', 'startedAt'] },
    ),
    output: PageOf(SatExam),
    summary: 'The exam attempts of one learner, the last first',
  }),
  findOrderList: call('/student-manage/find-order-list.action', {
    allow: [list, '/order-manage/list'],
    input: Paging(ofStudent, { sort: ['orderNo', 'amount', 'status', 'createdAt'] }),
    output: PageOf(StudentOrder),
    summary: 'The orders of one learner with their payments, the last first',
  }),
  findCertificateList: call('/student-manage/find-certificate-list.action', {
    allow: list,
    input: Paging(
      {
        ...ofStudent,
        status: Type.Optional(Type.Array(CertificateStatus, { minItems: 1, maxItems: 3 })),
        /** Issued since then, and before that. */
        issuedFrom: Type.Optional(Moment),
        issuedTo: Type.Optional(Moment),
      },
      { sort: ['number', 'hoursTenths', 'status', 'issuedAt'] },
    ),
    output: PageOf(StudentCertificate),
    summary: 'The certificates of one learner, the last first',
  }),
  findOperationList: call('/student-manage/find-operation-list.action', {
    allow: list,
    input: Paging(ofStudent, { sort: ['createdAt'] }),
    output: PageOf(StudentOperation),
    summary: 'What was done to one learner, and by them, with what it changed; the last first',
  }),
  saveStudent: call('/student-manage/save-student.action', {
    allow: `${list}#add`,
    input: Type.Object({
      realName: PersonName,
      cardNumber: Normalized('code', 18),
      mobile: Normalized('mobile', 20),
      unitId: Type.Optional(Id),
      personnelCategory: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    output: Type.Object({ accountId: Type.String(), loginName: Type.String(), password: Type.String() }),
    summary: 'Adds a learner with a password shown once, to be changed first',
  }),
  updateStudentInfo: call('/student-manage/update-student-info.action', {
    allow: `${list}#edit`,
    input: Type.Object({
      accountId: Id,
      /** The version that was read: of two concurrent edits the second is refused. */
      version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      ...edited,
    }),
    output: Type.Object({ version: Type.Integer() }),
    summary:
      'Changes fields of a profile; what is left out stays, null empties. Name and ID need a correction',
  }),
  checkIdcardInfo: call('/student-manage/check-idcard-info.action', {
    allow: 'signed-in',
    perMinute: 120,
    input: Type.Object({ realName: PersonName, cardNumber: Normalized('code', 20) }),
    output: Type.Object({ matches: Type.Boolean() }),
    summary: 'Whether name and ID belong together: yes or no, so many an hour',
  }),
  verifyStudent: call('/student-manage/verify-student.action', {
    allow: `${list}#edit`,
    perMinute: 60,
    input: Type.Object({ accountId: Id }),
    output: Type.Object({ verifyStatus: VerifyStatus }),
    summary: 'Has name and ID of a learner checked outside, and keeps the answer',
  }),
}

export const studentExports = {
  exportStudentList: exportOf(studentManageCalls.findPageList, '/student-manage/export-student-list.action', {
    title: { zh: '学员', en: 'Learners' },
    numbers: ['card', 'mobile'],
  }),
}
