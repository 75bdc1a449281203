import { messageKind } from '../../../../contract/message.ts'

const numbers = {
  applyNo: { zh: '申请编号', en: 'request number' },
  titleName: { zh: '抬头', en: 'title' },
} as const

/** An invoice was issued. */
export const invoiceOpened = messageKind({
  code: 'invoice.opened',
  group: 'notice',
  params: { applyNo: 'text', titleName: 'text', amount: 'fen', number: 'text' },
  names: {
    ...numbers,
    amount: { zh: '金额', en: 'amount' },
    number: { zh: '发票号码', en: 'invoice number' },
  },
  title: { zh: '发票已开具', en: 'Invoice issued' },
  text: {
    zh: '您申请的发票已开具：{titleName}，{amount} 元，发票号码 {number}。可以在“我的发票”查看和下载。',
    en: 'Your invoice was issued to {titleName} for ¥{amount}, number {number}. See and download it under your invoices.',
  },
  way: '/my?tab=invoices',
})

/** An invoice was reversed, as a whole or in part. */
export const invoiceReversed = messageKind({
  code: 'invoice.reversed',
  group: 'notice',
  params: { number: 'text', titleName: 'text', amount: 'fen', redNumber: 'text' },
  names: {
    number: { zh: '发票号码', en: 'invoice number' },
    titleName: numbers.titleName,
    amount: { zh: '红冲金额', en: 'sum reversed' },
    redNumber: { zh: '红字发票号码', en: 'number of the red invoice' },
  },
  title: { zh: '发票已红冲', en: 'Invoice reversed' },
  text: {
    zh: '开给 {titleName} 的发票 {number} 已红冲 {amount} 元，红字发票号码 {redNumber}。已入账的，请一并调整。',
    en: 'Of invoice {number} to {titleName}, ¥{amount} was reversed by red invoice {redNumber}. Where it is in your books, correct them too.',
  },
  way: '/my?tab=invoices',
})

/** A request for an invoice was rejected. */
export const invoiceRejected = messageKind({
  code: 'invoice.rejected',
  group: 'notice',
  params: { applyNo: 'text', reason: 'text' },
  names: { applyNo: numbers.applyNo, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '发票申请未通过', en: 'Invoice request rejected' },
  text: {
    zh: '发票申请 {applyNo} 未通过：{reason}。改好后可以重新提交。',
    en: 'Invoice request {applyNo} was rejected: {reason}. You can submit it again once that is put right.',
  },
  way: '/my?tab=invoices',
})

/** A request for an invoice ended because money of it goes back. */
export const invoiceEnded = messageKind({
  code: 'invoice.ended',
  group: 'notice',
  params: { applyNo: 'text', orderNo: 'text' },
  names: { applyNo: numbers.applyNo, orderNo: { zh: '订单号', en: 'order number' } },
  title: { zh: '发票申请已结束', en: 'Invoice request ended' },
  text: {
    zh: '订单 {orderNo} 退款，金额已变，发票申请 {applyNo} 随之结束。退款后仍有余额的，可以重新申请。',
    en: 'Order {orderNo} is being refunded, so its sum has changed and invoice request {applyNo} has ended. What is left afterwards can be requested again.',
  },
  way: '/my?tab=invoices',
})

/** The credit line falls below what the office wants to be warned at. */
export const creditAlarm = messageKind({
  code: 'invoice.creditAlarm',
  group: 'alarm',
  params: { left: 'fen' },
  names: { left: { zh: '剩余额度', en: 'credit left' } },
  title: { zh: '开票授信额度不足', en: 'Credit line for invoices is low' },
  text: {
    zh: '本月还能开具 {left} 元（不含税），已低于提醒金额。请到电子税务局申请调整授信额度，用完后本月的发票开不出来。',
    en: '¥{left} without tax can still be issued this month, less than the amount set for a warning. Apply for more at the electronic tax bureau; once it is used up, no more invoices are issued this month.',
  },
  way: '/invoice-manage/invoice-list',
})
