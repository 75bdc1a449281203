import { invoiceKinds } from '../../../contract/invoicing.ts'
import { type Static, Type } from 'typebox'
import { call, Fen, FreeText, Id, Keyword, Moment, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { Invoice, invoiceColours, InvoiceDetail, invoiceFormats, InvoiceStatus } from '../contract.ts'

export const issueRefusals = refusals({
  noProvider: {
    code: 409,
    zh: '本项目没有接通开票服务商，请在税局开票后登记',
    en: 'The project has no invoice provider; issue it at the tax bureau and record it here',
  },
  numberTaken: {
    code: 409,
    zh: '发票号码 {number} 已登记在申请 {applyNo} 上',
    en: 'Invoice number {number} is recorded for request {applyNo}',
  },
  numberWrong: { code: 422, zh: '发票号码为 20 位数字', en: 'An invoice number has 20 digits' },
  numberMissing: { code: 422, zh: '没有填写这一张的发票号码', en: 'No number is given for this one' },
  dayAhead: { code: 422, zh: '开票日期不能晚于今天', en: 'The day of issue cannot be in the future' },
  dayEarly: {
    code: 422,
    zh: '开票日期不能早于付款日期',
    en: 'The day of issue cannot be before the payment',
  },
  fileAbsent: {
    code: 422,
    zh: '没有找到上传的文件，请重新上传',
    en: 'The uploaded file was not found; upload it again',
  },
  dayBeforeBlue: {
    code: 422,
    zh: '红字发票的日期不能早于蓝字发票',
    en: 'A red invoice cannot be dated before the one it reverses',
  },
  notBlue: {
    code: 409,
    zh: '这是红字发票，请用红冲的操作',
    en: 'This is a red invoice; use the steps of a reversal',
  },
  redFirst: {
    code: 409,
    zh: '要先等原发票红冲，才能开具替换它的发票',
    en: 'The invoice it replaces must be reversed first',
  },
  notUnderWay: {
    code: 409,
    zh: '这张发票已经有结果，不再查询',
    en: 'This invoice has its result already and is queried no more',
  },
  provided: {
    code: 409,
    zh: '这张红字发票已提交服务商，会自动开具，不能登记',
    en: 'This red invoice was requested from the provider and is issued by itself, so it cannot be recorded',
  },
  fileWrong: {
    code: 422,
    zh: '请上传发票的 PDF、OFD 或 XML 文件，最大 {limit} MB',
    en: 'Upload the invoice as a PDF, OFD or XML file of at most {limit} MB',
  },
  settledAlready: { code: 409, zh: '这笔差异已经有人处理', en: 'This difference has been settled already' },
})

/** An invoice in the back office. */
export const ManagedInvoice = Type.Object({
  ...Invoice.properties,
  payerName: Type.String(),
  accountId: Nullable(Id),
  unitId: Nullable(Id),
  unitName: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  applicantName: Nullable(Type.String()),
  deciderName: Nullable(Type.String()),
  provider: Nullable(OneOf(['nuonuo', 'manual'])),
  failureCode: Nullable(Type.String()),
  /** Meaning of that code with what to do about it; null for one that is not known. */
  advice: Nullable(Type.String()),
  attempts: Type.Integer(),
  refundNo: Nullable(Type.String()),
})
export type ManagedInvoice = Static<typeof ManagedInvoice>

const menu = '/invoice-manage/invoice-list'
const InvoiceId = Type.Object({ id: Id })
const Day = Type.String({ format: 'date' })
const Number = Type.String({ pattern: '^\\d{20}$' })

const filters = {
  id: Type.Optional(Id),
  status: Type.Optional(Type.Array(InvoiceStatus, { minItems: 1, maxItems: 20 })),
  colour: Type.Optional(OneOf(invoiceColours)),
  kind: Type.Optional(OneOf(invoiceKinds)),
  orderId: Type.Optional(Id),
  /** A unit with everything below it. */
  unitId: Type.Optional(Id),
  /** Our number, the invoice's, an order's, or part of the title or the payer's name. */
  keyword: Type.Optional(Keyword(60)),
  /** Failed, waiting for the drawer, or without an answer for a day. */
  stuck: Type.Optional(Type.Boolean()),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  issuedFrom: Type.Optional(Moment),
  issuedTo: Type.Optional(Moment),
  amountFrom: Type.Optional(Fen),
  amountTo: Type.Optional(Fen),
}

const list = call('/base/manage-invoice/list.action', {
  allow: menu,
  viewable: true,
  input: Paging(filters, { sort: ['amount', 'createdAt', 'issuedAt'] }, 'InvoiceQuery'),
  output: PageOf(ManagedInvoice),
  summary: 'Blue and red invoices of the units the caller may see, newest first',
})

export const statisticsBy = ['project', 'unit', 'month', 'kind', 'rate'] as const

/** Sums in fen; net is without tax, and blue less red. */
const Sums = {
  blueCount: Type.Integer(),
  blue: Fen,
  redCount: Type.Integer(),
  red: Fen,
  tax: Type.Integer(),
  net: Type.Integer(),
}
export const InvoiceStatistics = Type.Object({
  rows: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), ...Sums })),
  total: Type.Object(Sums),
})

