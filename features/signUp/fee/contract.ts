import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
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
import { OrderStatus } from '../../order/contract.ts'
import { orderChannels } from '../../order/rules.ts'
import { UnitPayCode, UnitPayCodeRequest } from '../../payment/contract.ts'
import { NewVoucher, RejectedVoucher, UnitTransfer } from '../../receipt/voucher/contract.ts'
import { ApplicationStatus } from '../application/contract.ts'
import { SignUpKind } from '../contract.ts'
import { feeStages, mostFees } from './rules.ts'

const menu = '/cms-manage/cms-order-manage'
const order = `${menu}#order` as const

export const feeRefusals = refusals({
  notDue: {
    code: 409,
    zh: '{name}的报名现在不需要缴费，请刷新后查看',
    en: 'No fee is due for the application of {name} now; refresh to see why',
  },
  payOver: {
    code: 409,
    zh: '{name}的报名已过缴费时间，请重新报名',
    en: 'The time to pay the fee of {name} is over; apply again',
  },
  ordered: {
    code: 409,
    zh: '{name}的报名费已在待付款的订单 {orderNo} 里',
    en: 'The fee of {name} is in the unpaid order {orderNo} already',
  },
  otherUnit: {
    code: 422,
    zh: '一张订单只能为同一个单位的人员缴费；{name}不在这个单位',
    en: 'One order pays for the people of one unit; {name} is not of it',
  },
  changed: {
    code: 409,
    zh: '金额已变为 ¥{amount}，请核对后重新提交',
    en: 'The sum is now ¥{amount}; check it and submit again',
  },
  otherRequest: {
    code: 409,
    zh: '这次提交的编号已用于另一张订单，没有重复下单；请刷新页面后重试',
    en: 'The number of this submission was used for another order; nothing was ordered; refresh the page and try again',
  },
})

/** An order of fees in the list. */
export const CmsOrderRow = Named('CmsOrder', {
  id: Id,
  orderNo: Type.String(),
  status: OrderStatus,
  payerName: Type.String(),
  /** True where a unit pays, false where the applicant does. */
  byUnit: Type.Boolean(),
  unitName: Nullable(Type.String()),
  /** Stage of its payment; null of one that a person pays, and once it is not unpaid. */
  stage: Nullable(OneOf(feeStages)),
  /** Titles of the sign-ups whose fees it pays. */
  signUpTitles: Type.Array(Type.String()),
  headCount: Type.Integer(),
  /** The first of its applicants. */
  firstNames: Type.Array(Type.String()),
  amount: Fen,
  refunded: Fen,
  channel: Nullable(OneOf(orderChannels)),
  expiresAt: Moment,
  paidAt: Nullable(Moment),
  createdAt: Moment,
})
export type CmsOrderRow = Static<typeof CmsOrderRow>

/** A fee of an order. */
const FeeLine = Named('FeeLine', {
  itemId: Id,
  applicationId: Id,
  accountId: Id,
  realName: Type.String(),
  mobileMask: Nullable(Type.String()),
  signUpId: Id,
  signUpTitle: Type.String(),
  kind: SignUpKind,
  status: ApplicationStatus,
  payable: Fen,
  refunded: Fen,
})

/** An order of fees with all that it pays. */
export const CmsOrder = Named('CmsOrderDetail', {
  ...CmsOrderRow.properties,
  /** Seconds left to pay by the database’s clock; 0 when it is not waiting. */
  secondsLeft: Type.Integer(),
  lines: Type.Array(FeeLine),
  /** Payment by bank transfer; null of one that a person pays. */
  transfer: Nullable(UnitTransfer),
  /** The caller may pay and cancel it. */
  payable: Type.Boolean(),
})
export type CmsOrder = Static<typeof CmsOrder>

const OrderId = Type.Object({ orderId: Id })

