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
import { PageOf, Paging } from '../../contract/paging.ts'
import { audienceParts } from '../class/audience/contract.ts'
import { refusals } from '../../contract/refusal.ts'
import { Proposed } from '../approval/contract.ts'
import { approvalStatuses } from '../approval/rules.ts'
import { audienceRefusals } from '../class/audience/contract.ts'
import { enrolmentRefusals } from '../enrolment/contract.ts'
import { obstacleRefusals } from '../unit/trainType/contract.ts'
import { mostItems, orderChannels } from './rules.ts'

export const orderStatuses = ['unpaid', 'paid', 'cancelled', 'free', 'part_refunded', 'refunded'] as const
export const OrderStatus = OneOf(orderStatuses)
export type OrderStatus = (typeof orderStatuses)[number]

/** Reasons for which an order was cancelled; money that comes for it after the last five goes back. */
const closedReasons = [
  ...(['learner', 'operator', 'expired'] as const),
  ...(['place_gone', 'joined', 'applied', 'study_over', 'class_gone'] as const),
] as const
export type ClosedReason = (typeof closedReasons)[number]

export const orderRefusals = refusals({
  timeOver: {
    code: 409,
    zh: '订单已过付款时间，即将关闭，不能再提出申请；请重新下单',
    en: 'The time to pay this order is over and it is about to close; place the order again',
  },
  ...obstacleRefusals,
  ...audienceRefusals,
  priceChanged: {
    code: 409,
    zh: '价格已变为 ¥{amount}，请核对后重新提交',
    en: 'The price is now ¥{amount}; please check it and submit again',
  },
  off_shelf: {
    code: 409,
    zh: '“{name}”已下架，请从订单中移除',
    en: '“{name}” is no longer published; please remove it',
  },
  not_yet: { code: 409, zh: '“{name}”的报名还没有开始', en: 'Sign-up for “{name}” has not opened yet' },
  sign_up_over: { code: 409, zh: '“{name}”的报名已经截止', en: 'Sign-up for “{name}” has closed' },
  study_over: { code: 409, zh: '“{name}”的学习期限已过', en: 'The study period of “{name}” is over' },
  full: { code: 409, zh: '“{name}”的名额已满', en: '“{name}” has no places left' },
  held: {
    code: 409,
    zh: '“{name}”的剩余名额正被未付款订单占用，稍后可能释放，请过会儿再看',
    en: 'The last places of “{name}” are held by unpaid orders; try again later',
  },
  joined: { code: 409, zh: '您已加入“{name}”，不必再买', en: 'You have already joined “{name}”' },
  applied: enrolmentRefusals.applied,
  other_applied: enrolmentRefusals.otherApplied,
  ordered: {
    code: 409,
    zh: '“{name}”已在一个待付款的订单里，请到“我的订单”付款或取消',
    en: '“{name}” is already in an unpaid order; pay or cancel it under “My orders”',
  },
  needs_review: {
    code: 409,
    zh: '“{name}”需要先申请，审核通过后才能学习',
    en: '“{name}” requires an approved application first',
  },
  pay_over: {
    code: 409,
    zh: '“{name}”的报名通过后未在期限内付款，名额不再保留；请稍后重新申请',
    en: '“{name}” was not paid in time after approval and its place is no longer reserved; please apply again shortly',
  },
  priceAbove: {
    code: 422,
    zh: '价格只能改低，不能高于学员下单时同意的价格',
    en: 'A price can only be lowered, never above what the learner agreed to',
  },
  priceSame: { code: 422, zh: '价格没有变化', en: 'No price has changed' },
  priceNothing: {
    code: 422,
    zh: '改为 ¥0 就是免单，请用“免单”',
    en: 'An order of ¥0 is a waiver; use “Waive order”',
  },
  ownOrder: {
    code: 409,
    zh: '这是您本人的订单，请由其他同事处理',
    en: 'This order is your own; ask a colleague to handle it',
  },
  otherRequest: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的订单内容不同，没有重复下单；请刷新页面后重新提交',
    en: 'This submission differs from the order already placed under the same number, so no second order was placed; refresh the page and submit again',
  },
})

