import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  Id,
  Keyword,
  Moment,
  Named,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
  Text,
} from '../../contract/call.ts'
import { invoiceKinds } from '../../contract/invoicing.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { OrderStatus } from '../order/contract.ts'
import { BuyerTitle, SellerProfile, titleRefusals } from './config/contract.ts'
import { blueLifecycle, invoiceSteps, ordersOfInvoice, redLifecycle, redReasons } from './rules.ts'

export { BuyerTitle, titleKinds } from './config/contract.ts'
export const invoiceColours = ['blue', 'red'] as const
export const invoiceFormats = ['pdf', 'ofd', 'xml'] as const
export const invoiceStatuses = [...new Set([...blueLifecycle.states, ...redLifecycle.states])] as const
export const InvoiceStatus = OneOf(invoiceStatuses)
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Reasons for which an order is not, or no more, invoiced. */
export const invoiceRules = refusals({
  notOpen: {
    code: 409,
    zh: '本平台没有开放开票，请联系客服',
    en: 'Invoices cannot be requested here; please contact support',
  },
  notPaid: { code: 409, zh: '订单 {orderNo} 还没有付款，不能开票', en: 'Order {orderNo} is not paid yet' },
  waived: {
    code: 409,
    zh: '订单 {orderNo} 已免缴费用，没有可开票的金额',
    en: 'Order {orderNo} was waived, so there is no money to invoice',
  },
  refunded: {
    code: 409,
    zh: '订单 {orderNo} 已全部退款，没有可开票的金额',
    en: 'Order {orderNo} was refunded in full',
  },
  refunding: {
    code: 409,
    zh: '订单 {orderNo} 正在退款，请等退款结束后再开票',
    en: 'A refund of order {orderNo} is under way; request the invoice when it has ended',
  },
  invoiced: {
    code: 409,
    zh: '订单 {orderNo} 的金额已全部开票或申请开票',
    en: 'All of order {orderNo} is invoiced already, or an invoice was requested',
  },
  tooLate: {
    code: 409,
    zh: '付款后 {days} 天内可以申请开票，订单 {orderNo} 已超过；请联系客服',
    en: 'Invoices can be requested within {days} {days|day|days} of payment; for order {orderNo} please contact support',
  },
  mixedPayers: {
    code: 422,
    zh: '订单 {orderNo} 的付款方不同，一张发票只能开给一个付款方',
    en: 'Order {orderNo} was paid by someone else; an invoice is for one payer',
  },
  ...titleRefusals,
  remarkTooLong: {
    code: 422,
    zh: '备注共 {actual} 个字，超过 {limit} 个字；请减少订单',
    en: 'The remark has {actual} characters, more than {limit}; choose fewer orders',
  },
  noTaxLine: {
    code: 409,
    zh: '“{name}”还没有设置开票项目，请联系客服',
    en: 'The tax line of “{name}” is not set up yet; please contact support',
  },
  noSeller: {
    code: 409,
    zh: '还没有设置销售方资料，请联系客服',
    en: 'The seller is not set up yet; please contact support',
  },
})

