import { exported } from '../../../server/exporting.ts'
import { refundExports } from '../contract.ts'
import { refundLifecycle } from '../rules.ts'

/** The sheet of the list of refunds. */
export const refundExportList = [
  exported(refundExports.exportRefunds, [
    { title: { zh: '退款单号', en: 'Refund' }, width: 28, value: (row) => row.refundNo },
    { title: { zh: '订单号', en: 'Order' }, width: 24, value: (row) => row.orderNo },
    { title: { zh: '付款人', en: 'Payer' }, value: (row) => row.payerName },
    {
      title: { zh: '手机号', en: 'Mobile number' },
      value: (row) => row.mobileMask,
      number: { kind: 'mobile', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    {
      title: { zh: '班级', en: 'Classes' },
      width: 40,
      value: (row) => row.items.map(({ name }) => name).join('; '),
    },
    { title: { zh: '金额', en: 'Amount' }, format: 'money', value: (row) => row.amount },
    { title: { zh: '状态', en: 'Status' }, value: (row) => refundLifecycle.stateName(row.status) },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.reason },
    {
      title: { zh: '申请时间', en: 'Requested' },
      format: 'moment',
      width: 18,
      value: (row) => row.createdAt,
    },
    {
      title: { zh: '退回时间', en: 'Refunded on' },
      format: 'moment',
      width: 18,
      value: (row) => row.succeededAt,
    },
    { title: { zh: '经办', en: 'Handled by' }, value: (row) => row.deciderName },
  ]),
]
