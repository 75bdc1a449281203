import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { merchantKind } from './merchant/server/approvals.ts'
import { merchantHandlers } from './merchant/server/calls.ts'
import { closeOutdated } from './server/actions.ts'
import { paymentHandlers } from './server/calls.ts'
import { reconcilePayments } from './server/jobs.ts'
import { paymentRoutes } from './server/routes.ts'
import { paymentWork } from './server/work.ts'
import { paymentLifecycle } from './rules.ts'

const status = statusField(paymentLifecycle)

/** Payments of orders through a channel, settled and reconciled. */
export const paymentFeature: Feature = {
  group: 'noun',
  tables: {
    merchants: { of: 'project' },
    payment_differences: { shared: 'of a payment, the payment of an order', ...byStaff },
    payment_events: { shared: 'of a payment, the payment of an order', ...byStaff },
    payment_notices: { shared: 'of a payment, the payment of an order' },
    payments: { shared: 'of an order, the order of who pays it' },
  },
  approvals: [merchantKind],
  handlers: [paymentHandlers, merchantHandlers],
  routes: [paymentRoutes],
  jobs: [reconcilePayments],
  on: { repriced: closeOutdated },
  work: paymentWork,
  audit: {
    actions: {
      'merchant.change': ['修改支付商户', 'Updated a payment merchant'],
      'merchant.create': ['添加支付商户', 'Added a payment merchant'],
      'merchant.disable': ['停用支付商户', 'Disabled a payment merchant'],
      'merchant.enable': ['启用支付商户', 'Enabled a payment merchant'],
      'payment.closed': ['关闭支付', 'Closed a payment'],
      'payment.difference': ['发现款项差异', 'Found a difference in money'],
      'payment.end': ['人工结束支付', 'Ended a payment'],
      'payment.open': ['发起支付', 'Started a payment'],
      'payment.refunded': ['款项已退回', 'Payment refunded'],
      // Recorded before refunds had rows of their own.
      'payment.refunding': ['退回款项', 'Refunding a payment'],
      'payment.settle': ['处理款项差异', 'Settled a difference in money'],
      'payment.succeeded': ['收到款项', 'Payment received'],
      'payment.surplus': ['收到多余款项', 'Surplus payment received'],
      'payment.waiting': ['等待支付', 'Waiting for payment'],
    },
    fields: {
      payment: {
        status: {
          ...status,
          // Recorded before refunds had rows of their own.
          values: { ...status.values, refunding: { zh: '退回中', en: 'Refunding' } },
        },
        amount: { zh: '金额', en: 'Amount', as: 'fen' },
        kind: {
          zh: '差异',
          en: 'Difference',
          values: {
            came: { zh: '到账与订单不符', en: 'Other money came' },
            wentBack: { zh: '重复退回', en: 'Refunded twice' },
          },
        },
      },
    },
    subjects: {
      merchant: {
        words: ['支付商户', 'Payment merchant'],
        name: (db, id) => db`select name from merchants where id = ${id}`,
      },
      payment: {
        words: ['支付', 'Payment'],
        name: (db, id) => db`select out_trade_no from payments where id = ${id}`,
      },
    },
  },
}
