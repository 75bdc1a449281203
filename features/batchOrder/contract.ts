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
import { PageOf, Paging } from '../../contract/paging.ts'
import { Proposed } from '../approval/contract.ts'
import { OrderStatus } from '../order/contract.ts'
import { orderChannels } from '../order/rules.ts'
import { UnitPayCode, UnitPayCodeRequest } from '../payment/contract.ts'
import { NewVoucher, RejectedVoucher, transferDetail, transferHead } from '../receipt/voucher/contract.ts'
import { actors } from '../receipt/voucher/rules.ts'
import { PayMode, PersonProblem, unitClassMenu } from '../unitClass/contract.ts'
import { orderableStates, peopleAtOnce } from '../unitClass/rules.ts'
import { deliveries, stages } from './rules.ts'

const head = {
  id: Id,
  orderNo: Type.String(),
  unitClassId: Id,
  unitClassName: Type.String(),
  classId: Id,
  className: Type.String(),
  unitId: Id,
  unitName: Type.String(),
  /** Payer as sold. */
  payerName: Type.String(),
  payerTaxNo: Nullable(Type.String()),
  status: OrderStatus,
  stage: OneOf(stages),
  actor: OneOf(actors),
  payMode: PayMode,
  ...transferHead,
  /** Fen a head, and in all. */
  price: Fen,
  amount: Fen,
  refunded: Fen,
  headCount: Type.Integer(),
  firstNames: Type.Array(Type.String()),
  channel: Nullable(OneOf(orderChannels)),
  /** Null until it is settled. */
  delivery: Nullable(OneOf(deliveries)),
  /** Places open, and places that could not be opened. */
  opened: Type.Integer(),
  failed: Type.Integer(),
  expiresAt: Moment,
  secondsLeft: Type.Integer(),
  paidAt: Nullable(Moment),
  createdAt: Moment,
  placedBy: Nullable(Type.String()),
}

/** A batch order in a list: head, count and first names, never its items. */
export const BatchOrder = Named('BatchOrder', head)
export type BatchOrder = Static<typeof BatchOrder>

/** States of one place of a batch order. */
export const placeStates = ['unpaid', 'opening', 'opened', 'failed', 'refunded', 'cancelled'] as const

/** One learner of a batch order. */
export const BatchItem = Type.Object({
  itemId: Id,
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  payable: Fen,
  refunded: Fen,
  refunding: Fen,
  state: OneOf(placeStates),
  /** Reason for which the place could not be opened. */
  problem: Nullable(Type.Object({ zh: Type.String(), en: Type.String() })),
  enrolmentId: Nullable(Id),
  progress: Type.Integer(),
  /** Learners who had the place before. */
  replaced: Type.Array(Type.Object({ name: Type.String(), at: Moment })),
  replaceable: Type.Boolean(),
})
export type BatchItem = Static<typeof BatchItem>

/** A batch order with one page of its learners. */
export const BatchOrderDetail = Type.Object({
  ...head,
  ...transferDetail,
  closedReason: Nullable(Type.String()),
  remark: Nullable(Type.String()),
  /** Steps open to the caller now. */
  steps: Type.Array(
    OneOf([
      'payByCode',
      'payByTransfer',
      'submitVoucher',
      'rejectVoucher',
      'free',
      'cancel',
      'retry',
      'replace',
      'proForma',
    ]),
  ),
  items: PageOf(BatchItem),
})
export type BatchOrderDetail = Static<typeof BatchOrderDetail>

const PreviewPerson = Type.Object({
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  /** No order had them yet, or their place there has ended. */
  state: OneOf(orderableStates),
  isChosen: Type.Boolean(),
  /** Reason for which the person is left out; null for who can be ordered. */
  problem: Nullable(PersonProblem),
})

const AccountIds = Type.Array(Id, { minItems: 1, maxItems: peopleAtOnce, uniqueItems: true })

