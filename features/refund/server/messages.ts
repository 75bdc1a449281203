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

/** Money goes back to the learner once its invoice is reversed. */
export const refundAwaitsRed = messageKind({
  code: 'refund.awaitsRed',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, amount: { zh: '金额', en: 'amount' } },
  title: { zh: '退款等待发票红冲', en: 'Refund waits for its invoice' },
  text: {
    zh: '订单 {orderNo} 的 {amount} 元退款已同意。订单已开发票，先红冲发票，完成后自动退款。',
    en: 'The refund of ¥{amount} for order {orderNo} was agreed to. The order is invoiced, so its invoice is reversed first; the money then goes back by itself.',
  },
  way: '/my?tab=orders&order={orderId}',
})

/** Money went back to the learner beside the channel it came through, by a bank transfer. */
export const refundPaidOffline = messageKind({
  code: 'refund.offline',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen', bank: 'text', day: 'day' },
  names: {
    orderNo: { zh: '订单号', en: 'order number' },
    amount: { zh: '金额', en: 'amount' },
    bank: { zh: '退款银行', en: 'bank' },
    day: { zh: '退款日期', en: 'day of the refund' },
  },
  title: { zh: '退款已线下退回', en: 'Refunded by bank transfer' },
  text: {
    zh: '订单 {orderNo} 的 {amount} 元已线下退回：{bank}，{day}。不经原来的支付渠道。',
    en: '¥{amount} of order {orderNo} was refunded by bank transfer ({bank}, {day}), not through the channel it was paid by.',
  },
  way: '/my?tab=orders&order={orderId}',
})

/** Money came for an order that could not take it any more, and is on its way back. */
export const surplusReturning = messageKind({
  code: 'refund.surplus',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, amount: { zh: '金额', en: 'amount' } },
  title: { zh: '多付的款项正在退回', en: 'Surplus payment going back' },
  text: {
    zh: '订单 {orderNo} 收到 {amount} 元时已不能再付款，这笔钱正在原路退回，不需要申请。',
    en: 'Order {orderNo} could no longer be paid when ¥{amount} arrived. The money goes back the way it came; you need not ask for it.',
  },
  way: '/my?tab=orders&order={orderId}',
})

/** Surplus money went back through its channel. */
export const surplusReturned = messageKind({
  code: 'refund.surplusReturned',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, amount: { zh: '金额', en: 'amount' } },
  title: { zh: '多付的款项已退回', en: 'Surplus payment refunded' },
  text: {
    zh: '订单 {orderNo} 多付的 {amount} 元已原路退回，订单本身不受影响。退回银行卡的，可能要几个工作日才显示到账。',
    en: 'The surplus ¥{amount} paid for order {orderNo} was refunded; the order itself is not affected. A bank card it was paid from may take a few working days to show it.',
  },
  way: '/my?tab=orders&order={orderId}',
})

/** A colleague rejected a refund that one of the office had opened. */
export const ownRefundRejected = messageKind({
  code: 'refund.ownRejected',
  group: 'notice',
  params: { refundNo: 'text', reason: 'text' },
  names: { refundNo: { zh: '退款单号', en: 'refund number' }, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '您发起的退款未通过', en: 'Your refund was rejected' },
  text: {
    zh: '您发起的退款 {refundNo} 被拒绝：{reason}。学员的班级不受影响。',
    en: 'Refund {refundNo}, which you opened, was rejected: {reason}. The learner’s classes are not affected.',
  },
  way: '/invoice-manage/refund-list?keyword={refundNo}',
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