export const feeCalls = {
  query: call('/base/cms-order/query.action', {
    allow: menu,
    input: Paging(
      {
        status: Type.Optional(Type.Array(OrderStatus, { minItems: 1, maxItems: 6 })),
        kind: Type.Optional(SignUpKind),
        signUpId: Type.Optional(Id),
        byUnit: Type.Optional(Type.Boolean()),
        stage: Type.Optional(Type.Array(OneOf(feeStages), { minItems: 1, maxItems: feeStages.length })),
        /** An order number or reference, or the name of a payer or an applicant or part of one. */
        keyword: Type.Optional(Keyword(60)),
        id: Type.Optional(Id),
        /** Placed since then, and before that. */
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
      },
      { sort: ['payerName', 'unitName', 'status', 'headCount', 'amount', 'refunded', 'paidAt', 'createdAt'] },
    ),
    output: PageOf(CmsOrderRow),
    summary: 'Orders of sign-up fees of the units the caller may see, newest first',
  }),
  get: call('/base/cms-order/get.action', {
    allow: menu,
    input: OrderId,
    output: CmsOrder,
    summary: 'One order of sign-up fees with the applications that it pays',
  }),
  place: call('/base/cms-order/place.action', {
    allow: order,
    input: Type.Object({
      applicationIds: Type.Array(Id, { minItems: 1, maxItems: mostFees, uniqueItems: true }),
      /** Sum the caller saw; a difference is refused with the new sum. */
      expectedAmount: Fen,
      /** Made once a form: the same key gives the same order, and is refused with another request. */
      requestKey: Text(64, 8),
    }),
    output: Type.Object({ orderId: Id, orderNo: Type.String() }),
    summary: 'Orders the fees of approved applications of one unit, which pays them together',
  }),
  getPayCode: call('/base/cms-order/get-pay-code.action', {
    allow: order,
    perMinute: 120,
    input: UnitPayCodeRequest,
    output: UnitPayCode,
    summary: 'The QR code by which a unit pays its order of sign-up fees; one is open at a time',
  }),
  isPaid: call('/base/cms-order/is-paid.action', {
    allow: order,
    perMinute: 1200,
    input: OrderId,
    output: Type.Object({
      paid: Type.Boolean(),
      status: OrderStatus,
      amount: Fen,
      openPaymentId: Nullable(Type.String()),
      secondsLeft: Type.Integer(),
    }),
    summary: 'Whether the money of an order of sign-up fees has arrived',
  }),
  submitVoucher: call('/base/cms-order/submit-voucher.action', {
    allow: order,
    input: NewVoucher,
    output: Nothing,
    summary:
      'Hands in the bank’s slip of a transfer for an order of sign-up fees; the provider reviews it and matches the money',
  }),
  rejectVoucher: call('/base/cms-order/reject-voucher.action', {
    allow: '/order-manage/list#receipt',
    input: RejectedVoucher,
    output: Nothing,
    summary:
      'Rejects the bank slip of an order of sign-up fees for a reason the unit reads; the order waits on',
  }),
  getProForma: call('/base/cms-order/get-pro-forma.action', {
    allow: menu,
    method: 'GET',
    reply: 'file',
    input: OrderId,
    output: Nothing,
    summary:
      'The pro-forma invoice of a unit’s unpaid order of sign-up fees as a PDF, with bank account and reference',
  }),
  cancel: call('/base/cms-order/cancel.action', {
    allow: order,
    input: OrderId,
    output: Nothing,
    summary: 'Cancels an unpaid order of sign-up fees; its applications lapse and their places are free',
  }),
  orderMyFee: call('/api/sign-up/order-fee.action', {
    allow: 'learner',
    input: Type.Object({ applicationId: Id, expectedAmount: Fen }),
    output: OrderId,
    summary: "Orders the fee of one's own approved application; called again, it gives the order that waits",
  }),
}

export const feeExports = {
  exportOrders: exportOf(feeCalls.query, '/base/cms-order/export.action', {
    title: { zh: '报名订单', en: 'Sign-up orders' },
  }),
}
