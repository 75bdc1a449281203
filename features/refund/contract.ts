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
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { BankSerial } from '../../contract/bankSerial.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import { PictureKey } from '../file/contract.ts'
import { enrolmentCalls } from '../enrolment/contract.ts'
import { soldFilters } from '../order/contract.ts'
import { RefundTerms } from '../project/contract.ts'
import { refundRuleWords } from './terms.ts'

export const refundStatuses = [
  'applied',
  'awaiting_red',
  'processing',
  'succeeded',
  'failed',
  'rejected',
  'cancelled',
] as const
export const RefundStatus = OneOf(refundStatuses)
export type RefundStatus = (typeof refundStatuses)[number]

export const refundFailures = ['closed', 'abnormal', 'refused', 'silent'] as const
export type RefundFailure = (typeof refundFailures)[number]

export const refundKinds = ['surplus', 'learner', 'operator'] as const

export const refundRules = refusals(refundRuleWords)
export type RefundRule = keyof typeof refundRules

export const refundRefusals = refusals({
  notByUnit: {
    code: 403,
    zh: '单位不能办理退款：学员本人付款的由本人申请，单位付款的请联系平台工作人员办理',
    en: 'A unit refunds nothing itself: learners apply for what they paid, and the provider’s staff refunds what a unit paid',
  },
  ...refundRules,
  tooMuch: {
    code: 422,
    zh: '“{name}”最多可退 ¥{left}',
    en: 'At most ¥{left} can be refunded for “{name}”',
  },
  wholeOnly: {
    code: 422,
    zh: '学员申请退款时退还整个班级的金额，不能指定金额',
    en: 'A learner’s refund is of the whole class; no amount can be given',
  },
  notOwn: {
    code: 409,
    zh: '这笔退款由办学方发起，不能由学员撤销',
    en: 'This refund was opened by the provider, so a learner cannot cancel it',
  },
  offlineOnly: {
    code: 409,
    zh: '这笔款项不能通过支付渠道退回（{why}），请线下退款并登记',
    en: 'This money cannot go back through its payment channel ({why}); refund it offline and record it',
  },
  serialTwice: {
    code: 409,
    zh: '银行流水号 {serialNo} 已经登记在{other}上，请核对',
    en: 'Bank serial number {serialNo} is recorded for {other}; check it',
  },
  proofAbsent: {
    code: 422,
    zh: '没有找到上传的凭证，请重新上传',
    en: 'The uploaded proof was not found; upload it again',
  },
  otherRequest: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的退款内容不同，没有重复退款；请关闭后重新打开，核对已有的退款',
    en: 'This submission differs from the refund already submitted under the same number, so nothing more is refunded; close this, open it again and check the refunds there are',
  },
  dayAhead: {
    code: 422,
    zh: '线下退款日期不能晚于今天',
    en: 'The day of an offline refund cannot be in the future',
  },
  dayEarly: {
    code: 422,
    zh: '线下退款日期不能早于付款日期',
    en: 'The day of an offline refund cannot be before the payment',
  },
})

/** The evidence of one class of an order: what is refunded, and how far it was studied when that was requested. */
const RefundItem = Type.Object({
  itemId: Id,
  name: Type.String(),
  amount: Fen,
  /** Basis points of study, and whole days since payment, at the time of the request. */
  progress: Type.Integer(),
  days: Type.Integer(),
})

const Offline = Type.Object({
  bank: FreeText(60, 2),
  /** The bank's serial number. */
  serialNo: BankSerial,
  day: Type.String({ format: 'date' }),
  /** The key of an uploaded picture that proves it. */
  proof: Type.Optional(PictureKey),
})
export type Offline = Static<typeof Offline>

export const Refund = Named('Refund', {
  id: Id,
  refundNo: Type.String(),
  orderId: Id,
  orderNo: Type.String(),
  kind: OneOf(refundKinds),
  status: RefundStatus,
  amount: Fen,
  reason: Nullable(Type.String()),
  items: Type.Array(RefundItem),
  /** Reason for which it was rejected. */
  decision: Nullable(Type.String()),
  channel: Nullable(Type.String()),
  createdAt: Moment,
  decidedAt: Nullable(Moment),
  succeededAt: Nullable(Moment),
  /** It was paid outside the channel. */
  isOffline: Type.Boolean(),
  /** Sentence that says which invoice is reversed before the money goes back; null where none is. */
  waitsFor: Nullable(Type.String()),
})
export type Refund = Static<typeof Refund>

