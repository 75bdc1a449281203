import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { eraseOrders, moveOrders } from './server/actions.ts'
import { orderHandlers } from './server/calls.ts'
import { orderLifecycle } from './rules.ts'
import { orderPaid, orderRepriced } from './server/messages.ts'
import { orderExportList } from './server/exports.ts'
import { priceKind } from './server/price.ts'
import { waiverKind } from './server/waiver.ts'

/** Orders of classes, their waivers and what they hold. */
export const orderFeature: Feature = {
  group: 'noun',
  tables: {
    order_adjustments: {
      shared: 'of an order, the order of who pays it',
      copy: 'Orders',
      after: 'accounting vouchers',
    },
    order_items: { copy: 'Orders', after: 'accounting vouchers' },
    order_notes: {
      shared: 'of an order, the order of who pays it',
      copy: 'Orders',
      after: 'gone; what one of the staff wrote stays with the order',
    },
    orders: { copy: 'Orders', after: 'accounting vouchers' },
  },
  erase: eraseOrders,
  move: moveOrders,
  approvals: [waiverKind, priceKind],
  messages: [orderPaid, orderRepriced],
  handlers: [orderHandlers],
  exports: orderExportList,
  audit: {
    actions: {
      'order.cancel': ['取消订单', 'Cancelled an order'],
      'order.create': ['提交订单', 'Placed an order'],
      'order.free': ['免单', 'Waived an order'],
      'order.invoice': ['开票金额占用', 'Claimed for an invoice'],
      'order.note': ['添加订单备注', 'Wrote a note about an order'],
      'order.pay': ['订单已支付', 'Order paid'],
      'order.refund': ['订单退款', 'Order refunded'],
      'order.releaseInvoice': ['开票金额释放', 'Released from an invoice'],
      'order.reprice': ['订单改价', 'Changed the price of an order'],
    },
    fields: {
      order: {
        status: statusField(orderLifecycle),
        amount: { zh: '金额', en: 'Amount', as: 'fen' },
        invoiced: { zh: '已开票金额', en: 'Invoiced', as: 'fen' },
      },
    },
    subjects: {
      order: { words: ['订单', 'Order'], name: (db, id) => db`select order_no from orders where id = ${id}` },
    },
  },
}
