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

/** The office changed what an unpaid order costs. */
export const orderRepriced = messageKind({
  code: 'order.repriced',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', before: 'fen', after: 'fen' },
  names: {
    orderNo: { zh: '订单号', en: 'order number' },
    before: { zh: '原金额', en: 'former amount' },
    after: { zh: '现金额', en: 'new amount' },
  },
  title: { zh: '订单金额已调整', en: 'Your order has a new price' },
  text: {
    zh: '订单 {orderNo} 的应付金额由 {before} 元改为 {after} 元，请按新金额付款。',
    en: 'Order {orderNo} now costs ¥{after} instead of ¥{before}. Please pay the new amount.',
  },
  way: '/go-pay?orderId={orderId}',
})