/** A learner's own refund, with what has happened to its money, the oldest first. */
export const MyRefund = Named('MyRefund', {
  ...Refund.properties,
  events: Type.Array(Type.Object({ kind: OneOf(['sent', 'failed', 'arrived', 'offline']), at: Moment })),
})
export type MyRefund = Static<typeof MyRefund>

/** A refund in the back office: who paid, masked, and what the channel said. */
export const ManagedRefund = Type.Object({
  ...Refund.properties,
  payerName: Type.String(),
  /** The payer's account; null where a unit paid. */
  accountId: Nullable(Id),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  applicantName: Nullable(Type.String()),
  deciderName: Nullable(Type.String()),
  /** Failure the channel reported for the last request. */
  failure: Nullable(OneOf(refundFailures)),
  /** The channel's own code for it. */
  failureCode: Nullable(Type.String()),
  attempts: Type.Integer(),
  /** Reason for which it can only be refunded offline; null where the channel can refund it. */
  offlineWhy: Nullable(OneOf(['noChannel', 'old'])),
  /** Bank transfer by which it was refunded, or that waits for approval. */
  offline: Nullable(Offline),
  /** Path of a picture that proves the offline refund, recorded or waiting for approval; null without one. */
  proofPath: Nullable(Type.String()),
  /** Note to the learner of an operator's refund. */
  learnerNote: Nullable(Type.String()),
  /** Number of refunds the learner had requested in the year before; null where no learner asked. */
  times: Nullable(Type.Integer()),
  /** The terms at the time of the request; null where learners had none. */
  terms: Nullable(RefundTerms),
  /** A learner asked for it, by terms that had stood for a day; any other counts in the day of who refunds it. */
  byTerms: Type.Boolean(),
  /** A second person has to approve it. */
  isProposed: Type.Boolean(),
})
export type ManagedRefund = Static<typeof ManagedRefund>

/** Part of an order that could be refunded now, and the rules against it, as on submission. */
export const RefundData = Named('RefundData', {
  orderId: Id,
  orderNo: Type.String(),
  channel: Nullable(Type.String()),
  /** Reason for which it can only be refunded offline; null where the channel can refund it. */
  offlineWhy: Nullable(OneOf(['noChannel', 'old'])),
  terms: Nullable(RefundTerms),
  items: Type.Array(
    Type.Object({
      itemId: Id,
      name: Type.String(),
      /** Fen that would go back. */
      amount: Fen,
      progress: Type.Integer(),
      /** True if hours are counted or a certificate is valid that the refund would reverse. */
      isCounted: Type.Boolean(),
      /** Ticket or score that the applicant of a fee has: a second person approves its refund. */
      examined: Nullable(OneOf(['ticket', 'score'])),
      /** Sentences of the rules that block it; empty: it can be refunded. */
      blocks: Type.Array(Type.String()),
    }),
  ),
})
export type RefundData = Static<typeof RefundData>

const menu = '/invoice-manage/refund-list'
const handle = `${menu}#do` as const
const Reason = FreeText(200, 2)
/** Note to the learner of an operator's refund. */
const LearnerNote = Type.Optional(FreeText(200, 2))

const list = call('/base/refund-apply/list.action', {
  allow: menu,
  viewable: true,
  input: Paging(
    {
      status: Type.Optional(Type.Array(RefundStatus, { minItems: 1, maxItems: 7 })),
      kind: Type.Optional(OneOf(refundKinds)),
      /** Refund number, order number, or learner's name. */
      keyword: Type.Optional(Keyword(60)),
      orderId: Type.Optional(Id),
      id: Type.Optional(Id),
      /** Failed, or without an answer of the channel for a day. */
      stuck: Type.Optional(Type.Boolean()),
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
      refundedFrom: Type.Optional(Moment),
      refundedTo: Type.Optional(Moment),
      amountFrom: Type.Optional(Fen),
      amountTo: Type.Optional(Fen),
      ...soldFilters,
    },
    { sort: ['amount', 'createdAt'] },
  ),
  output: PageOf(ManagedRefund),
  summary: 'Refunds of the units the caller may see, the newest first',
})

