import { messageKind } from '../../../contract/message.ts'

/** An order was paid, and its classes are open. */
export const orderPaid = messageKind({
  code: 'order.paid',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', amount: 'fen' },
  names: { orderNo: { zh: '订单号', en: 'order number' }, amount: { zh: '金额', en: 'amount' } },
  title: { zh: '订单已付款', en: 'Order paid' },
  text: {
    zh: '订单 {orderNo} 已付款 {amount} 元，班级已开通，可以开始学习。',
    en: '¥{amount} paid for order {orderNo}. Your classes are ready; you can start studying.',
  },
  way: '/my?tab=orders&order={orderId}',
})
