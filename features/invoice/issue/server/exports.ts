import { exported } from '../../../../server/exporting.ts'
import { issueExports } from '../contract.ts'
import { colourNames, differenceNames, kindNames, stateNameOf } from '../rules.ts'

/** The sheets of invoices, of their differences, and of units. */
export const issueExportList = [
  exported(issueExports.exportAll, [
    { title: { zh: '申请编号', en: 'Request number' }, width: 22, value: (row) => row.applyNo },
    { title: { zh: '颜色', en: 'Colour' }, value: (row) => colourNames[row.colour] },
    { title: { zh: '发票类型', en: 'Kind of invoice' }, value: (row) => kindNames[row.kind] },
    { title: { zh: '状态', en: 'Status' }, value: (row) => stateNameOf(row) },
    { title: { zh: '发票抬头', en: 'Invoice title' }, width: 30, value: (row) => row.titleName },
    { title: { zh: '税号', en: 'Tax number' }, width: 22, value: (row) => row.taxNo },
    { title: { zh: '金额', en: 'Amount' }, format: 'money', value: (row) => row.amount },
    { title: { zh: '税额', en: 'Tax' }, format: 'money', value: (row) => row.tax },
    { title: { zh: '发票号码', en: 'Invoice number' }, width: 24, value: (row) => row.number },
    { title: { zh: '开票时间', en: 'Issued at' }, format: 'moment', width: 18, value: (row) => row.issuedAt },
    { title: { zh: '原发票', en: 'Original' }, width: 24, value: (row) => row.originalNumber },
    { title: { zh: '订单号', en: 'Order' }, width: 30, value: (row) => row.orderNos.join('; ') },
    { title: { zh: '付款人', en: 'Payer' }, value: (row) => row.payerName },
    {
      title: { zh: '手机号', en: 'Mobile number' },
      value: (row) => row.mobileMask,
      number: { kind: 'mobile', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    {
      title: { zh: '申请时间', en: 'Requested' },
      format: 'moment',
      width: 18,
      value: (row) => row.createdAt,
    },
    { title: { zh: '申请人', en: 'Applicant' }, value: (row) => row.applicantName },
    { title: { zh: '原因', en: 'Reason' }, width: 40, value: (row) => row.problem },
    { title: { zh: '退款单号', en: 'Refund' }, width: 28, value: (row) => row.refundNo },
  ]),
  exported(issueExports.exportDifferences, [
    { title: { zh: '日期', en: 'Date' }, format: 'date', value: (row) => row.day },
    { title: { zh: '差异', en: 'Difference' }, width: 24, value: (row) => differenceNames[row.kind] },
    { title: { zh: '发票号码', en: 'Invoice number' }, width: 24, value: (row) => row.number },
    { title: { zh: '申请编号', en: 'Request number' }, width: 22, value: (row) => row.applyNo },
    { title: { zh: '税局金额', en: 'Tax bureau' }, format: 'money', value: (row) => row.issued },
    { title: { zh: '系统金额', en: 'Books' }, format: 'money', value: (row) => row.booked },
    { title: { zh: '处理说明', en: 'Settled with' }, width: 40, value: (row) => row.reason },
    { title: { zh: '处理人', en: 'Settled by' }, value: (row) => row.settledBy },
    {
      title: { zh: '处理时间', en: 'Settled at' },
      format: 'moment',
      width: 18,
      value: (row) => row.settledAt,
    },
  ]),
  exported(issueExports.exportUnitPool, [
    { title: { zh: '单位', en: 'Unit' }, width: 36, value: (row) => row.unitName },
    { title: { zh: '订单数', en: 'Number of orders' }, format: 'count', value: (row) => row.orders },
    { title: { zh: '已付款', en: 'Paid' }, format: 'money', value: (row) => row.paid },
    { title: { zh: '已退款', en: 'Refunded' }, format: 'money', value: (row) => row.refunded },
    { title: { zh: '已开具', en: 'Issued sum' }, format: 'money', value: (row) => row.opened },
    { title: { zh: '红字金额', en: 'Red sum' }, format: 'money', value: (row) => row.red },
    { title: { zh: '申请中', en: 'Requested sum' }, format: 'money', value: (row) => row.requested },
    { title: { zh: '还可开票', en: 'Still to invoice' }, format: 'money', value: (row) => row.left },
  ]),
]
