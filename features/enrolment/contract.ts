import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  FreeText,
  Id,
  Keyword,
  Moment,
  Name,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
  Year,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import { secondAbove } from '../approval/rules.ts'
import { applicationWords } from './application.ts'
import { extensionWords } from './extension.ts'

export const enrolmentStatuses = [
  'applied',
  'approved',
  'active',
  'passed',
  'failed',
  'rejected',
  'withdrawn',
  'expired',
  'refunded',
  'removed',
  'transferred',
] as const
/** Status of one learner in one class. */
export const EnrolmentStatus = OneOf(enrolmentStatuses)
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]

const enrolmentSources = ['order', 'batch', 'free', 'transfer', 'import', 'apply'] as const
/** The event that brought the learner into the class. */
export const EnrolmentSource = OneOf(enrolmentSources)
export type EnrolmentSource = (typeof enrolmentSources)[number]

export const enrolmentRefusals = refusals({
  alreadyJoined: {
    code: 409,
    zh: '您已加入“{name}”，可以直接去学习',
    en: 'You have already joined “{name}”; continue studying there',
  },
  otherVersion: {
    code: 409,
    zh: '您已加入“{name}”的另一个版本，请直接学习那个班级；同一班级的两个版本不能同时参加',
    en: 'You have already joined another version of “{name}”; study that one. You cannot join two versions of a class',
  },
  notOpen: {
    code: 409,
    zh: '这个班级现在不能学习，可能已到期、已退款或还在审核中',
    en: 'This class cannot be studied now; it may have expired, been refunded or still wait for approval',
  },
  mustPay: {
    code: 409,
    zh: '“{name}”需要付款，请先下单',
    en: '“{name}” requires payment; please place an order first',
  },
  wasPaid: {
    code: 409,
    zh: '这名学员已付款，请先退款再删除',
    en: 'This learner has paid; refund the payment before deleting',
  },
  orderWaits: {
    code: 409,
    zh: '这个报名已有待付款的订单，请先取消订单',
    en: 'This application has an unpaid order; cancel the order first',
  },
  secondNeeded: {
    code: 409,
    zh: `一人一天最多独自判 ${secondAbove} 名学员合格；请选出其余学员一起提出，由另一位同事审批`,
    en: `One person can pass at most ${secondAbove} learners per day alone; select the others and propose them together for a colleague’s approval`,
  },
  suspended: {
    code: 409,
    zh: '这名学员在班级中的学习已暂停，恢复后才能判为合格',
    en: 'Study is paused for this enrolment; it can be passed once it resumes',
  },
  notBarred: {
    code: 409,
    zh: '这条学习记录没有被限制自动合格',
    en: 'This enrolment has no pass restriction',
  },
  ...applicationWords,
  ...extensionWords,
})

export const holds = ['suspended', 'refunding', 'barred', 'exam_withdrawn'] as const
/**
 * Obstacles to passing automatically: the enrolment is suspended, as while a refund of it is processed, its
 * pass was reverted, or the exam of its class was withdrawn and a person has yet to decide what follows.
 */
const Hold = OneOf(holds)

/** The requirements of a class besides the exam, and how far they are met; hours in tenths. */
export const Requirements = Type.Object({
  /** Videos of the required courses, of all courses where none is required; and those watched to the end. */
  requiredItems: Type.Integer(),
  requiredDone: Type.Integer(),
  /** Hours of electives finished, required, and offered besides the required courses. */
  electiveTenths: Type.Integer(),
  electiveMinTenths: Type.Integer(),
  offeredTenths: Type.Integer(),
})
export type Requirements = Static<typeof Requirements>

