import { type Static, Type } from 'typebox'
import { call, Fen, FreeText, Id, Keyword, Moment, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { BankSerial } from '../../contract/bankSerial.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Proposed } from '../approval/contract.ts'
import { mostFen } from './rules.ts'

export const receiptRefusals = refusals({
  serialOut: {
    code: 409,
    zh: '银行流水号 {serialNo} 已经用于{other}，是转出的款项，请核对',
    en: 'Bank serial number {serialNo} is named for {other}, which is money that goes out; check it',
  },
  serialTwice: {
    code: 409,
    zh: '流水号 {serialNo} 已经登记过；要把它的余额用于这个订单，请选择“使用已登记的到账”',
    en: 'Serial number {serialNo} is recorded already; to use its balance for this order, choose “Use recorded transfers”',
  },
  otherReference: {
    code: 422,
    zh: '附言里是订单 {other} 的付款码，与所选订单不同；请到那个订单登记，或不选订单登记后再从余额分配',
    en: 'The memo has the reference of order {other}, which is not the one chosen; record it for that order, or without an order and allocate its balance afterwards',
  },
  dayAhead: {
    code: 422,
    zh: '到账日期不能晚于今天',
    en: 'The day of a transfer cannot be in the future',
  },
  dayEarly: {
    code: 422,
    zh: '到账日期不能早于 {days} 天前，请核对年份；确实是更早的款项，请联系平台处理',
    en: 'The day of a transfer cannot be more than {days} days ago; check the year. If the money did come earlier, contact the platform',
  },
  tooMuch: {
    code: 422,
    zh: '流水号 {serialNo} 只剩 ¥{left} 可以分配（等待审批的部分已扣除）',
    en: 'Only ¥{left} of serial number {serialNo} can still be allocated, less what awaits approval',
  },
  notTheSum: {
    code: 422,
    zh: '分配的金额合计 ¥{sum}，订单应付 ¥{due}，两者必须相等',
    en: 'The allocated amounts come to ¥{sum} and the order is ¥{due}; both must be equal',
  },
  place_gone: {
    code: 409,
    zh: '订单里有班级的名额已满，不能再开通；请驳回申请，到账保留为未分配余额',
    en: 'A class of the order has no places left, so it cannot be opened; reject the request, and the transfer stays unallocated',
  },
  joined: {
    code: 409,
    zh: '学员已经加入订单里的班级，不能再开通；请驳回申请，到账保留为未分配余额',
    en: 'A learner has joined a class of the order already, so it cannot be opened; reject the request, and the transfer stays unallocated',
  },
  applied: {
    code: 409,
    zh: '学员对订单里的班级另有申请未结束，不能再开通；请驳回申请，到账保留为未分配余额',
    en: 'A learner has an open application for a class of the order, so it cannot be opened; reject the request, and the transfer stays unallocated',
  },
  study_over: {
    code: 409,
    zh: '订单里有班级的学习期限已过，不能再开通；请驳回申请，到账保留为未分配余额',
    en: 'The study period of a class of the order is over, so it cannot be opened; reject the request, and the transfer stays unallocated',
  },
  class_gone: {
    code: 409,
    zh: '订单里有班级已不存在，不能再开通；请驳回申请，到账保留为未分配余额',
    en: 'A class of the order no longer exists, so it cannot be opened; reject the request, and the transfer stays unallocated',
  },
  inUse: {
    code: 409,
    zh: '流水号 {serialNo} 的到账已有一部分付了订单或已退回，不能作废；多余的余额可以退回付款人',
    en: 'A part of transfer {serialNo} has paid an order or went back, so it cannot be voided; its balance can be returned to the payer',
  },
  waitsForOrder: {
    code: 409,
    zh: '流水号 {serialNo} 的到账正等待审批，用于付订单；请先处理或撤回那条申请',
    en: 'Transfer {serialNo} is awaiting approval to pay an order; handle or withdraw that request first',
  },
  voidAlready: {
    code: 409,
    zh: '流水号 {serialNo} 的到账已经作废',
    en: 'Transfer {serialNo} is void already',
  },
  returnTooMuch: {
    code: 422,
    zh: '流水号 {serialNo} 可退回的余额只有 ¥{left}（等待审批的部分已扣除）；已付订单的部分请在订单里办理退款',
    en: 'Only ¥{left} of {serialNo} can go back, less what awaits approval; refund on its order what has paid one',
  },
  returnTwice: {
    code: 409,
    zh: '银行流水号 {serialNo} 已经登记在{other}上，请核对',
    en: 'Bank serial number {serialNo} is recorded for {other}; check it',
  },
  returnAhead: {
    code: 422,
    zh: '退回日期不能晚于今天',
    en: 'The day of a return cannot be in the future',
  },
  returnEarly: {
    code: 422,
    zh: '退回日期不能早于到账日期',
    en: 'The day of a return cannot be before the money came',
  },
})

const Amount = Type.Integer({ minimum: 1, maximum: mostFen, description: 'amount in fen' })

/** A bank transfer as it is entered. */
const Transfer = {
  /** The bank's serial number. */
  serialNo: BankSerial,
  payerName: Type.String({ minLength: 2, maxLength: 60, normalized: 'name', isMasked: true }),
  day: Type.String({ format: 'date' }),
  amount: Amount,
  memo: Type.Optional(FreeText(200, 0)),
}

/** Part of a receipt that an order takes. */
export const Allocation = Type.Object({ receiptId: Id, amount: Amount })
export type Allocation = Static<typeof Allocation>

const reversalKinds = ['void', 'return'] as const

/** Money that left a receipt otherwise than for orders: a mistake, or money back to its payer. */
const Reversal = Type.Object({
  kind: OneOf(reversalKinds),
  amount: Type.Integer(),
  reason: Type.String(),
  /** The bank transfer by which it went back; null of what never came. */
  serialNo: Nullable(Type.String()),
  day: Nullable(Type.String()),
  operatorName: Type.String(),
  createdAt: Moment,
})

/** A bank transfer that came, with what of it no order has. */
export const Receipt = Type.Object({
  id: Id,
  serialNo: Type.String(),
  payerName: Type.String(),
  day: Type.String(),
  amount: Type.Integer(),
  balance: Type.Integer(),
  /** Fen of the balance for which no proposal waits: what can be used now. */
  free: Type.Integer(),
  memo: Nullable(Type.String()),
  operatorName: Nullable(Type.String()),
  createdAt: Moment,
  /** It was entered by mistake. */
  isVoid: Type.Boolean(),
  reversals: Type.Array(Reversal),
  /** Reversal a second person has to approve: that it is void, or that so much of it goes back. */
  proposedReversal: Nullable(Type.Object({ kind: OneOf(reversalKinds), amount: Type.Integer() })),
  /** The first orders that it paid for. */
  orders: Type.Array(Type.Object({ id: Id, orderNo: Type.String() })),
  /** The orders that a second person has to approve it pays, with the fen each takes. */
  proposedFor: Type.Array(Type.Object({ id: Id, orderNo: Type.String(), amount: Type.Integer() })),
})
export type Receipt = Static<typeof Receipt>

/** An unpaid order that the free balance of a receipt covers. */
export const ReceiptMatch = Type.Object({
  id: Id,
  orderNo: Type.String(),
  payerName: Type.String(),
  /** The learner of its first item, and how many learners it has. */
  userName: Type.String(),
  learnerCount: Type.Integer(),
  amount: Type.Integer(),
  createdAt: Moment,
  /** The payer of the receipt is the order's, or one of its learners. */
  isSamePayer: Type.Boolean(),
  isSameSum: Type.Boolean(),
  /** The memo of the receipt has the order's reference: it is offered even where the balance does not cover it. */
  isNamed: Type.Boolean(),
  /** Fen of all transfers with its reference, this one included. */
  received: Type.Integer(),
})
export type ReceiptMatch = Static<typeof ReceiptMatch>

const allow = '/order-manage/list#receipt'

export const receiptCalls = {
  findPageList: call('/base/receipt/find-page-list.action', {
    allow,
    wholeProject: true,
    viewable: true,
    input: Paging(
      {
        /** The bank's serial number, or a part of the payer's name. */
        keyword: Type.Optional(Keyword(60)),
        /** Only those with a free balance. */
        unallocated: Type.Optional(Type.Boolean()),
        id: Type.Optional(Id),
        /** Those that a proposal takes. */
        approvalId: Type.Optional(Id),
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
        amountFrom: Type.Optional(Fen),
        amountTo: Type.Optional(Fen),
      },
      { sort: ['amount', 'day'] },
    ),
    output: PageOf(Receipt),
    summary: 'Bank transfers that were recorded, with the balance that no order has, the newest first',
  }),
  record: call('/base/receipt/record.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      ...Transfer,
      /** The unpaid order that it is to pay, where it covers it. */
      orderId: Type.Optional(Id),
    }),
    output: Type.Object({
      receiptId: Id,
      /** The proposal a second person has to approve; null where it pays no order, and stays a balance. */
      approvalId: Nullable(Id),
    }),
    summary:
      'Records a bank transfer; where it covers the order named, proposes to a second person that it pays it',
  }),
  findMatches: call('/base/receipt/find-matches.action', {
    allow,
    wholeProject: true,
    viewable: true,
    input: Type.Object({
      receiptId: Id,
      /** An order number or a part of its payer's name; without it, those of the same payer or sum. */
      keyword: Type.Optional(Keyword(60)),
    }),
    output: Type.Array(ReceiptMatch),
    summary:
      'The first unpaid orders that the free balance of a transfer covers or its memo names, the likeliest first',
  }),
  allocate: call('/base/receipt/allocate.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ orderId: Id, allocations: Type.Array(Allocation, { minItems: 1, maxItems: 20 }) }),
    output: Proposed,
    summary:
      'Proposes to a second person that balances of recorded transfers pay an unpaid order, to the fen',
  }),
  void: call('/base/receipt/void.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ receiptId: Id, reason: FreeText(200, 2) }),
    /** Above the limit of refunds nothing is void yet: the proposal a second person has to approve. */
    output: Nullable(Proposed),
    summary:
      'Voids a transfer that was recorded by mistake and pays nothing, for a reason; its serial number can be recorded again',
  }),
  return: call('/base/receipt/return.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      receiptId: Id,
      amount: Amount,
      bank: FreeText(60, 2),
      /** The bank's serial number of the transfer by which it goes back. */
      serialNo: BankSerial,
      day: Type.String({ format: 'date' }),
      reason: FreeText(200, 2),
    }),
    /** Above the limit of refunds it is not recorded yet: the proposal a second person has to approve. */
    output: Nullable(Proposed),
    summary: 'Records that money of a transfer which no order has went back to its payer, for a reason',
  }),
}

export const receiptExports = {
  exportReceipts: exportOf(receiptCalls.findPageList, '/base/receipt/export.action', {
    title: { zh: '到账', en: 'Bank transfers' },
  }),
}
