import type { OutputOf } from '../contract/call.ts'
import type { CanInvoice, Invoice, invoiceCalls } from '../features/invoice/contract.ts'
import type { issueCalls, ManagedInvoice } from '../features/invoice/issue/contract.ts'

/** Answers of the calls of invoices in tests that draw pages, each complete, with changes. */

export const anInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: 'i1',
  applyNo: 'FP20231122A1',
  colour: 'blue',
  kind: 'ordinary',
  status: 'opened',
  titleName: '王芳',
  taxNo: null,
  orderNos: ['20231122AB'],
  amount: 30900,
  tax: 900,
  number: '23312000000012345678',
  issuedAt: '2023-11-22T03:00:00.000Z',
  formats: ['pdf', 'ofd', 'xml'],
  problem: null,
  originalNumber: null,
  redReason: null,
  formUntil: null,
  formBy: null,
  isSpent: false,
  createdAt: '2023-11-22T02:30:00.000Z',
  ...changes,
})

/** An invoice in the list of the office. */
export const aManagedInvoice = (changes: Partial<ManagedInvoice> = {}): ManagedInvoice => ({
  ...anInvoice(),
  payerName: '王芳',
  accountId: 'a1',
  unitId: null,
  unitName: null,
  mobileMask: '139****0001',
  applicantName: '王芳',
  deciderName: null,
  provider: 'nuonuo',
  failureCode: null,
  advice: null,
  attempts: 1,
  refundNo: null,
  ...changes,
})

type Detail = OutputOf<typeof issueCalls.detail>

/** An invoice with all that is printed on it, as the office has it; a payer's has less. */
export const anInvoiceDetail = (changes: Partial<Detail> = {}): Detail => ({
  ...anInvoice(),
  title: { kind: 'personal', name: '王芳', taxNo: null, address: '', phone: '', bank: '', bankAccount: '' },
  seller: {
    name: '江海继续教育中心',
    taxNo: '91310000MA1FL4B681',
    address: '',
    phone: '',
    bank: '',
    bankAccount: '',
    drawer: '李开',
  },
  remark: '订单 20231122AB',
  email: 'wang@example.com',
  amountInCharacters: '叁佰零玖元整',
  lines: [
    {
      lineNo: 1,
      orderNo: '20231122AB',
      name: '*非学历教育服务*急救',
      taxCode: '3070201020000000000',
      quantity: 1,
      amount: 20600,
      rate: 300,
      policy: '01',
      tax: 600,
      reddened: 0,
      originalLine: null,
    },
    {
      lineNo: 2,
      orderNo: '20231122AB',
      name: '*非学历教育服务*写作',
      taxCode: '3070201020000000000',
      quantity: 1,
      amount: 10300,
      rate: 300,
      policy: '01',
      tax: 300,
      reddened: 0,
      originalLine: null,
    },
  ],
  orders: [{ orderId: 'o1', orderNo: '20231122AB', kind: 'personal', amount: 30900 }],
  rosterCount: 0,
  originalId: null,
  replacesId: null,
  refundNo: null,
  timeline: [
    {
      invoiceId: 'i1',
      colour: 'blue',
      applyNo: 'FP20231122A1',
      status: 'requested',
      number: null,
      at: '2023-11-22T02:30:00.000Z',
      by: null,
      note: null,
    },
    {
      invoiceId: 'i1',
      colour: 'blue',
      applyNo: 'FP20231122A1',
      status: 'opened',
      number: '23312000000012345678',
      at: '2023-11-22T03:00:00.000Z',
      by: null,
      note: null,
    },
  ],
  loginQr: null,
  loginUntil: null,
  steps: ['download', 'mail', 'reOpen'],
  payerName: '王芳',
  accountId: 'a1',
  unitName: null,
  failureCode: null,
  advice: null,
  attempts: 1,
  ...changes,
})

export const aCanInvoice = (changes: Partial<CanInvoice> = {}): CanInvoice => ({
  orderId: 'o1',
  orderNo: '20231122AB',
  kind: 'personal',
  status: 'paid',
  payerName: '王芳',
  classNames: ['急救', '写作'],
  headCount: 1,
  paidAt: '2023-11-22T02:31:00.000Z',
  amount: 30900,
  refunded: 0,
  invoiced: 0,
  left: 30900,
  block: null,
  ...changes,
})

type Own = OutputOf<typeof invoiceCalls.accountInvoice>

/** A payer's titles and what may be asked for. */
export const anOwn = (changes: Partial<Own> = {}): Own => ({
  open: true,
  kinds: ['ordinary', 'special'],
  withinDays: 365,
  titles: [
    {
      id: 't1',
      kind: 'enterprise',
      name: '江海第一医院',
      taxNo: '91310000MA1FL4B681',
      address: '',
      phone: '',
      bank: '',
      bankAccount: '',
    },
    {
      id: 't2',
      kind: 'personal',
      name: '王芳',
      taxNo: null,
      address: '',
      phone: '',
      bank: '',
      bankAccount: '',
    },
  ],
  email: 'wang@example.com',
  orders: 1,
  left: 30900,
  ...changes,
})

/** Content of an invoice before it is requested. */
export function aPreview(): OutputOf<typeof invoiceCalls.invoiceRemark> {
  const { remark, amount, tax, amountInCharacters, seller, lines, rosterCount } = anInvoiceDetail()
  return {
    remark,
    limit: 230,
    amount,
    tax,
    amountInCharacters,
    seller,
    lines: lines.map(({ reddened: _, originalLine: __, ...line }) => line),
    rosterCount,
    paper: 'a'.repeat(64),
  }
}