/** A class of one learner, with how far they have come. */
export const MyClass = Type.Object({
  ...Requirements.properties,
  enrolmentId: Type.String(),
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  categoryName: Type.String(),
  coverKey: Nullable(Type.String()),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /** Hours of it that count from other classes of the year and do not come again, in tenths. */
  heldTenths: Type.Integer(),
  status: EnrolmentStatus,
  /** Basis points. */
  progress: Type.Integer(),
  watchedSeconds: Type.Number(),
  studyDone: Type.Boolean(),
  examRequired: Type.Boolean(),
  examPassed: Type.Boolean(),
  examScore: Nullable(Type.Number()),
  hold: Nullable(Hold),
  passedAt: Nullable(Type.String()),
  /** From when it may be studied; null immediately. */
  studyFrom: Nullable(Type.String()),
  expiresAt: Nullable(Type.String()),
  /** Until when an approved application holds its place unpaid. */
  payUntil: Nullable(Type.String()),
  studiedAt: Nullable(Type.String()),
  /** The learner's unpaid order of it: what all of it costs, and for how long it waits. */
  order: Nullable(
    Type.Object({
      id: Id,
      amount: Fen,
      secondsLeft: Type.Integer(),
      /** A bank transfer of its sum waits for a second person: there is nothing more to pay meanwhile. */
      transferPending: Type.Boolean(),
    }),
  ),
  /** The reason the application was rejected. */
  rejectReason: Nullable(Type.String()),
  /** The video to resume with. */
  lastItemId: Nullable(Type.String()),
  lastItemTitle: Nullable(Type.String()),
  lastPosition: Nullable(Type.Number()),
  certificateId: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type MyClass = Static<typeof MyClass>

/** A class of one learner with what there is to study. */
export const TrainDetail = Type.Object({
  ...Type.Omit(MyClass, ['heldTenths']).properties,
  certificateName: Nullable(Type.String()),
  courses: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      teacherName: Type.String(),
      hoursTenths: Type.Integer(),
      attribute: OneOf(['required', 'elective']),
      items: Type.Array(
        Type.Object({ id: Type.String(), title: Type.String(), durationSeconds: Type.Number() }),
      ),
    }),
  ),
})
export type TrainDetail = Static<typeof TrainDetail>

/** Status of an enrolment by the requirements of its class. */
export const PassStatus = Type.Object({
  ...Requirements.properties,
  enrolmentId: Type.String(),
  status: EnrolmentStatus,
  passed: Type.Boolean(),
  passedAt: Nullable(Type.String()),
  passedBy: Nullable(OneOf(['rule', 'manual'])),
  studyDone: Type.Boolean(),
  examRequired: Type.Boolean(),
  examPassed: Type.Boolean(),
  examScore: Nullable(Type.Number()),
  certificateId: Nullable(Type.String()),
})

