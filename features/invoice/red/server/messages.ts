import { messageKind } from '../../../../contract/message.ts'

/** The buyer of an invoice has to confirm at the tax bureau that it is reversed. */
export const redConfirming = messageKind({
  code: 'invoice.redConfirming',
  group: 'notice',
  params: { number: 'text', titleName: 'text', amount: 'fen' },
  names: {
    number: { zh: '发票号码', en: 'invoice number' },
    titleName: { zh: '抬头', en: 'title' },
    amount: { zh: '金额', en: 'amount' },
  },
  title: { zh: '请确认红字信息', en: 'Please confirm a red invoice' },
  text: {
    zh: '发票 {number}（{titleName}）要红冲 {amount} 元。请让财务在 72 小时内登录电子税务局确认红字信息确认单，逾期作废。',
    en: 'Invoice {number} ({titleName}) is to be reversed by ¥{amount}. Have it confirmed at the tax bureau within 72 hours; otherwise the form lapses.',
  },
  way: '/my?tab=invoices',
})
