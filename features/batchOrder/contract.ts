import { type Static, Type } from 'typebox'
import { BankSerial } from '../../contract/bankSerial.ts'
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
import { type PaymentChannelName, paymentChannelNames } from '../../contract/payment.ts'
import { refusals } from '../../contract/refusal.ts'
import { Proposed } from '../approval/contract.ts'
import { PictureKey } from '../file/contract.ts'
import { ImportProgress } from '../import/contract.ts'
import { OrderStatus } from '../order/contract.ts'
import { orderChannels } from '../order/rules.ts'
import { PayMode, PersonProblem, unitClassMenu } from '../unitClass/contract.ts'
import { peopleAtOnce } from '../unitClass/rules.ts'
import { actors, deliveries, stages, voucherStatuses } from './rules.ts'

export const batchOrderRefusals = refusals({
  changed: {
    code: 409,
    zh: '可下单的人数或金额已变为 {count} 人、¥{amount}，请核对后重新提交',
    en: 'The order is now {count} {count|person|people} for ¥{amount}; please check and submit again',
  },
  nobody: {
    code: 409,
    zh: '名单里没有可以下单的人，请先添加学员或查看未纳入的原因',
    en: 'Nobody on the roster can be ordered; add people, or see why those on it are left out',
  },
  otherRequest: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的订单内容不同，没有重复下单；请刷新页面后重新提交',
    en: 'This submission differs from the order already placed under the same number, so no second order was placed; refresh the page and submit again',
  },
  payModeClosed: {
    code: 422,
    zh: '这个单位班级不能用这种付款方式，请选择：{modes}',
    en: 'This unit class cannot be paid in this way; choose: {modes}',
  },
  notFree: {
    code: 409,
    zh: '这个单位班级没有约定免单，请按约定的方式付款',
    en: 'This unit class has no free places by its terms; it is paid as agreed',
  },
  notUnpaid: {
    code: 409,
    zh: '这个订单已不是待付款状态，请刷新查看',
    en: 'This order is no longer unpaid; refresh to see its status',
  },
  timeOver: {
    code: 409,
    zh: '订单已过付款时间，即将自动取消；请重新下单',
    en: 'The time to pay this order is over and it will be cancelled; place it again',
  },
  transferPending: {
    code: 409,
    zh: '这个订单的银行转账正在审批，请等审批结束',
    en: 'A bank transfer for this order awaits approval; wait until that is decided',
  },
  voucherUsed: {
    code: 409,
    zh: '这张回单或流水号已用于订单 {orderNo}，请上传本订单的回单',
    en: 'This slip or serial number belongs to order {orderNo}; upload the slip of this order',
  },
  voucherAbsent: {
    code: 422,
    zh: '没有找到上传的回单，请重新上传',
    en: 'The uploaded slip was not found; upload it again',
  },
  voucherDay: {
    code: 422,
    zh: '转账日期不能晚于今天',
    en: 'The day of the transfer cannot be in the future',
  },
  noVoucher: { code: 409, zh: '这个订单没有待核对的回单', en: 'This order has no slip to review' },
  notSettled: {
    code: 409,
    zh: '订单还没有付款，名额没有开通',
    en: 'The order is not paid yet, so its places are not open',
  },
  noErrors: {
    code: 409,
    zh: '没有未开通的名额，不需要重试',
    en: 'Every place is open; there is nothing to retry',
  },
  stillOpening: {
    code: 409,
    zh: '名额正在开通，请稍候再试',
    en: 'Places are being opened; try again in a moment',
  },
  begun: {
    code: 409,
    zh: '“{name}”已开始学习，名额不能换给别人',
    en: '“{name}” has begun to study, so the place cannot be given to another',
  },
  placeOver: {
    code: 409,
    zh: '这个名额已退款、正在退款或已不在学，不能换人',
    en: 'This place was refunded, is being refunded or is no longer studied, so it cannot be given to another',
  },
  replacement: {
    code: 422,
    zh: '不能换给这名学员：{reason}',
    en: 'The place cannot be given to this learner: {reason}',
  },
  refundOpen: {
    code: 409,
    zh: '款项正在退回或已退回，名额没有开通',
    en: 'The money is going back or went back, so the place was not opened',
  },
  accountClosed: {
    code: 409,
    zh: '学员的账号已注销，名额没有开通',
    en: 'The learner’s account is closed, so the place was not opened',
  },
  cannotPrint: {
    code: -1,
    zh: '付款通知上有暂时无法排印的字：{letters}。我们会补充字体，请联系客服',
    en: 'The pro-forma invoice contains characters we cannot print yet: {letters}. Please contact support',
  },
  samePerson: { code: 422, zh: '请选择另一名学员', en: 'Choose another learner' },
})

