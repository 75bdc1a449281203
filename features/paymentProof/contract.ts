import { Type } from 'typebox'
import { call, Id, Nothing } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const paymentProofRefusals = refusals({
  notPaid: {
    code: 409,
    zh: '这个订单没有付款，没有支付凭证',
    en: 'This order was not paid, so there is no payment confirmation',
  },
  noMoney: {
    code: 409,
    zh: '这个订单没有收取费用，没有支付凭证',
    en: 'No money was taken for this order, so there is no payment confirmation',
  },
  refunded: {
    code: 409,
    zh: '这个订单已全额退款，不再提供支付凭证',
    en: 'This order was refunded in full, so there is no payment confirmation any more',
  },
  cannotPrint: {
    code: -1,
    zh: '凭证上有暂时无法排印的字：{letters}。我们会补充字体，请联系客服',
    en: 'The confirmation contains characters we cannot print yet: {letters}. Please contact support',
  },
})

export const paymentProofCalls = {
  download: call('/base/my-order-entity/download-payment-proof.action', {
    allow: ['learner', '/order-manage/list'],
    viewable: true,
    method: 'GET',
    reply: 'file',
    input: Type.Object({ orderId: Id }),
    output: Nothing,
    summary:
      'The confirmation that an order was paid, as a PDF in the reader’s language: a learner’s own, or one in scope',
  }),
}
