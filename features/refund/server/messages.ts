import { messageKind } from '../../../contract/message.ts'

/** Money went back to the learner. */
export const refundSucceeded = messageKind({
  code: 'refund.succeeded',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, amount: { zh: '金额', en: 'amount' } },
  title: { zh: '退款已退回', en: 'Refunded' },
  text: {
    zh: '订单 {orderNo} 已退款 {amount} 元。原路退回银行卡的，可能要几个工作日才显示到账。',
    en: '¥{amount} of order {orderNo} was refunded. A bank card it was paid from may take a few working days to show it.',
  },
  way: '/my?tab=orders&order={orderId}',
})

/** A request for a refund was rejected. */
export const refundRejected = messageKind({
  code: 'refund.rejected',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', reason: 'text' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '退款申请未通过', en: 'Refund request rejected' },
  text: {
    zh: '订单 {orderNo} 的退款申请未通过：{reason}。班级可以继续学习。',
    en: 'Your refund request for order {orderNo} was rejected: {reason}. You can go on studying.',
  },
  way: '/my?tab=orders&order={orderId}',
})
