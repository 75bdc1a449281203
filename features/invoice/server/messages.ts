import { messageKind } from '../../../contract/message.ts'

/** Somebody else changed a request for an invoice. */
export const invoiceRetitled = messageKind({
  code: 'invoice.retitled',
  group: 'notice',
  params: { applyNo: 'text', titleName: 'text' },
  names: {
    applyNo: { zh: '申请编号', en: 'request number' },
    titleName: { zh: '抬头', en: 'title' },
  },
  title: { zh: '发票申请有修改', en: 'Invoice request changed' },
  text: {
    zh: '发票申请 {applyNo} 由他人修改，抬头现为：{titleName}。如有不对，请到“我的发票”修改或撤回。',
    en: 'Somebody else changed invoice request {applyNo}: it is now made out to {titleName}. If that is wrong, correct or withdraw it under your invoices.',
  },
  way: '/my?tab=invoices',
})
