import { messageKind } from '../../../../contract/message.ts'

/** Declares the message that the bank slip of a unit's order was rejected, which leads to the order's page. */
export const voucherRejectedKind = (code: string, way: string) =>
  messageKind({
    code,
    group: 'notice',
    params: { orderId: 'id', orderNo: 'text', reason: 'text' },
    names: { orderNo: { zh: '订单号', en: 'order number' }, reason: { zh: '原因', en: 'reason' } },
    title: { zh: '转账回单被退回', en: 'Bank slip rejected' },
    text: {
      zh: '订单 {orderNo} 的转账回单被退回：{reason}。请重新上传。',
      en: 'The bank slip of order {orderNo} was rejected: {reason}. Please upload another.',
    },
    way,
  })
