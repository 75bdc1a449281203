import { Type } from 'typebox'
import { call, Fen, Id, Moment, Nullable } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { OrderStatus } from '../order/contract.ts'

export const paymentRefusals = refusals({
  noChannel: {
    code: -1,
    zh: '在线支付尚未开通，请联系客服或由单位集体付款',
    en: 'Online payment is not set up here; please contact us or let your unit pay',
  },
  notPayable: {
    code: 409,
    zh: '这个订单现在不能付款，请刷新查看最新状态',
    en: 'This order cannot be paid now; refresh to see where it stands',
  },
})

export const paymentCalls = {
  getOrderPayQrcode: call('/base/pay/get-order-pay-qrcode.action', {
    allow: 'learner',
    perMinute: 60,
    input: Type.Object({ orderId: Id }),
    output: Type.Object({
      /** What the QR code says. */
      codeUrl: Type.String(),
      amount: Fen,
      expiresAt: Moment,
      secondsLeft: Type.Integer(),
      /** The demo's cash desk, for a click instead of a scan; null with a real channel. */
      cashierUrl: Nullable(Type.String()),
    }),
    summary: 'The QR code an order is paid with; one is open at a time',
  }),
  isOrderPay: call('/base/pay/is-order-pay.action', {
    allow: 'learner',
    input: Type.Object({ orderId: Id }),
    output: Type.Object({ paid: Type.Boolean(), status: OrderStatus }),
    summary: 'Whether the money has arrived; asks the channel when no notice came',
  }),
}