/** Transfer that came with an order's reference in its memo, or that pays it. */
const OrderReceipt = Type.Object({
  day: Type.String(),
  amount: Fen,
  /** Fen of it that the order has. */
  allocated: Fen,
  payerName: Type.String(),
  /** Bank's serial number; for the provider alone. */
  serialNo: Nullable(Type.String()),
})

/** Bank slip that the unit handed in. */
const Voucher = Type.Object({
  status: OneOf(voucherStatuses),
  payerName: Type.String(),
  day: Type.String(),
  amount: Fen,
  serialNo: Nullable(Type.String()),
  /** Path of its picture, good until the next day. */
  proofPath: Nullable(Type.String()),
  /** Reason for which it was rejected. */
  decision: Nullable(Type.String()),
  submittedAt: Moment,
  submittedBy: Nullable(Type.String()),
})

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
  /** Reference for the memo of a transfer. */
  reference: Type.String(),
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
  /** Fen of transfers that name it or pay it: what is missing and what is too much stay visible. */
  received: Fen,
  voucherStatus: Nullable(OneOf(voucherStatuses)),
  transferPending: Type.Boolean(),
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
  /** Account to which a unit transfers the money; null where the portal has none. */
  bankAccount: Nullable(Type.Object({ name: Type.String(), bank: Type.String(), number: Type.String() })),
  voucher: Nullable(Voucher),
  receipts: Type.Array(OrderReceipt),
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
  /** Reason for which the person is left out; null for who is in. */
  problem: Nullable(PersonProblem),
})

const AccountIds = Type.Array(Id, { minItems: 1, maxItems: peopleAtOnce, uniqueItems: true })

