import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Moment, Nothing, Nullable } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Selection } from '../../contract/selection.ts'
import { batchStatuses } from '../batch/rules.ts'
import { secondAbove } from '../approval/rules.ts'
import { Bilingual } from '../import/contract.ts'
import { enrolmentCalls } from '../enrolment/contract.ts'

/** Obstacles to moving one learner, each with its remedy. */
export const transferRefusals = refusals({
  sameClass: {
    code: 409,
    zh: '已在“{name}”，不需要转班；请选择另一个班级',
    en: 'Is in “{name}” already; choose another class',
  },
  alreadyJoined: {
    code: 409,
    zh: '已在“{name}”或它的另一个版本中；请先移除其中一条学习记录',
    en: 'Is in “{name}” or another version of it as well; remove one of the two enrolments first',
  },
  orderWaits: {
    code: 409,
    zh: '有“{name}”的待付款订单；请先取消订单',
    en: 'Has an unpaid order for “{name}”; cancel the order first',
  },
  otherYear: {
    code: 409,
    zh: '“{name}”是 {year} 年度的班级，学时不能跨年度；请选择 {own} 年度的班级',
    en: '“{name}” is a class of {year} and hours do not cross years; choose a class of {own}',
  },
  notPublished: {
    code: 409,
    zh: '“{name}”没有上架；请先上架，或选择另一个班级',
    en: '“{name}” is not published; publish it first, or choose another class',
  },
  studyOver: {
    code: 409,
    zh: '“{name}”的学习期限已过；请选择另一个班级，或先延长它的学习时间',
    en: 'The study period of “{name}” is over; choose another class, or give it a later end first',
  },
  full: {
    code: 409,
    zh: '“{name}”没有空余名额；请增加名额，或选择另一个班级',
    en: '“{name}” has no places left; raise its limit, or choose another class',
  },
  passed: {
    code: 409,
    zh: '已合格，学时和证书属于原班级；确需转班的，请先撤回合格',
    en: 'Has passed: hours and certificate belong to this class; revoke the pass first if the learner has to move',
  },
  suspended: {
    code: 409,
    zh: '学习已暂停；恢复学习后再转班',
    en: 'Study is paused; move the learner once it resumes',
  },
  refunding: {
    code: 409,
    zh: '有退款在办理；退款撤销或拒绝后再转班',
    en: 'A refund is being processed; move the learner once it is cancelled or rejected',
  },
  attemptOpen: {
    code: 409,
    zh: '有考试正在作答或等待评阅；出成绩后再转班',
    en: 'An exam is under way or being marked; move the learner once there is a score',
  },
  expired: {
    code: 409,
    zh: '学习已到期；先延长有效期再转班',
    en: 'The enrolment has expired; extend it first',
  },
  failed: {
    code: 409,
    zh: '考试次数已用完；先批准补考再转班',
    en: 'All exam attempts are used; grant a make-up first',
  },
  applying: {
    code: 409,
    zh: '报名还没有完成；审核并付款后再转班',
    en: 'The application is not completed; move the learner once it is approved and paid',
  },
  left: {
    code: 409,
    zh: '已不在这个班级；请刷新列表',
    en: 'Is no longer in this class; refresh the list',
  },
  dearer: {
    code: 409,
    zh: '“{name}”的差价是 ¥{amount}，超过您今天可独自减免的金额；请让学员重新下单并补足差价，或请有转班权限的同事办理',
    en: '“{name}” costs ¥{amount} more, beyond what you may take off alone today; let the learner order it and pay, or ask a colleague who may transfer learners',
  },
  dearerByUnit: {
    code: 409,
    zh: '“{name}”的差价是 ¥{amount}，单位不能减免；请为这名学员下单“{name}”，或请平台的工作人员办理转班',
    en: '“{name}” costs ¥{amount} more, which a unit cannot take off; order “{name}” for this learner, or ask the provider’s staff to transfer them',
  },
  notOffered: {
    code: 409,
    zh: '您的单位现在不能为学员购买“{name}”这类班级，所以不能转入；请另选班级，或请平台的工作人员办理转班',
    en: 'Your unit may not buy classes such as “{name}” now, so nobody is moved there; choose another class, or ask the provider’s staff to transfer them',
  },
  repriced: {
    code: 409,
    zh: '“{name}”的差价现在是 ¥{amount}，检查时是 ¥{was}；请重新上传，核对后再转班',
    en: 'The price difference of “{name}” is ¥{amount} now and was ¥{was} when it was checked; upload the row again and check it before moving the learner',
  },
  withoutExamByUnit: {
    code: 409,
    zh: '“{name}”没有考试，转入的人不再考试，单位不能决定；请另选有考试的班级，或请平台的工作人员办理转班',
    en: '“{name}” has no exam, so learners who move there sit none, which a unit cannot decide; choose a class with an exam, or ask the provider’s staff to transfer them',
  },
  withoutExam: {
    code: 409,
    zh: `“{name}”没有考试，转入的人不再考试；一人一天最多独自让 ${secondAbove} 名学员免考或合格。请先为该班发布考试，或请有转班权限的同事办理`,
    en: `“{name}” has no exam, so learners who move there sit none; one person can let at most ${secondAbove} learners per day pass alone. Publish an exam for that class first, or ask a colleague who may transfer learners`,
  },
  passesByUnit: {
    code: 409,
    zh: '学员已达到“{name}”的全部要求，到该班会立即合格，单位不能决定；请平台的工作人员办理',
    en: 'The learner meets every requirement of “{name}” already and would pass there at once, which a unit cannot decide; ask the provider’s staff to do it',
  },
  passes: {
    code: 409,
    zh: `学员已达到“{name}”的全部要求，到该班会立即合格；一人一天最多独自让 ${secondAbove} 名学员免考或合格。请明天办理，或请有转班权限的同事办理`,
    en: `The learner meets every requirement of “{name}” already and would pass there at once; one person can let at most ${secondAbove} learners per day pass alone. Do it tomorrow, or ask a colleague who may transfer learners`,
  },
  undone: {
    code: 409,
    zh: '这次转班已经撤销',
    en: 'This transfer was undone already',
  },
  undoLate: {
    code: 409,
    zh: '转班已超过 {hours} 小时，不能撤销；可以再转回原班级',
    en: 'The transfer is more than {hours} hours old and cannot be undone; move the learner back instead',
  },
  touched: {
    code: 409,
    zh: '学员在新班级已有学习、考试、退款或状态变化，不能撤销；可以再转回原班级',
    en: 'The learner has studied, sat an exam, asked for a refund or changed status in the new class, so it cannot be undone; move the learner back instead',
  },
})

