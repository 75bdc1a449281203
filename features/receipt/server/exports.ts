import { exported } from '../../../server/exporting.ts'
import { receiptExports } from '../contract.ts'

/** The sheet of the list of receipts. */
export const receiptExportList = [
  exported(receiptExports.exportReceipts, [
    { title: { zh: '银行流水号', en: 'Bank serial number' }, width: 28, value: (row) => row.serialNo },
    { title: { zh: '付款人', en: 'Payer' }, width: 24, value: (row) => row.payerName },
    { title: { zh: '到账日期', en: 'Received on' }, width: 14, value: (row) => row.day },
    { title: { zh: '金额', en: 'Amount' }, format: 'money', value: (row) => row.amount },
    { title: { zh: '未分配余额', en: 'Unallocated' }, format: 'money', value: (row) => row.free },
    {
      title: { zh: '待审批', en: 'Awaiting approval' },
      format: 'money',
      value: (row) => row.balance - row.free,
    },
    {
      title: { zh: '订单', en: 'Orders' },
      width: 30,
      value: (row) => row.orders.map(({ orderNo }) => orderNo).join('; '),
    },
    {
      title: { zh: '作废或退回', en: 'Void or returned' },
      format: 'money',
      value: ({ reversals }) => reversals.reduce((sum, { amount }) => sum + amount, 0),
    },
    { title: { zh: '银行附言', en: 'Bank memo' }, width: 30, value: (row) => row.memo },
    { title: { zh: '登记人', en: 'Recorded by' }, value: (row) => row.operatorName },
    {
      title: { zh: '登记时间', en: 'Recorded at' },
      format: 'moment',
      width: 18,
      value: (row) => row.createdAt,
    },
  ]),
]