export const invoiceRefusals = refusals({
  ...invoiceRules,
  otherRequest: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的申请内容不同，没有重复开票；请关闭后重新打开，核对已有的申请',
    en: 'This submission differs from the request already submitted under the same number, so nothing more was requested; close this, open it again and check the requests there are',
  },
  amountChanged: {
    code: 409,
    zh: '可开票金额已变为 ¥{amount}，请核对后再提交',
    en: 'The sum to be invoiced is now ¥{amount}; check it and submit again',
  },
  leftLess: {
    code: 409,
    zh: '订单 {orderNo} 可开票的金额只剩 ¥{left}，少于这次申请的 ¥{amount}，不能按原金额重新提交；请重新申请开票',
    en: 'Only ¥{left} of order {orderNo} can still be invoiced, less than the ¥{amount} of this request, so it cannot be submitted again; request a new invoice',
  },
  paperChanged: {
    code: 409,
    zh: '发票的税目、税额、备注或销售方已有变化，请重新核对后再提交',
    en: 'A tax line, the tax, the remark or the seller has changed; check the invoice and submit again',
  },
  notOpened: {
    code: 409,
    zh: '发票还没有开具，没有可下载的文件',
    en: 'The invoice is not issued yet, so there is no file',
  },
  cannotPrint: {
    code: 422,
    zh: '“{letters}”暂时无法印在发票上，请换一种写法或联系客服',
    en: '“{letters}” cannot be printed on an invoice yet; write it otherwise or contact support',
  },
  noMail: {
    code: 503,
    zh: '现在不能发送邮件，请直接下载发票',
    en: 'No e-mail can be sent now; download the invoice instead',
  },
  mailsADay: {
    code: 429,
    zh: '今天发送的发票邮件太多，请 {minutes} 分钟后再试，或直接下载',
    en: 'Too many invoices were mailed today; try again in {minutes} {minutes|minute|minutes}, or download them',
  },
  mailWrong: { code: 422, zh: '邮箱格式不对', en: 'This is no e-mail address' },
  waitsForRed: {
    code: 409,
    zh: '原发票红冲之后才会开具这一张，现在不能撤回',
    en: 'It is issued once the invoice it replaces is reversed, so it cannot be withdrawn now',
  },
  noRoster: { code: 404, zh: '这张发票没有名单', en: 'This invoice has no roster' },
  noFile: { code: 404, zh: '这张发票没有 {format} 文件', en: 'This invoice has no {format} file' },
  noEmail: { code: 422, zh: '请填写邮箱', en: 'An e-mail address is needed' },
})

/** Seller as printed. */
export const InvoiceSeller = Type.Omit(SellerProfile, ['from'])
export type InvoiceSeller = Static<typeof InvoiceSeller>

/** A line as printed; sums in fen, with tax. */
export const InvoiceLine = Named('InvoiceLine', {
  lineNo: Type.Integer(),
  orderNo: Type.String(),
  name: Type.String(),
  taxCode: Type.String(),
  quantity: Type.Integer(),
  amount: Fen,
  /** Hundredths of a percent. */
  rate: Type.Integer(),
  policy: Nullable(Type.String()),
  tax: Fen,
  /** Fen of it that red invoices reverse or have reversed. */
  reddened: Fen,
  /** Line of the blue invoice that a line of a red one reverses. */
  originalLine: Nullable(Type.Integer()),
})
export type InvoiceLine = Static<typeof InvoiceLine>

/** An invoice of either colour in a list. */
export const Invoice = Named('Invoice', {
  id: Id,
  applyNo: Type.String(),
  colour: OneOf(invoiceColours),
  kind: OneOf(invoiceKinds),
  status: InvoiceStatus,
  titleName: Type.String(),
  taxNo: Nullable(Type.String()),
  orderNos: Type.Array(Type.String()),
  /** Fen with tax, and the tax in it. */
  amount: Fen,
  tax: Fen,
  /** 20 digits, once it is issued. */
  number: Nullable(Type.String()),
  issuedAt: Nullable(Moment),
  formats: Type.Array(OneOf(invoiceFormats)),
  /** The provider's words for why it failed, or the office's for why it was rejected. */
  problem: Nullable(Type.String()),
  originalNumber: Nullable(Type.String()),
  redReason: Nullable(OneOf(Object.keys(redReasons) as (keyof typeof redReasons)[])),
  /** Until when the other side can confirm its form. */
  formUntil: Nullable(Moment),
  formBy: Nullable(OneOf(['buyer', 'seller'])),
  /** It was rejected, and what it was for was refunded or invoiced since: it cannot be submitted again. */
  isSpent: Type.Boolean(),
  createdAt: Moment,
})
export type Invoice = Static<typeof Invoice>