export const OrderItem = Named('OrderItem', {
  id: Id,
  /** The class it is a place of; null where it is the fee of a sign-up, which has neither type nor hours. */
  classId: Nullable(Id),
  signUpId: Nullable(Id),
  name: Type.String(),
  classType: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /**
   * While a learner's own order waits for payment: how many of them are held already and would not come again; else 0.
   */
  heldTenths: Type.Integer(),
  /** While it waits for payment: an approved application holds its place, with or without this order. */
  approved: Type.Boolean(),
  price: Fen,
  discount: Fen,
  /** Reductions by the office since it was ordered; already taken off what is payable. */
  reduction: Fen,
  payable: Fen,
  refunded: Fen,
  /** Sum that refunds under way would give back. */
  refunding: Fen,
  /** The part of the class’s audience that the learner is outside of, as they confirmed; null for none. */
  mismatch: Nullable(OneOf(audienceParts)),
})
export type OrderItem = Static<typeof OrderItem>

/** Fields of an order in every list. */
const OrderHead = Type.Object({
  id: Id,
  orderNo: Type.String(),
  kind: OneOf(['personal', 'batch', 'cms']),
  status: OrderStatus,
  amount: Fen,
  refunded: Fen,
  channel: Nullable(OneOf(orderChannels)),
  expiresAt: Moment,
  /** Seconds left to pay by the database's clock; 0 when it is not waiting. */
  secondsLeft: Type.Integer(),
  paidAt: Nullable(Moment),
  closedReason: Nullable(OneOf(closedReasons)),
  createdAt: Moment,
})

/** An order with all its items, of a personal one at most `mostItems`. */
export const Order = Named('Order', {
  ...OrderHead.properties,
  /** A bank transfer of its sum waits for a second person: there is nothing more to pay meanwhile. */
  transferPending: Type.Boolean(),
  items: Type.Array(OrderItem),
})
export type Order = Static<typeof Order>

/** An order in a list: how many items it has, and the first of the classes they are of. */
const ListedOrder = Type.Object({
  ...OrderHead.properties,
  itemCount: Type.Integer(),
  classNames: Type.Array(Type.String()),
})

/** An order with what an invoice can still be for: what was paid, less what went or is going back. */
export const InvoiceableOrder = Type.Object({ ...ListedOrder.properties, invoiceable: Fen })

/** An order in the back office: who pays it, and the first of its learners, masked. */
export const ManagedOrder = Type.Object({
  ...ListedOrder.properties,
  payerName: Type.String(),
  /** The learner of its first item, and how many learners it has. */
  accountId: Type.String(),
  userName: Type.String(),
  mobileMask: Nullable(Type.String()),
  learnerCount: Type.Integer(),
  unitName: Nullable(Type.String()),
  operatorName: Nullable(Type.String()),
  remark: Nullable(Type.String()),
  /** The number of the money that settled it, at its channel or at the bank. */
  transactionId: Nullable(Type.String()),
  /** The states its refunds are in, each once. */
  refundStatuses: Type.Array(Type.String()),
  /** Its waiver, its new price or its payment by bank transfer waits for a second person. */
  isProposed: Type.Boolean(),
  /** The newest of these while it is unpaid, for those who may propose them. */
  proposal: Nullable(
    Type.Object({
      id: Type.String(),
      kind: Type.String(),
      status: OneOf(approvalStatuses),
      /** Reason for which it was rejected. */
      decision: Nullable(Type.String()),
      /** The caller proposed it. */
      own: Type.Boolean(),
    }),
  ),
})
export type ManagedOrder = Static<typeof ManagedOrder>

const menu = '/order-manage/list'

/** Note to the learner; the reason is read by the office alone. */
const LearnerNote = Type.Optional(FreeText(200, 2))

/** Reasons for which somebody may have to see to an order. */
export const orderAttentions = ['expiring', 'silent', 'mismatch', 'twice'] as const

/** Number of orders, and their sum in fen. */
const Sum = Type.Object({ count: Type.Integer(), amount: Type.Integer() })

/** Money of the caller's scope, by the days and months of China. What was refunded later is still counted as paid. */
export const OrderTotals = Type.Object({ paidToday: Sum, paidThisMonth: Sum, unpaid: Sum, expiring: Sum })
export type OrderTotals = Static<typeof OrderTotals>

/** Filters by who an order is of and what was sold. */
export const soldFilters = {
  /** A unit with everything below it. */
  unitId: Type.Optional(Id),
  /** That of all items of the order, or * for several. */
  classType: Type.Optional(Type.String({ maxLength: 40 })),
}

