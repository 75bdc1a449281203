import { exported } from '../../../server/exporting.ts'
import { reconciliationExports } from '../contract.ts'
import { orderChannelNames as channelNames } from '../../order/rules.ts'
import { differenceNames, itemNames, ownMerchant } from '../rules.ts'

/** The sheets of days and of differences. */
export const reconciliationExportList = [
  exported(reconciliationExports.exportBills, [
    { title: { zh: '日期', en: 'Date' }, format: 'date', value: (row) => row.day },
    { title: { zh: '渠道', en: 'Channel' }, value: (row) => channelNames[row.channel] },
    { title: { zh: '商户', en: 'Merchant' }, width: 24, value: (row) => row.merchantName ?? ownMerchant },
    { title: { zh: '当日收款', en: 'Received' }, format: 'money', value: (row) => row.received },
    { title: { zh: '当日退款', en: 'Refunded' }, format: 'money', value: (row) => row.refunded },
    { title: { zh: '手续费', en: 'Fees' }, format: 'money', value: (row) => row.fees },
    { title: { zh: '净额', en: 'Net' }, format: 'money', value: (row) => row.net },
    { title: { zh: '对账结果', en: 'Differences' }, format: 'count', value: (row) => row.differences },
    { title: { zh: '未处理', en: 'Open' }, format: 'count', value: (row) => row.openDifferences },
    { title: { zh: '账单', en: 'Bill' }, format: 'moment', width: 18, value: (row) => row.readAt },
  ]),
  exported(reconciliationExports.exportDifferences, [
    { title: { zh: '日期', en: 'Date' }, format: 'date', value: (row) => row.day },
    { title: { zh: '渠道', en: 'Channel' }, value: (row) => channelNames[row.channel] },
    { title: { zh: '商户', en: 'Merchant' }, width: 24, value: (row) => row.merchantName ?? ownMerchant },
    { title: { zh: '款项', en: 'Of' }, value: (row) => itemNames[row.item] },
    { title: { zh: '差异', en: 'Difference' }, width: 20, value: (row) => differenceNames[row.kind] },
    { title: { zh: '账单金额', en: 'Bill' }, format: 'money', value: (row) => row.billed },
    { title: { zh: '系统金额', en: 'Books' }, format: 'money', value: (row) => row.booked },
    { title: { zh: '商户单号', en: 'Our number' }, width: 28, value: (row) => row.outTradeNo },
    { title: { zh: '商户退款单号', en: 'Our refund number' }, width: 28, value: (row) => row.refundNo },
    { title: { zh: '渠道交易号', en: 'Transaction number' }, width: 32, value: (row) => row.transactionId },
    { title: { zh: '订单号', en: 'Order' }, width: 24, value: (row) => row.orderNo },
    { title: { zh: '发生时间', en: 'Moved at' }, format: 'moment', width: 18, value: (row) => row.at },
    { title: { zh: '处理说明', en: 'Settled with' }, width: 40, value: (row) => row.reason },
    { title: { zh: '处理人', en: 'Settled by' }, value: (row) => row.settledBy },
    {
      title: { zh: '处理时间', en: 'Settled at' },
      format: 'moment',
      width: 18,
      value: (row) => row.settledAt,
    },
  ]),
]
