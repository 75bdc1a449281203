import { type Static, Type } from 'typebox'
import { call, Fen, FreeText, Id, Moment, Named, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import {
  BridgeRequest,
  type PaymentChannelName,
  paymentChannelNames,
  payPlaces,
} from '../../contract/payment.ts'
import { refusals } from '../../contract/refusal.ts'
import { OrderStatus } from '../order/contract.ts'
import { secretPattern } from '../wechat/rules.ts'

const paymentStatuses = ['waiting', 'succeeded', 'closed', 'surplus', 'refunded'] as const
export const PaymentStatus = OneOf(paymentStatuses)
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A way to pay, as a page chooses it. */
const PaymentChannelChoice = OneOf<PaymentChannelName[]>(paymentChannelNames)

export const paymentRefusals = refusals({
  noChannel: {
    code: 503,
    zh: '在线支付尚未开通，请联系客服或由单位集体付款；订单已为您保留',
    en: 'Online payment is not available yet; contact support, or let your organisation pay. Your order is kept',
  },
  channelSilent: {
    code: 503,
    zh: '微信支付暂时没有应答；如已付款请勿重复支付，到账后本页会自动更新，未付款请稍后再试',
    en: 'WeChat Pay is not responding. If you have paid, do not pay again: this page updates once the money arrives; if not, please try again later',
  },
  alipaySilent: {
    code: 503,
    zh: '支付宝暂时没有应答；如已付款请勿重复支付，到账后本页会自动更新，未付款请稍后再试',
    en: 'Alipay is not responding. If you have paid, do not pay again: this page updates once the money arrives; if not, please try again later',
  },
  otherChannel: {
    code: 409,
    zh: '这个订单刚刚在另一个窗口里换了支付方式，请刷新后再选',
    en: 'Another window has just changed how this order is paid; refresh and choose again',
  },
  notHere: {
    code: 422,
    zh: '在微信里只能用微信支付付款；要用支付宝，请在浏览器打开本页',
    en: 'Inside WeChat only WeChat Pay can be used; to pay with Alipay, open this page in a browser',
  },
  notPayable: {
    code: 409,
    zh: '这个订单现在不能付款，请刷新查看最新状态',
    en: 'This order cannot be paid now; refresh to see its status',
  },
  transferPending: {
    code: 409,
    zh: '已收到这个订单的银行转账，正在核对，不必再付；核对后自动开通',
    en: 'We received a bank transfer for this order and are checking it; do not pay again. The classes open once it is checked',
  },
  notStuck: {
    code: 409,
    zh: '这笔支付没有异常，系统会自动处理，不需要人工结束',
    en: 'Nothing is wrong with this payment; it is handled automatically and need not be ended',
  },
  settledAlready: {
    code: 409,
    zh: '这笔差异已经有人处理',
    en: 'This difference has been settled already',
  },
  over: {
    code: 409,
    zh: '付款时间已过，订单即将自动取消；请重新下单',
    en: 'The payment time is over and the order will be cancelled automatically; please order again',
  },
})

/** Other money than was asked for came, or money went back that the books do not count. */
const differenceKinds = ['came', 'wentBack'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Payments of an order that a person has to see to. */
export const UnsettledPayments = Type.Object({
  /** Without a result. */
  payments: Type.Array(
    Type.Object({
      id: Id,
      outTradeNo: Type.String(),
      channel: PaymentChannelChoice,
      amount: Fen,
      createdAt: Moment,
    }),
  ),
  differences: Type.Array(
    Type.Object({
      id: Id,
      kind: OneOf(differenceKinds),
      outTradeNo: Type.String(),
      channel: PaymentChannelChoice,
      /** The channel's number of the money, or ours of the refund. */
      number: Type.String(),
      /** As the channel says it, and as the payment was asked for. */
      amount: Fen,
      asked: Fen,
      createdAt: Moment,
    }),
  ),
})
export type UnsettledPayments = Static<typeof UnsettledPayments>

const settle = '/order-manage/list#free'
const Reason = FreeText(200, 2)

/** Names the order of a unit whose code is opened. */
export const UnitPayCodeRequest = Type.Object({
  orderId: Id,
  channel: Type.Optional(PaymentChannelChoice),
  /** Closes the open code and gives another. */
  renew: Type.Optional(Type.Boolean()),
})

/** The code by which a unit pays an order. */
export const UnitPayCode = Named('UnitPayCode', {
  paymentId: Type.String(),
  /** The content of the QR code. */
  codeUrl: Type.String(),
  channel: PaymentChannelChoice,
  channels: Type.Array(PaymentChannelChoice),
  amount: Fen,
  expiresAt: Moment,
  secondsLeft: Type.Integer(),
  /** The demo's checkout, for a click instead of a scan; null with a real channel. */
  cashierUrl: Nullable(Type.String()),
})

export const paymentCalls = {
  findUnsettled: call('/base/pay/find-unsettled.action', {
    allow: '/order-manage/list',
    viewable: true,
    input: Type.Object({ orderId: Id }),
    output: UnsettledPayments,
    summary: 'Payments of an order without a result, and money of it that differs from the books',
  }),
  end: call('/base/pay/end.action', {
    allow: settle,
    input: Type.Object({ paymentId: Id, reason: Reason }),
    output: Nothing,
    summary: 'Ends a payment without a result, for a reason; money that comes all the same goes back',
  }),
  settleDifference: call('/base/pay/settle-difference.action', {
    allow: settle,
    input: Type.Object({ differenceId: Id, reason: Reason }),
    output: Nothing,
    summary: 'Settles a difference between a channel and the books, with what was done about it',
  }),
  getOrderPayQrcode: call('/base/pay/get-order-pay-qrcode.action', {
    allow: 'learner',
    // A classroom sharing one address pays at the same time.
    perMinute: 1200,
    input: Type.Object({
      orderId: Id,
      /** Left out, WeChat Pay where the portal takes it. Another channel than the open code's closes that code. */
      channel: Type.Optional(PaymentChannelChoice),
      /** Left out, a desk. Another place than the open code's closes that code. */
      place: Type.Optional(OneOf(payPlaces)),
      /** Closes the open code and gives another: a scanned code works only on that phone. */
      renew: Type.Optional(Type.Boolean()),
      /** Inside WeChat: the visit that made known whose WeChat pays. */
      scene: Type.Optional(Type.String({ pattern: secretPattern })),
    }),
    output: Type.Object({
      paymentId: Type.String(),
      /** The content of the QR code; on a phone the address of the channel's page; inside WeChat empty. */
      codeUrl: Type.String(),
      channel: PaymentChannelChoice,
      /** Every way to pay that this portal takes. */
      channels: Type.Array(PaymentChannelChoice),
      amount: Fen,
      /** Time at which the code stops being good, or the order before it. */
      expiresAt: Moment,
      /** Seconds until then by the database's clock. */
      secondsLeft: Type.Integer(),
      /** Request by which WeChat's own payment window is opened, signed now; null elsewhere. */
      request: Nullable(BridgeRequest),
      /** The demo's checkout, for a click instead of a scan; null with a real channel. */
      cashierUrl: Nullable(Type.String()),
    }),
    summary: 'The QR code, or on a phone the address, an order is paid with; one is open at a time',
  }),
  isOrderPay: call('/base/pay/is-order-pay.action', {
    allow: 'learner',
    perMinute: 6000,
    input: Type.Object({ orderId: Id }),
    output: Type.Object({
      paid: Type.Boolean(),
      status: OrderStatus,
      /** Present price: the office may have lowered it since its code was opened. */
      amount: Fen,
      /** A bank transfer came for it and is being checked: there is nothing more to pay meanwhile. */
      transferPending: Type.Boolean(),
      /** The payment that is open now: what another device opened closes the one before it. */
      openPaymentId: Nullable(Type.String()),
      /** Seconds left to pay by the database's clock; 0 when the order is not waiting. */
      secondsLeft: Type.Integer(),
    }),
    summary: 'Whether the money has arrived; queries the channel when no notice came',
  }),
}