/** One step of the chain blue → form → red → blue, the oldest first. */
export const InvoiceStep = Named('InvoiceStep', {
  invoiceId: Id,
  colour: OneOf(invoiceColours),
  applyNo: Type.String(),
  status: InvoiceStatus,
  number: Nullable(Type.String()),
  at: Moment,
  /** Person who did it, for the office alone. */
  by: Nullable(Type.String()),
  note: Nullable(Type.String()),
})

/** An invoice with all that is printed on it and what happened to it. */
export const InvoiceDetail = Named('InvoiceDetail', {
  ...Invoice.properties,
  title: BuyerTitle,
  seller: InvoiceSeller,
  remark: Type.String(),
  email: Nullable(Type.String()),
  amountInCharacters: Type.String(),
  lines: Type.Array(InvoiceLine),
  /** Its orders, with their sums on it. */
  orders: Type.Array(
    Type.Object({
      orderId: Id,
      orderNo: Type.String(),
      kind: OneOf(['personal', 'batch', 'cms']),
      amount: Fen,
    }),
  ),
  /** People a unit paid for, whose roster is annexed; 0 without one. */
  rosterCount: Type.Integer(),
  originalId: Nullable(Id),
  replacesId: Nullable(Id),
  /** A refund that waits for this red invoice. */
  refundNo: Nullable(Type.String()),
  timeline: Type.Array(InvoiceStep),
  /** The text of the QR code by which the drawer signs in; for the office alone. */
  loginQr: Nullable(Type.String()),
  loginUntil: Nullable(Moment),
  steps: Type.Array(OneOf(invoiceSteps)),
})
export type InvoiceDetail = Static<typeof InvoiceDetail>

/** An order with what of it can be invoiced, or why nothing can. */
export const CanInvoice = Type.Object({
  orderId: Id,
  orderNo: Type.String(),
  kind: OneOf(['personal', 'batch', 'cms']),
  status: OrderStatus,
  payerName: Type.String(),
  classNames: Type.Array(Type.String()),
  headCount: Type.Integer(),
  paidAt: Nullable(Moment),
  amount: Fen,
  refunded: Fen,
  invoiced: Fen,
  /** Fen that an invoice can still be for. */
  left: Fen,
  /** Sentence that says why it cannot be invoiced; null where it can. */
  block: Nullable(Type.String()),
})
export type CanInvoice = Static<typeof CanInvoice>

const office = '/invoice-manage/invoice-list'
/** Learners for themselves; managers of a unit for what the unit paid. */
const payer = ['learner', '/train-manage/unit-class'] as const
const OrderIds = Type.Array(Id, { minItems: 1, maxItems: ordersOfInvoice, uniqueItems: true })
const InvoiceId = Type.Object({ id: Id })
const RequestKey = Text(64, 8)