const Sum = Type.Object({ count: Type.Integer(), amount: Type.Integer({ description: 'fen' }) })

/** Money on its way back and gone back, by the months of China; `orders` without surplus, which paid none. */
export const RefundTotals = Type.Object({ underWay: Sum, surplus: Sum, refundedThisMonth: Sum, orders: Sum })
export type RefundTotals = Static<typeof RefundTotals>

export const refundCalls = {
  data: call('/base/refund-apply/data.action', {
    allow: ['learner', menu],
    viewable: true,
    input: Type.Object({ orderId: Id }),
    output: RefundData,
    summary: 'What of an order can be refunded now, and the rules that block the rest',
  }),
  submit: call('/base/refund-apply/submit.action', {
    allow: ['learner', handle],
    input: Type.Object({
      orderId: Id,
      /** Each whole, unless an operator gives an amount: less than the rest leaves the learner in the class. */
      items: Type.Array(
        Type.Object({
          itemId: Id,
          amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000_00 })),
        }),
        { minItems: 1, maxItems: 50 },
      ),
      /** A learner's own, or the office's, which no learner reads. */
      reason: Reason,
      learnerNote: LearnerNote,
      /** Made once a form: the same key gives the same refund, and is refused with another request. */
      requestKey: Type.Optional(Text(64, 8)),
    }),
    output: Refund,
    summary:
      'Submits a refund: a learner’s waits for a decision, an operator’s is sent at once or, above the limit, proposed',
  }),
  cancel: call('/base/refund-apply/cancel.action', {
    allow: 'learner',
    input: Type.Object({ refundId: Id }),
    output: Nothing,
    summary: 'Cancels one’s own request for a refund; the classes can be studied again',
  }),
  list,
  getTotals: call('/base/refund-apply/get-totals.action', {
    allow: menu,
    viewable: true,
    input: Type.Object({}),
    output: RefundTotals,
    summary:
      'What is being refunded, what of it is surplus money, and what was refunded this month, of the units the caller may see',
  }),
  findMyList: call('/base/refund-apply/find-my-list.action', {
    allow: 'learner',
    viewable: true,
    input: Paging({ orderId: Type.Optional(Id) }),
    output: PageOf(MyRefund),
    summary: 'The learner’s own refunds, newest first',
  }),
  do: call('/base/refund-apply/do.action', {
    allow: handle,
    wholeProject: true,
    input: Type.Object({ refundId: Id, offline: Type.Optional(Offline) }),
    output: Refund,
    summary:
      'Refunds through the payment channel, again where that failed, or records an offline refund; above the limit it is proposed',
  }),
  retryNow: call('/base/refund-apply/retry-now.action', {
    allow: handle,
    input: Type.Object({ refundId: Id }),
    output: Nothing,
    summary: 'Asks the payment channel at once about a refund that waits for its next turn',
  }),
  doBatch: call('/base/refund-apply/do-batch.action', {
    allow: handle,
    wholeProject: true,
    input: Type.Object({ ...Selection(list) }),
    output: BatchResult,
    summary: 'Refunds several requests through their payment channels; above the limit each is proposed',
  }),
  rejectBatch: call('/base/refund-apply/reject-batch.action', {
    allow: `${menu}#reject`,
    input: Type.Object({ ...Selection(list), reason: Reason }),
    output: BatchResult,
    summary: 'Rejects several requests for one reason, which their learners read',
  }),
  reject: call('/base/refund-apply/reject.action', {
    allow: `${menu}#reject`,
    input: Type.Object({ refundId: Id, reason: Reason }),
    output: Nothing,
    summary: 'Rejects a request for a refund, for a reason the learner reads',
  }),
  refundBatchClass: call('/base/my-class-entity/refund-batch-class.action', {
    allow: handle,
    wholeProject: true,
    input: Type.Object({
      ...Selection(enrolmentCalls.findPortfolioPage),
      reason: Reason,
      learnerNote: LearnerNote,
    }),
    output: BatchResult,
    summary:
      'Refunds paid enrolments in full; what only goes back offline or needs a second person waits in the list',
  }),
}

export const refundExports = {
  exportRefunds: exportOf(list, '/base/refund-apply/export.action', {
    title: { zh: '退款', en: 'Refunds' },
    numbers: ['mobile'],
  }),
}