/** Sums of a unit, or of its people: what they paid and how much of it is invoiced. */
export const PooledUnit = Type.Object({
  /** Null: learners of no unit. */
  unitId: Nullable(Id),
  unitName: Type.String(),
  orders: Type.Integer(),
  paid: Fen,
  refunded: Fen,
  opened: Fen,
  red: Fen,
  /** Requested and not issued yet. */
  requested: Fen,
  /** Can still be requested. */
  left: Fen,
})
export type PooledUnit = Static<typeof PooledUnit>

export const differenceKinds = ['unbooked', 'unissued', 'amount'] as const
export const InvoiceDifference = Type.Object({
  id: Id,
  day: Day,
  kind: OneOf(differenceKinds),
  invoiceId: Nullable(Id),
  applyNo: Nullable(Type.String()),
  number: Type.String(),
  issued: Nullable(Fen),
  booked: Nullable(Fen),
  settledAt: Nullable(Moment),
  settledBy: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type InvoiceDifference = Static<typeof InvoiceDifference>

/** A number of one row as it was pasted. */
const Marked = Type.Object({ applyNo: Type.String({ minLength: 4, maxLength: 40 }), number: Number })

export const issueCalls = {
  list,
  detail: call('/base/manage-invoice/detail.action', {
    allow: menu,
    viewable: true,
    input: InvoiceId,
    output: Type.Object({
      ...InvoiceDetail.properties,
      payerName: Type.String(),
      accountId: Nullable(Id),
      unitName: Nullable(Type.String()),
      failureCode: Nullable(Type.String()),
      advice: Nullable(Type.String()),
      attempts: Type.Integer(),
    }),
    summary: 'An invoice in scope with all that is printed on it, what happened to it, and what may be done',
  }),
  open: call('/base/manage-invoice/open.action', {
    allow: `${menu}#open`,
    perMinute: 120,
    input: InvoiceId,
    output: Nothing,
    summary: 'Sends a request, or one that failed, to the provider to be issued',
  }),
  batchOpen: call('/base/manage-invoice/batch-open.action', {
    allow: `${menu}#open`,
    input: Type.Object({ ...Selection(list) }),
    output: BatchResult,
    summary: 'Sends several requests, or all of a filter, to the provider; each is refused or sent by itself',
  }),
  refreshFullOpen: call('/base/manage-invoice/refresh-full-open.action', {
    allow: `${menu}#open`,
    perMinute: 10,
    input: Type.Object({}),
    output: Type.Object({ count: Type.Integer() }),
    summary: 'Asks the provider at once about every invoice that is being issued, in scope',
  }),
  reject: call('/base/manage-invoice/reject.action', {
    allow: `${menu}#open`,
    input: Type.Object({ id: Id, reason: FreeText(200, 2) }),
    output: Nothing,
    summary: 'Rejects a request for a reason the applicant reads',
  }),
  mark: call('/base/manage-invoice/mark.action', {
    allow: `${menu}#mark`,
    input: Type.Object({
      id: Id,
      number: Number,
      day: Day,
      /** The key of an uploaded PDF, OFD or XML file. */
      file: Type.Optional(Type.String({ minLength: 8, maxLength: 200 })),
    }),
    output: Nothing,
    summary: 'Records an invoice that was issued elsewhere: its number, day and file',
  }),
  uploadFile: call('/base/manage-invoice/upload-file.action', {
    allow: `${menu}#mark`,
    body: 'multipart',
    perMinute: 120,
    input: Type.Object({}),
    output: Type.Object({ key: Type.String(), format: OneOf(invoiceFormats) }),
    summary: 'Uploads the PDF, OFD or XML file of an invoice that is recorded next',
  }),
  markAll: call('/base/manage-invoice/mark-all.action', {
    allow: `${menu}#mark`,
    input: Type.Object({
      ...Selection(list),
      day: Day,
      /** Numbers of the rows, as pasted from a sheet; a row without one is refused. */
      numbers: Type.Array(Marked, { minItems: 1, maxItems: 5000 }),
    }),
    output: BatchResult,
    summary:
      'Records several invoices, or all of a filter, that were issued elsewhere, each with its own number',
  }),
  statistics: call('/base/manage-invoice/statistics.action', {
    allow: menu,
    viewable: true,
    input: Type.Object({
      by: OneOf(statisticsBy),
      /** Months of issue. */
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
      unitId: Type.Optional(Id),
      kind: Type.Optional(OneOf(invoiceKinds)),
    }),
    output: InvoiceStatistics,
    summary: 'Issued invoices summed by project, unit, month, kind or rate, with net and tax',
  }),
  unitPool: call('/base/manage-invoice/unit-pool.action', {
    allow: menu,
    viewable: true,
    input: Paging(
      { keyword: Type.Optional(Keyword(60)), onlyLeft: Type.Optional(Type.Boolean()) },
      { sort: ['paid', 'opened', 'left'] },
    ),
    output: PageOf(PooledUnit),
    summary: 'What each unit in scope paid, what of it is invoiced, reversed, and can still be invoiced',
  }),
  provider: call('/base/manage-invoice/provider.action', {
    allow: menu,
    perMinute: 60,
    input: Type.Object({}),
    output: Type.Object({
      provider: OneOf(['nuonuo', 'manual']),
      /** False: the drawer has to sign in at the tax bureau, by the QR code where there is one. */
      isSignedIn: Nullable(Type.Boolean()),
      loginQr: Nullable(Type.String()),
      /** Fen that can still be issued this month; null where the provider does not say. */
      creditLeft: Nullable(Type.Integer()),
      isLow: Type.Boolean(),
      /** The provider gave no answer. */
      isSilent: Type.Boolean(),
    }),
    summary: 'Whether the provider can issue now: the drawer’s session and the credit line',
  }),
  findDifferences: call('/base/manage-invoice/find-differences.action', {
    allow: menu,
    wholeProject: true,
    viewable: true,
    input: Paging({ open: Type.Optional(Type.Boolean()) }, { sort: ['day'] }),
    output: PageOf(InvoiceDifference),
    summary: 'Invoices that the provider’s list of a day and the books have otherwise than each other',
  }),
  settleDifference: call('/base/manage-invoice/settle-difference.action', {
    allow: `${menu}#mark`,
    wholeProject: true,
    input: Type.Object({ id: Id, reason: FreeText(200, 2) }),
    output: Nothing,
    summary: 'Settles a difference with what was found out and done about it; nothing in the books changes',
  }),
  uploadCallback: call('/base/user-invoice/upload-callback.action', {
    allow: 'public',
    aliases: ['/api/invoice-upload-callback.action', '/invoice-upload-callback.action'],
    perMinute: 6000,
    input: Type.Object({
      /** Capability of the address that the provider was given. */
      key: Type.String({ minLength: 16, maxLength: 100 }),
    }),
    output: Nothing,
    summary:
      'Hears from the provider that an invoice has changed; nothing in it is believed, the provider is asked',
  }),
}

export const issueExports = {
  exportAll: exportOf(list, '/base/manage-invoice/export-all.action', {
    title: { zh: '发票', en: 'Invoices' },
    numbers: ['mobile'],
  }),
  exportDifferences: exportOf(issueCalls.findDifferences, '/base/manage-invoice/export-differences.action', {
    title: { zh: '发票差异', en: 'Invoice differences' },
  }),
  exportUnitPool: exportOf(issueCalls.unitPool, '/base/manage-invoice/export-unit-pool.action', {
    title: { zh: '单位开票情况', en: 'Invoices by unit' },
  }),
}