export const invoiceCalls = {
  list: call('/base/user-invoice/list.action', {
    allow: payer,
    viewable: true,
    input: Paging(
      {
        status: Type.Optional(Type.Array(InvoiceStatus, { minItems: 1, maxItems: 20 })),
        colour: Type.Optional(OneOf(invoiceColours)),
        orderId: Type.Optional(Id),
        /** Our number, the invoice's, or part of the title. */
        keyword: Type.Optional(Keyword(60)),
      },
      { sort: ['amount', 'createdAt', 'issuedAt'] },
    ),
    output: PageOf(Invoice),
    summary: 'Invoices of what the caller, or the caller’s unit, has paid, newest first',
  }),
  canAddList: call('/base/user-invoice/can-add-list.action', {
    allow: payer,
    viewable: true,
    input: Paging(
      {
        /** Only orders of which something can be invoiced. */
        only: Type.Optional(OneOf(['left', 'all'])),
        orderId: Type.Optional(Id),
      },
      { sort: ['paidAt', 'amount'] },
    ),
    output: PageOf(CanInvoice),
    summary:
      'Orders the caller or the caller’s unit paid, with what of each can be invoiced or why nothing can',
  }),
  invoiceRemark: call('/base/user-invoice/invoice-remark.action', {
    allow: payer,
    viewable: true,
    input: Type.Object({ orderIds: OrderIds }),
    output: Type.Object({
      /** Exactly as printed. */
      remark: Type.String(),
      limit: Type.Integer(),
      amount: Fen,
      tax: Fen,
      amountInCharacters: Type.String(),
      seller: InvoiceSeller,
      lines: Type.Array(Type.Omit(InvoiceLine, ['reddened', 'originalLine'])),
      rosterCount: Type.Integer(),
      /** Hash of all this, for the request that follows. */
      paper: Type.String(),
    }),
    summary:
      'What an invoice for these orders would say: its lines, sums and exact remark; nothing is requested',
  }),
  accountInvoice: call('/base/user-invoice/account-invoice.action', {
    allow: payer,
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({
      open: Type.Boolean(),
      kinds: Type.Array(OneOf(invoiceKinds)),
      withinDays: Type.Integer(),
      /** Titles used before or kept for the unit, the last one first. */
      titles: Type.Array(Type.Object({ id: Nullable(Id), ...BuyerTitle.properties })),
      email: Nullable(Type.String()),
      /** Orders, and fen of them, that can be invoiced now. */
      orders: Type.Integer(),
      left: Fen,
    }),
    summary: 'The caller’s invoice titles, and how much can be invoiced now',
  }),
  removeTitle: call('/base/user-invoice/remove-title.action', {
    allow: payer,
    input: InvoiceId,
    output: Nothing,
    summary: 'Removes a title from those that are offered again',
  }),
  save: call('/base/user-invoice/save.action', {
    allow: payer,
    input: Type.Object({
      orderIds: OrderIds,
      kind: OneOf(invoiceKinds),
      title: BuyerTitle,
      /** Address to which the files are sent once it is issued. */
      email: Type.Optional(Nullable(Normalized('email', 100))),
      /** Sum the caller saw; another is refused with the new one. */
      expectedAmount: Fen,
      /** Hash of what the caller saw in the preview: anything else that would be printed is refused. */
      paper: Type.Optional(Text(64, 64)),
      /** Made once a form: the same key gives the same invoice, and is refused with another request. */
      requestKey: RequestKey,
    }),
    output: Type.Object({ id: Id, applyNo: Type.String() }),
    summary: 'Requests an invoice for orders of one payer: all that can be invoiced of each',
  }),
  reSave: call('/base/user-invoice/re-save.action', {
    allow: [...payer, `${office}#open`],
    perMinute: 60,
    input: Type.Object({
      id: Id,
      kind: OneOf(invoiceKinds),
      title: BuyerTitle,
      email: Type.Optional(Nullable(Normalized('email', 100))),
    }),
    output: Nothing,
    summary: 'Submits a request again, with its title put right, that waits, failed or was rejected',
  }),
  withdraw: call('/base/user-invoice/withdraw.action', {
    allow: payer,
    input: InvoiceId,
    output: Nothing,
    summary: 'Withdraws a request that nobody has begun to issue; its orders can be invoiced again',
  }),
  detail: call('/base/user-invoice/detail.action', {
    allow: payer,
    viewable: true,
    input: InvoiceId,
    output: InvoiceDetail,
    summary:
      'An invoice of what the caller or the caller’s unit paid, with its lines and what happened to it',
  }),
  download: call('/base/user-invoice/download.action', {
    allow: [...payer, office],
    viewable: true,
    method: 'GET',
    reply: 'file',
    input: Type.Object({ id: Id, format: OneOf([...invoiceFormats, 'roster']) }),
    output: Nothing,
    summary: 'An issued invoice as PDF, OFD or XML, or the roster of the people a unit paid for as a sheet',
  }),
  mail: call('/base/user-invoice/mail.action', {
    allow: [...payer, office],
    perMinute: 10,
    input: Type.Object({ id: Id, email: Normalized('email', 100, 3) }),
    output: Nothing,
    summary: 'Sends the files of an issued invoice to an e-mail address',
  }),
}