const menu = '/order-manage/list'
const order = `${unitClassMenu}#order` as const
const readers = [unitClassMenu, menu] as const
const OrderId = Type.Object({ orderId: Id })
const Channel = OneOf<PaymentChannelName[]>(paymentChannelNames)

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
      /** Some of the roster; all of it where they are left out. */
      accountIds: Type.Optional(AccountIds),
      /** A page of those who are in, or of those left out; both where it is left out. */
      only: Type.Optional(OneOf(['in', 'out'])),
    }),
    output: Type.Object({
      headCount: Type.Integer(),
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
      accountIds: Type.Optional(AccountIds),
      payMode: PayMode,
      /** Sum and head count the manager saw; another is refused with the new ones. */
      expectedAmount: Fen,
      expectedHeads: Type.Integer({ minimum: 1, maximum: peopleAtOnce }),
      /** Made once a form: the same key gives the same order, and is refused with another request. */
      requestKey: Text(64, 8),
    }),
    output: Type.Object({ orderId: Id, orderNo: Type.String() }),
    summary: 'Orders a place for each of a roster who can have one, and holds the places until it is paid',
  }),
  queryPageList: call('/base/batch-import-order/query-page-list.action', {
    allow: readers,
    viewable: true,
    input: Paging(filters, { sort: ['amount', 'createdAt', 'paidAt'] }),
    output: PageOf(BatchOrder),
    summary: 'Batch orders of the units the caller may see, newest first',
  }),
  queryUnitBatchPageList: call('/base/batch-import-order/query-unit-batch-page-list.action', {
    allow: readers,
    viewable: true,
    input: Paging(filters, { sort: ['amount', 'createdAt', 'paidAt'] }),
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
    input: Type.Object({
      orderId: Id,
      channel: Type.Optional(Channel),
      /** Closes the open code and gives another. */
      renew: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({
      paymentId: Type.String(),
      /** The content of the QR code. */
      codeUrl: Type.String(),
      channel: Channel,
      channels: Type.Array(Channel),
      amount: Fen,
      expiresAt: Moment,
      secondsLeft: Type.Integer(),
      /** The demo's checkout, for a click instead of a scan; null with a real channel. */
      cashierUrl: Nullable(Type.String()),
    }),
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
    input: Type.Object({
      orderId: Id,
      payerName: Type.String({ minLength: 2, maxLength: 60, normalized: 'name', isMasked: true }),
      day: Type.String({ format: 'date' }),
      amount: Type.Integer({ minimum: 1, maximum: 100_000_000_00 }),
      serialNo: Type.Optional(BankSerial),
      /** The key of a picture that /upload/upload-image took. */
      proof: PictureKey,
    }),
    output: Nothing,
    summary: 'Hands in the bank’s slip of a transfer; the provider reviews it and matches the money',
  }),
  rejectVoucher: call('/base/batch-import-order/reject-voucher.action', {
    allow: `${menu}#receipt`,
    input: Type.Object({ orderId: Id, reason: FreeText(200, 2) }),
    output: Nothing,
    summary: 'Rejects a bank slip for a reason the unit reads; the order waits on',
  }),
  unitBatchFreeOrder: call('/base/batch-import-order/unit-batch-free-order.action', {
    allow: `${menu}#free`,
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
  downloadImportExcel: call('/base/batch-import-order/download-import-excel.action', {
    allow: unitClassMenu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({}),
    output: Nothing,
    summary: 'The template of a sheet of people to order',
  }),
  importStudentOrderList: call('/base/batch-import-order/import-student-order-list.action', {
    allow: order,
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      payMode: PayMode,
      /** Creates people nobody knows yet; their rows are refused by default. */
      createUnknown: Type.Optional(OneOf(['yes', 'no'])),
      /** Waits, checked, for a yes; where it is left out the good rows are ordered immediately. */
      preview: Type.Optional(OneOf(['yes', 'no'])),
    }),
    output: Type.Object({ importId: Id }),
    summary: 'Orders the people of a sheet: they join the roster, and one order has all who can have a place',
  }),
  initImportUnitClassOrder: call('/base/unit-class/init-import-unit-class-order.action', {
    allow: order,
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      payMode: PayMode,
      /** The sheet, as `/base/import/get-upload-token.action` announced it. */
      uploadId: Id,
      createUnknown: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ importId: Id }),
    summary:
      'Begins to check an uploaded sheet of people to order; ordered by /base/import/apply.action. The same upload gives the same import',
  }),
  queryImportUnitClassOrderProgress: call('/base/unit-class/query-import-unit-class-order-progress.action', {
    allow: unitClassMenu,
    input: Type.Object({
      /** The import; one's own last order by sheet where it is left out. */
      importId: Type.Optional(Id),
    }),
    output: Type.Object({
      ...ImportProgress.properties,
      /** The order it placed. */
      orderId: Nullable(Id),
      orderNo: Nullable(Type.String()),
    }),
    summary: 'How far an order by sheet is, and the order once it is placed; absent is 404',
  }),
  exportErrorExcel: call('/base/error-batch-import-order/export-error-excel.action', {
    allow: unitClassMenu,
    reply: 'file',
    input: Type.Object({ importId: Id }),
    output: Nothing,
    summary: 'The rows of an order by sheet that were not taken, with reasons',
  }),
}
