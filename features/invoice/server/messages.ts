import { messageKind } from '../../../contract/message.ts'

/** An invoice was issued. */
export const invoiceIssued = messageKind({
  code: 'invoice.issued',
  group: 'notice',
  params: { id: 'id', applyNo: 'text', number: 'text', amount: 'fen' },
  names: {
    applyNo: { zh: '申请号', en: 'request number' },
    number: { zh: '发票号码', en: 'invoice number' },
    amount: { zh: '金额', en: 'amount' },
  },
  title: { zh: '发票已开具', en: 'Invoice issued' },
  text: {
    zh: '您申请的发票 {applyNo} 已开具，号码 {number}，金额 {amount} 元，可以下载。',
    en: 'Invoice {number} for ¥{amount}, which you requested as {applyNo}, was issued and can be downloaded.',
  },
  way: '/my?tab=invoices&invoice={id}',
})

/** An invoice could not be issued; its applicant may correct it. */
export const invoiceFailed = messageKind({
  code: 'invoice.failed',
  group: 'notice',
  params: { applyNo: 'text', reason: 'text' },
  names: { applyNo: { zh: '申请号', en: 'request number' }, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '发票开具失败', en: 'Invoice failed' },
  text: {
    zh: '发票申请 {applyNo} 开具失败：{reason}。',
    en: 'The invoice of request {applyNo} could not be issued: {reason}.',
  },
  way: '/invoice-manage/invoice-list?keyword={applyNo}',
})

/** A request for an invoice was rejected. */
export const invoiceRejected = messageKind({
  code: 'invoice.rejected',
  group: 'notice',
  params: { id: 'id', applyNo: 'text', reason: 'text' },
  names: { applyNo: { zh: '申请号', en: 'request number' }, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '发票申请被驳回', en: 'Invoice request rejected' },
  text: {
    zh: '您的发票申请 {applyNo} 被驳回：{reason}。修改后可以重新提交。',
    en: 'Your invoice request {applyNo} was rejected: {reason}. You can correct it and submit it again.',
  },
  way: '/my?tab=invoices&invoice={id}',
})