export const orderCalls = {
  saveOrder: call('/base/my-order-entity/save-order.action', {
    allow: 'learner',
    input: Type.Object({
      classIds: Type.Array(Id, { minItems: 1, maxItems: mostItems, uniqueItems: true }),
      /** Sum the learner saw; the server's own prices decide, a difference is refused with the new sum. */
      expectedAmount: Fen,
      /** Classes the learner wants although they are meant for other personnel categories. */
      acceptMismatch: Type.Optional(Type.Array(Id, { maxItems: mostItems })),
      /** Made once a form: the same key gives the same order, and is refused with another request. */
      requestKey: Type.Optional(Text(64, 8)),
    }),
    output: Order,
    summary: 'Orders classes; what costs nothing is settled at once',
  }),
  getOrderDetail: call('/base/my-order-entity/get-order-detail.action', {
    allow: ['learner', menu],
    viewable: true,
    input: Type.Object({ orderId: Id }),
    output: Order,
    summary: "One order with its items: a learner's own, or in the back office one in scope",
  }),
  findMyOrderList: call('/base/my-order-entity/find-my-order-list.action', {
    allow: 'learner',
    viewable: true,
    input: Paging({ status: Type.Optional(OrderStatus) }),
    output: PageOf(Order),
    summary: "The learner's own orders, newest first",
  }),
  findPageList: call('/base/my-order-entity/find-page-list.action', {
    allow: menu,
    input: Paging(
      {
        status: Type.Optional(Type.Array(OrderStatus, { minItems: 1, maxItems: 10 })),
        channel: Type.Optional(OneOf(orderChannels)),
        id: Type.Optional(Id),
        /** Order number, the payment's number with us or at its channel, learner's name or class name. */
        keyword: Type.Optional(Keyword(60)),
        /** Placed since then, and before that. */
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
        paidFrom: Type.Optional(Moment),
        paidTo: Type.Optional(Moment),
        /** About to expire unpaid; no answer of its payment channel; other money came; money went back twice. */
        attention: Type.Optional(OneOf(orderAttentions)),
        amountFrom: Type.Optional(Fen),
        /** Included. */
        amountTo: Type.Optional(Fen),
        ...soldFilters,
      },
      { sort: ['amount', 'createdAt', 'paidAt'] },
    ),
    output: PageOf(ManagedOrder),
    summary: 'Orders of the units the caller may see',
  }),
  getTotals: call('/base/my-order-entity/get-totals.action', {
    allow: menu,
    viewable: true,
    input: Type.Object({}),
    output: OrderTotals,
    summary:
      'What was paid today and this month, what is unpaid and what of it is about to expire, of the units the caller may see',
  }),
  cancelMyOrder: call('/base/my-order-entity/cancel-my-order.action', {
    allow: ['learner', `${menu}#cancel`],
    input: Type.Object({ orderId: Id }),
    output: Nothing,
    summary: 'Cancels an unpaid order: a learner their own, an order manager one in scope',
  }),
  addNote: call('/base/my-order-entity/add-note.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ orderId: Id, text: FreeText(500, 2) }),
    output: Nothing,
    summary: 'Writes a note about an order, which those alone read who have the whole project',
  }),
  queryCanAddInvoiceOrderList: call('/base/my-order-entity/query-can-add-invoice-order-list.action', {
    allow: 'learner',
    viewable: true,
    input: Paging({}),
    output: PageOf(InvoiceableOrder),
    summary: "The learner's paid orders with what of each an invoice can still be for, newest first",
  }),
  updatePrice: call('/base/my-order-entity/update-price.action', {
    allow: `${menu}#free`,
    wholeProject: true,
    input: Type.Object({
      orderId: Id,
      items: Type.Array(Type.Object({ itemId: Id, payable: Fen }), {
        minItems: 1,
        maxItems: mostItems,
      }),
      reason: FreeText(200, 2),
      learnerNote: LearnerNote,
    }),
    output: Type.Object({
      /** Above the limit nothing is changed yet: the proposal that a second person has to approve. */
      approvalId: Nullable(Id),
      /** The channel has not closed a code of the old price: money it brings goes back by itself. */
      mayBePaid: Type.Boolean(),
    }),
    summary:
      'Lowers what items of an unpaid order cost, with a reason, and closes its open code; above the limit by the approval of a second person',
  }),
  freeOrder: call('/base/my-order-entity/free-order.action', {
    allow: `${menu}#free`,
    wholeProject: true,
    input: Type.Object({ orderId: Id, reason: FreeText(200, 2), learnerNote: LearnerNote }),
    /** Above the limit nothing is waived yet: the proposal that a second person has to approve. */
    output: Nullable(Proposed),
    summary: 'Waives an unpaid order, with a reason; above the limit by the approval of a second person',
  }),
}

export const orderExports = {
  exportOrderList: exportOf(orderCalls.findPageList, '/base/my-order-entity/export-order-list.action', {
    title: { zh: '订单', en: 'Orders' },
    method: 'GET',
    numbers: ['mobile'],
  }),
}