const menu = '/train-manage/study-report'
const mayTransfer = `${menu}#transfer` as const
const Reason = FreeText(200, 2)

/** One learner before a transfer: what goes along, and the obstacle if there is one. */
const PreviewRow = Type.Object({
  enrolmentId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  className: Type.String(),
  /** Seconds and videos that count in the other class too. */
  carriedSeconds: Type.Number(),
  carriedVideos: Type.Integer(),
  watchedSeconds: Type.Number(),
  /** Basis points, here and there. */
  progressBefore: Type.Integer(),
  progressAfter: Type.Integer(),
  /** Price there less what the place costs here, in fen; recorded, never charged, and a reduction where it is more. */
  priceDifference: Type.Integer(),
  /** A score of this class, which stays with it. */
  leavesScore: Type.Boolean(),
  /** Obstacle with its remedy; null if there is none. */
  problem: Nullable(Bilingual),
})
export type PreviewRow = Static<typeof PreviewRow>

/** A transfer that was carried out. */
export const TransferRecord = Type.Object({
  id: Id,
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  fromId: Id,
  fromName: Type.String(),
  toId: Id,
  toName: Type.String(),
  carriedSeconds: Type.Number(),
  carriedVideos: Type.Integer(),
  progressBefore: Type.Integer(),
  progressAfter: Type.Integer(),
  priceDifference: Type.Integer(),
  reason: Type.String(),
  operatorName: Type.String(),
  createdAt: Moment,
  undoneAt: Nullable(Moment),
  undoReason: Nullable(Type.String()),
  /** Until when it may be undone, while nothing happens in the new class; null if it no longer may. */
  undoUntil: Nullable(Moment),
})
export type TransferRecord = Static<typeof TransferRecord>

