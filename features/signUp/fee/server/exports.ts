import { exported } from '../../../../server/exporting.ts'
import { orderChannelNames, orderLifecycle } from '../../../order/rules.ts'
import { feeExports } from '../contract.ts'

/** The sheet of orders of fees. */
export const feeExportList = [
  exported(feeExports.exportOrders, [
    { title: { zh: '订单号', en: 'Order' }, width: 22, value: (row) => row.orderNo },
    { title: { zh: '付款人', en: 'Payer' }, width: 30, value: (row) => row.payerName },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '报名项目', en: 'Sign-ups' }, width: 40, value: (row) => row.signUpTitles.join('; ') },
    {
      title: { zh: '缴费人数', en: 'Number of people' },
      format: 'count',
      width: 8,
      value: (row) => row.headCount,
    },
    { title: { zh: '金额', en: 'Amount' }, format: 'money', value: (row) => row.amount },
    { title: { zh: '已退款', en: 'Refunded' }, format: 'money', value: (row) => row.refunded },
    { title: { zh: '状态', en: 'Status' }, value: (row) => orderLifecycle.stateName(row.status) },
    {
      title: { zh: '支付方式', en: 'Payment method' },
      value: (row) => row.channel && orderChannelNames[row.channel],
    },
    { title: { zh: '付款时间', en: 'Paid' }, format: 'moment', width: 18, value: (row) => row.paidAt },
    { title: { zh: '下单时间', en: 'Ordered' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
