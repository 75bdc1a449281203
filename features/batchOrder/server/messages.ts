import { messageKind } from '../../../contract/message.ts'
import { voucherRejectedKind } from '../../receipt/voucher/server/actions.ts'

const orderNames = { orderNo: { zh: '订单号', en: 'order number' } }

/** The bank slip of a batch order was rejected. */
export const voucherRejected = voucherRejectedKind(
  'batchOrder.voucherRejected',
  '/train-manage/batch-pay-order?orderId={orderId}',
)

/** The places of a unit's order are open, or some of them could not be opened. */
export const placesOpened = messageKind({
  code: 'batchOrder.opened',
  group: 'notice',
  params: { orderId: 'id', orderNo: 'text', opened: 'count', failed: 'count' },
  names: {
    ...orderNames,
    opened: { zh: '已开通人数', en: 'places opened' },
    failed: { zh: '未开通人数', en: 'places not opened' },
  },
  title: { zh: '集体订单已开通', en: 'Group order opened' },
  text: {
    zh: '订单 {orderNo} 已开通 {opened} 人，{failed} 人未能开通。',
    en: 'Order {orderNo}: {opened} places are open, {failed} could not be opened.',
  },
  way: '/train-manage/batch-pay-order?orderId={orderId}',
})

/** A unit paid for a class of a learner, and it is open. */
export const placeOpened = messageKind({
  code: 'batchOrder.placeOpened',
  group: 'notice',
  params: { enrolmentId: 'id', className: 'text', unitName: 'text' },
  names: { className: { zh: '班级', en: 'class' }, unitName: { zh: '单位', en: 'unit' } },
  title: { zh: '单位为您开通了班级', en: 'Your organisation opened a class for you' },
  text: {
    zh: '{unitName}已为您开通“{className}”，可以开始学习。',
    en: '{unitName} opened “{className}” for you; you can start studying.',
  },
  way: '/student/study-page?enrolmentId={enrolmentId}',
})