/** The work of a transfer: the rows of a list, or of a file. */
const TransferWork = { batchId: Type.Optional(Id), importId: Type.Optional(Id) }

const queryTransferClassRecord = call('/base/transfer-class-record/query-transfer-class-record.action', {
  allow: menu,
  input: Paging(
    {
      /** A name, or part of one. */
      keyword: Type.Optional(Keyword(40)),
      accountId: Type.Optional(Id),
      /** A class that was left or joined. */
      classId: Type.Optional(Id),
      undone: Type.Optional(Type.Boolean()),
      createdFrom: Type.Optional(Moment),
      /** Before this moment. */
      createdTo: Type.Optional(Moment),
    },
    { sort: ['createdAt'] },
  ),
  output: PageOf(TransferRecord),
  summary: 'Transfers of learners in scope, the newest first',
})

export const transferCalls = {
  previewTransferClass: call('/base/unit-class/preview-transfer-class.action', {
    allow: mayTransfer,
    perMinute: 120,
    input: Type.Object({ enrolmentIds: Type.Array(Id, { minItems: 1, maxItems: 200 }), classId: Id }),
    output: Type.Object({
      className: Type.String(),
      /** Places nobody has; null without a limit. */
      placesLeft: Nullable(Type.Integer()),
      rows: Type.Array(PreviewRow),
    }),
    summary:
      'Shows for each learner what a transfer carries and the obstacle if there is one; changes nothing',
  }),
  transferClass: call('/base/unit-class/transfer-class.action', {
    allow: mayTransfer,
    perMinute: 60,
    input: Type.Object({
      ...Selection(enrolmentCalls.findPortfolioPage),
      /** A checked file, whose good rows are moved, in place of rows of the list. */
      importId: Type.Optional(Id),
      /** The class they move into; a file has its own. */
      classId: Type.Optional(Id),
      reason: Type.Optional(Reason),
    }),
    output: Type.Object(TransferWork),
    summary: 'Begins to move learners into another class; each is moved whole or refused with a reason',
  }),
  getTransferClassProgress: call('/base/unit-class/get-transfer-class-progress.action', {
    allow: mayTransfer,
    input: Type.Object(TransferWork),
    output: Type.Object({
      status: Type.Enum([...batchStatuses]),
      /** Reason it ended before its last row; null otherwise. */
      problem: Nullable(Bilingual),
      /** Null until they are counted. */
      total: Nullable(Type.Integer()),
      moved: Type.Integer(),
      refused: Type.Integer(),
    }),
    summary: 'How far one’s own transfer is',
  }),
  exportTransferClassErrorList: call('/base/unit-class/export-transfer-class-error-list.action', {
    allow: mayTransfer,
    method: 'GET',
    reply: 'file',
    perMinute: 60,
    input: Type.Object({ batchId: Id }),
    output: Nothing,
    summary: 'The learners whom one’s own transfer refused, as a sheet, each with the reason',
  }),
  queryTransferClassRecord,
  undoTransferClass: call('/base/transfer-class-record/undo-transfer-class.action', {
    allow: mayTransfer,
    input: Type.Object({ recordId: Id, reason: Reason }),
    output: Nothing,
    summary: 'Undoes a transfer of the last 24 hours, while nothing happened in the new class',
  }),
}

export const transferExports = {
  exportRecords: exportOf(
    queryTransferClassRecord,
    '/base/transfer-class-record/export-transfer-class-record.action',
    { title: { zh: '转班记录', en: 'Class transfers' }, numbers: ['card'] },
  ),
}