/** People of the roster that an order is for: all who had no place yet, where nothing else is said. */
const choice = {
  /** These alone. */
  accountIds: Type.Optional(AccountIds),
  /** All but these. */
  without: Type.Optional(AccountIds),
  /** These as well, who had a place that was refunded, removed or moved to another class. */
  again: Type.Optional(AccountIds),
}

const menu = '/order-manage/list'
const order = `${unitClassMenu}#order` as const
const readers = [unitClassMenu, menu] as const
const OrderId = Type.Object({ orderId: Id })

const filters = {
  id: Type.Optional(Id),
  /** A unit with everything below it. */
  unitId: Type.Optional(Id),
  unitClassId: Type.Optional(Id),
  status: Type.Optional(Type.Array(OrderStatus, { minItems: 1, maxItems: 10 })),
  stage: Type.Optional(Type.Array(OneOf(stages), { minItems: 1, maxItems: stages.length })),
  payMode: Type.Optional(PayMode),
  /** Order number, reference, or part of the payer's or the class's name. */
  keyword: Type.Optional(Keyword(60)),
  from: Type.Optional(Moment),
  /** Before this moment. */
  to: Type.Optional(Moment),
}

export const batchOrderCalls = {
  preview: call('/base/batch-import-order/preview.action', {
    allow: unitClassMenu,
    viewable: true,
    input: Paging({
      unitClassId: Id,
      ...choice,
      /** A page of those who can be ordered, chosen or not, or of those chosen who cannot; both where it is left out. */
      only: Type.Optional(OneOf(['in', 'out'])),
    }),
    output: Type.Object({
      /** Those who are in; those who could be; those chosen who cannot be. */
      headCount: Type.Integer(),
      able: Type.Integer(),
      leftOut: Type.Integer(),
      /** Fen a head, and in all. */
      price: Fen,
      amount: Fen,
      payModes: Type.Array(PayMode),
      payer: Type.Object({ name: Type.String(), taxNo: Nullable(Type.String()) }),
      /** Minutes an order by code, and days one by transfer, holds its places. */
      codeMinutes: Type.Integer(),
      transferDays: Type.Integer(),
      studyTo: Nullable(Moment),
      validDays: Nullable(Type.Integer()),
      ...PageOf(PreviewPerson).properties,
    }),
    summary: 'Who of a roster would be ordered, who not and why, and the sum; nothing is fixed',
  }),
  place: call('/base/batch-import-order/place.action', {
    allow: order,
    input: Type.Object({
      unitClassId: Id,
      ...choice,
      payMode: PayMode,
      /** Sum and head count the manager saw; another is refused with the new ones. */
      expectedAmount: Fen,
      expectedHeads: Type.Integer({ minimum: 1, maximum: peopleAtOnce }),
      /** Made once a form: the same key gives the same order, and is refused with another request. */
      requestKey: Text(64, 8),
    }),
    output: Type.Object({ orderId: Id, orderNo: Type.String() }),
    summary:
      'Orders a place for each of a roster who is chosen and can have one, and holds the places until it is paid; who had a place is chosen by name',
  }),
  queryPageList: call('/base/batch-import-order/query-page-list.action', {
    allow: readers,
    viewable: true,
    input: Paging(filters, { sort: ['amount', 'createdAt', 'paidAt'] }, 'BatchOrderQuery'),
    output: PageOf(BatchOrder),
    summary: 'Batch orders of the units the caller may see, newest first',
  }),
  queryUnitBatchPageList: call('/base/batch-import-order/query-unit-batch-page-list.action', {
    allow: readers,
    viewable: true,
    input: Paging(filters, { sort: ['amount', 'createdAt', 'paidAt'] }, 'BatchOrderQuery'),
    output: PageOf(BatchOrder),
    summary: 'Batch orders of one unit with those below it: the caller’s own where none is named',
  }),
  queryBatchOrderListByUnitClassId: call('/base/unit-class/query-batch-order-list-by-unit-class-id.action', {
    allow: readers,
    viewable: true,
    input: Paging({ unitClassId: Id }),
    output: PageOf(BatchOrder),
    summary: 'Batch orders of a unit class, newest first',
  }),
  getBatchOrderDetail: call('/base/batch-import-order/get-batch-order-detail.action', {
    allow: readers,
    viewable: true,
    input: Paging({
      orderId: Id,
      keyword: Type.Optional(Keyword(40)),
      /** Only places in this state. */
      state: Type.Optional(OneOf(placeStates)),
    }),
    output: BatchOrderDetail,
    summary: 'A batch order with its money, what the caller may do, and a page of its learners',
  }),
  getBatchOrderPayQrcode: call('/base/pay/get-batch-order-pay-qrcode.action', {
    allow: order,
    input: UnitPayCodeRequest,
    output: UnitPayCode,
    summary: 'The QR code by which a batch order is paid; one is open at a time',
  }),
  isBatchOrderPay: call('/base/pay/is-batch-order-pay.action', {
    allow: readers,
    perMinute: 6000,
    input: OrderId,
    output: Type.Object({
      paid: Type.Boolean(),
      status: OrderStatus,
      stage: OneOf(stages),
      delivery: Nullable(OneOf(deliveries)),
      headCount: Type.Integer(),
      opened: Type.Integer(),
      failed: Type.Integer(),
      amount: Fen,
      openPaymentId: Nullable(Type.String()),
      secondsLeft: Type.Integer(),
    }),
    summary: 'Whether the money of a batch order has arrived, and how many of its places are open',
  }),
  payByTransfer: call('/base/batch-import-order/pay-by-transfer.action', {
    allow: order,
    input: OrderId,
    output: Nothing,
    summary: 'Changes an unpaid order to payment by bank transfer: it waits as many days as that takes',
  }),
  submitVoucher: call('/base/batch-import-order/submit-voucher.action', {
    allow: order,
    input: NewVoucher,
    output: Nothing,
    summary: 'Hands in the bank’s slip of a transfer; the provider reviews it and matches the money',
  }),
  rejectVoucher: call('/base/batch-import-order/reject-voucher.action', {
    allow: `${menu}#receipt`,
    input: RejectedVoucher,
    output: Nothing,
    summary: 'Rejects a bank slip for a reason the unit reads; the order waits on',
  }),
  unitBatchFreeOrder: call('/base/batch-import-order/unit-batch-free-order.action', {
    allow: `${menu}#free`,
    wholeProject: true,
    input: Type.Object({
      orderId: Id,
      reason: FreeText(200, 2),
      learnerNote: Type.Optional(FreeText(200, 2)),
    }),
    /** Above the limit nothing is waived yet: the proposal that a second person has to approve. */
    output: Nullable(Proposed),
    summary:
      'Waives an unpaid batch order whose terms allow it, with a reason; above the limit by the approval of a second person',
  }),
  cancelBatchOrder: call('/base/batch-import-order/cancel-batch-order.action', {
    allow: [order, `${menu}#cancel`],
    input: OrderId,
    output: Nothing,
    summary: 'Cancels an unpaid batch order and frees its places; its roster stays',
  }),
  retryDelivery: call('/base/batch-import-order/retry-delivery.action', {
    allow: [order, `${menu}#cancel`],
    perMinute: 60,
    input: OrderId,
    output: Nothing,
    summary: 'Opens again the paid places of an order that could not be opened',
  }),
  replacePerson: call('/base/batch-import-order/replace-person.action', {
    allow: order,
    input: Type.Object({ itemId: Id, accountId: Id, reason: FreeText(200, 2) }),
    output: Type.Object({ enrolmentId: Id }),
    summary: 'Gives a paid place that nobody has begun to another person of the unit; its end stays',
  }),
  getProForma: call('/base/batch-import-order/get-pro-forma.action', {
    allow: readers,
    method: 'GET',
    reply: 'file',
    input: OrderId,
    output: Nothing,
    summary: 'The pro-forma invoice of an unpaid batch order as a PDF, with bank account and reference',
  }),
}