/** A line of the study report: one learner in one class. */
export const PortfolioRow = Type.Object({
  ...Requirements.properties,
  id: Type.String(),
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  classId: Type.String(),
  className: Type.String(),
  classType: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  source: EnrolmentSource,
  status: EnrolmentStatus,
  progress: Type.Integer(),
  watchedSeconds: Type.Number(),
  examScore: Nullable(Type.Number()),
  passedAt: Nullable(Type.String()),
  passedBy: Nullable(OneOf(['rule', 'manual'])),
  passReason: Nullable(Type.String()),
  hold: Nullable(Hold),
  /** The reason its pass was reverted, while that bars it. */
  barReason: Nullable(Type.String()),
  expiresAt: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type PortfolioRow = Static<typeof PortfolioRow>

const menu = '/train-manage/study-report'
const Reason = FreeText(200, 2)

const findPortfolioPage = call('/base/my-class-entity/find-portfolio-page.action', {
  allow: [menu, '/customer/study-report', '/train-manage/class'],
  input: Paging(
    {
      /** A name or part of one, or a complete mobile or ID number. */
      keyword: Type.Optional(Keyword(40)),
      /** A complete ID number. */
      card: Type.Optional(Normalized('code', 40)),
      enrolmentId: Type.Optional(Id),
      accountId: Type.Optional(Id),
      classId: Type.Optional(Id),
      /** A part of the class's name. */
      className: Type.Optional(Name(40, 0)),
      classType: Type.Optional(Type.String({ maxLength: 40 })),
      year: Type.Optional(Year),
      status: Type.Optional(EnrolmentStatus),
      passedBy: Type.Optional(OneOf(['rule', 'manual'])),
      passedFrom: Type.Optional(Moment),
      /** Before this moment. */
      passedTo: Type.Optional(Moment),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      /** Those that a proposed pass concerns. */
      approvalId: Type.Optional(Id),
      createdFrom: Type.Optional(Moment),
      /** Before this moment. */
      createdTo: Type.Optional(Moment),
      /** Continue after this row instead of by page number. */
      after: Type.Optional(Id),
    },
    { sort: ['progress', 'createdAt'] },
  ),
  output: PageOf(PortfolioRow),
  summary: 'Who studies what and how far; the total stops at 10,000',
})

export const enrolmentCalls = {
  myClass: call('/api/my-class.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/my-class'],
    offline: true,
    input: Paging({
      year: Type.Optional(Year),
      classType: Type.Optional(Type.String({ maxLength: 40 })),
      /** Under review, to be paid or rejected; still to study; passed; or over. */
      state: Type.Optional(OneOf(['applying', 'studying', 'passed', 'expired'])),
    }),
    output: PageOf(MyClass),
    summary:
      'The learner’s classes: what needs action first, then what was studied last; a rejected application for 30 days, or until there is another',
  }),
  countMyClass: call('/api/count-my-class.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/count-my-class'],
    offline: true,
    input: Type.Object({ year: Type.Optional(Year) }),
    output: Type.Object({
      total: Type.Integer(),
      applied: Type.Integer(),
      /** Approved, to be paid by the learner. */
      approved: Type.Integer(),
      studying: Type.Integer(),
      passed: Type.Integer(),
      failed: Type.Integer(),
      expired: Type.Integer(),
    }),
    summary: 'How many of the learner’s classes are in each state',
  }),
  getTrainDetail: call('/api/get-train-detail.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/get-train-detail'],
    input: Type.Object({ enrolmentId: Id }),
    output: TrainDetail,
    summary: 'One of the learner’s classes with its courses and videos',
  }),
  applyMyClass: call('/base/my-class-entity/apply-my-class.action', {
    allow: 'learner',
    input: Type.Object({
      classId: Id,
      /** It is wanted although it is meant for others. */
      acceptMismatch: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ enrolmentId: Type.String(), status: EnrolmentStatus }),
    summary: 'Joins a free class, or applies for one that is reviewed',
  }),
  withdrawMyClass: call('/base/my-class-entity/withdraw-my-class.action', {
    allow: 'learner',
    input: Type.Object({ enrolmentId: Id }),
    output: Nothing,
    summary: 'Withdraws an application that is not decided, or approved and not paid',
  }),
  getMyPassClassStatus: call('/base/my-class-entity/get-my-pass-class-status.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({ enrolmentId: Id }),
    output: PassStatus,
    summary: 'Which requirements of one of the learner’s classes are met',
  }),
  findPortfolioPage,
  passBatchClass: call('/base/my-class-entity/pass-batch-class.action', {
    allow: `${menu}#pass`,
    input: Type.Object({ ...Selection(findPortfolioPage), reason: Reason }),
    /** With `approvalId` nobody is passed yet: a second person has to approve it. */
    output: Type.Object({ ...BatchResult.properties, approvalId: Type.Optional(Id) }),
    summary:
      'Passes enrolments manually, permanently marked as such; above ten with the approval of a second person',
  }),
  liftPassBar: call('/base/my-class-entity/lift-pass-bar.action', {
    allow: `${menu}#pass`,
    input: Type.Object({ ...Selection(findPortfolioPage), reason: Reason }),
    output: BatchResult,
    summary: 'Lets enrolments whose pass was reverted pass by rule again; what is complete passes at once',
  }),
  deleteBatchClass: call('/base/my-class-entity/delete-batch-class.action', {
    allow: `${menu}#delete`,
    input: Type.Object({ ...Selection(findPortfolioPage), reason: Reason }),
    output: BatchResult,
    summary: 'Removes enrolments that were never paid, or were refunded',
  }),
  reviewBatchClass: call('/base/my-class-entity/review-batch-class.action', {
    allow: `${menu}#review`,
    input: Type.Object({
      ...Selection(findPortfolioPage),
      approve: Type.Boolean(),
      reason: Type.Optional(Reason),
    }),
    output: BatchResult,
    summary:
      'Decides applications; where the class has a price, an approval lets the learner order it; a rejection needs a reason',
  }),
  extendBatchClass: call('/base/my-class-entity/extend-batch-class.action', {
    allow: `${menu}#extend`,
    input: Type.Object({ ...Selection(findPortfolioPage), expiresAt: Moment, reason: Reason }),
    output: BatchResult,
    summary: 'Gives open or expired enrolments a later end; never an earlier one',
  }),
}

export const enrolmentExports = {
  exportClassTrainExcel: exportOf(
    enrolmentCalls.findPortfolioPage,
    '/base/class-entity/export-class-train-excel.action',
    {
      title: { zh: '班级培训数据', en: 'Class training data' },
      numbers: ['card', 'mobile'],
      needs: 'classId',
    },
  ),
  exportPortfolioExcel: exportOf(
    enrolmentCalls.findPortfolioPage,
    '/base/my-class-entity/export-portfolio-excel.action',
    { title: { zh: '学习档案', en: 'Study records' }, numbers: ['card', 'mobile'] },
  ),
}
