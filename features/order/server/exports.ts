import { exported } from '../../../server/exporting.ts'
import { orderExports } from '../contract.ts'
import { orderChannelNames, orderLifecycle } from '../rules.ts'

/** The sheet of the list of orders. */
export const orderExportList = [
  exported(orderExports.exportOrderList, [
    { title: { zh: '订单号', en: 'Order' }, width: 24, value: (row) => row.orderNo },
    { title: { zh: '付款人', en: 'Payer' }, value: (row) => row.payerName },
    { title: { zh: '学员', en: 'Learner' }, value: (row) => row.userName },
    {
      title: { zh: '手机号', en: 'Mobile number' },
      value: (row) => row.mobileMask,
      number: { kind: 'mobile', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    {
      title: { zh: '班级', en: 'Classes' },
      width: 40,
      // Of many the first are named.
      value: ({ classNames, itemCount }) =>
        classNames.join('; ') + (itemCount > classNames.length ? ` … (${itemCount})` : ''),
    },
    { title: { zh: '金额', en: 'Amount' }, format: 'money', value: (row) => row.amount },
    { title: { zh: '状态', en: 'Status' }, value: (row) => orderLifecycle.stateName(row.status) },
    { title: { zh: '下单时间', en: 'Ordered' }, format: 'moment', width: 18, value: (row) => row.createdAt },
    { title: { zh: '付款时间', en: 'Paid' }, format: 'moment', width: 18, value: (row) => row.paidAt },
    {
      title: { zh: '支付方式', en: 'Payment method' },
      value: (row) => row.channel && orderChannelNames[row.channel],
    },
    { title: { zh: '渠道交易号', en: 'Transaction number' }, width: 30, value: (row) => row.transactionId },
    { title: { zh: '经办', en: 'Handled by' }, value: (row) => row.operatorName },
    { title: { zh: '备注', en: 'Remark' }, width: 30, value: (row) => row.remark },
  ]),
]
