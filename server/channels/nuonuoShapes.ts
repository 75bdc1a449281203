import { type Static, Type } from 'typebox'
import type { InvoiceKind, RedFormState, RedReason } from '../../contract/invoicing.ts'
import { decimalYuan } from '../../contract/money.ts'
import type {
  InvoiceBuyer,
  InvoiceFiles,
  InvoiceLine,
  InvoiceSeller,
  IssuedInvoice,
  ListedInvoice,
  NewInvoice,
  NewRedForm,
  RedForm,
  RedLine,
} from './invoicing.ts'
import { ChannelFailure } from './payment.ts'
import { chineseTime } from './wechatPay.ts'

/** Kinds of invoices by 诺诺's words. */
const invoiceLines = { ordinary: 'pc', special: 'bs' } as const satisfies Record<InvoiceKind, string>

/** Reasons of red invoices by 诺诺's numbers, which are not the tax bureau's. */
export const nuonuoReasons = {
  return: '1',
  error: '2',
  serviceEnded: '3',
  allowance: '4',
} as const satisfies Record<RedReason, string>

/** States of red forms by the tax bureau's numbers; 15 and 16 are 诺诺's own. */
export const redStates: Readonly<Record<string, RedFormState>> = {
  '01': 'noneNeeded',
  '02': 'waitsForBuyer',
  '03': 'waitsForSeller',
  '04': 'confirmed',
  '05': 'refused',
  '06': 'refused',
  '07': 'lapsed',
  '08': 'revoked',
  '09': 'revoked',
  '10': 'void',
  '11': 'void',
  '12': 'void',
  '13': 'void',
  '15': 'applying',
  '16': 'failed',
}

/** A field that may be a number, empty, or not there. */
export type Field = string | number | null | undefined
export const Field = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]))

/** An invoice as 诺诺 answers about it; numbers come as texts and as numbers. */
export const NuonuoInvoice = Type.Object({
  status: Type.Union([Type.String(), Type.Number()]),
  serialNo: Field,
  orderNo: Field,
  failCause: Field,
  statusMsg: Field,
  allElectronicInvoiceNumber: Field,
  invoiceNo: Field,
  invoiceTime: Field,
  orderAmount: Field,
  taxAmount: Field,
  payerName: Field,
  pdfUrl: Field,
  ofdUrl: Field,
  xmlUrl: Field,
})
export type NuonuoInvoice = Static<typeof NuonuoInvoice>

/** A red form as 诺诺 answers about it. */
export const NuonuoForm = Type.Object({
  billId: Field,
  billNo: Field,
  billUuid: Field,
  billStatus: Type.Union([Type.String(), Type.Number()]),
  billMessage: Field,
  applySource: Field,
  blueElecInvoiceNumber: Field,
  blueInvoiceNumber: Field,
  redReason: Field,
  taxExcludedAmount: Field,
  taxAmount: Field,
  orderNo: Field,
  redInvoiceNumber: Field,
  detail: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Array(Type.Object({ blueDetailIndex: Field, taxExcludedAmount: Field, taxAmount: Field })),
    ]),
  ),
})
export type NuonuoForm = Static<typeof NuonuoForm>

/** A field as a text, null where it is empty. */
export const textOf = (field: Field): string | null =>
  field === undefined || field === null || field === '' ? null : String(field)

/** Fen of yuan as a provider writes them, with a sign or without. Throws ChannelFailure. */
export function fenOf(field: Field): number {
  const [, sign, whole, cents = ''] =
    /^([-+]?)(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(String(field ?? '').trim()) ?? []
  if (whole === undefined) throw new ChannelFailure('an invoice has a sum that is none')
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && fen > 0 ? -fen : fen
}

/** A quotient of whole numbers as a decimal text of at most so many places, halves upwards. */
function decimal(dividend: bigint, divisor: bigint, places: number): string {
  const scale = 10n ** BigInt(places)
  const scaled = (dividend * scale * 2n + divisor) / (divisor * 2n)
  const rest = String(scaled % scale)
    .padStart(places, '0')
    .replace(/0+$/, '')
  return `${scaled / scale}${rest && `.${rest}`}`
}

/** Yuan of a piece, to eight places. */
export const unitPrice = (amount: number, quantity: number): string =>
  decimal(BigInt(amount), BigInt(quantity) * 100n, 8)

/** A rate in hundredths of a percent as 诺诺 writes it: 600 → 0.06. */
export const rateText = (rate: number): string => decimal(BigInt(rate), 10_000n, 4)

const account = ({ bank, bankAccount }: InvoiceBuyer | InvoiceSeller) =>
  [bank, bankAccount].filter(Boolean).join(' ')

/** Mark of a line without tax: free of it, not subject to it, or taxed with nothing. */
const zeroMark = (rate: number, policy: string | null) =>
  rate > 0 ? '' : policy === '03' ? '1' : policy === '04' ? '2' : '3'

/** A moment as 诺诺 writes it: to the second, in Chinese time, without saying so. */
const nuonuoTime = (moment: string) => chineseTime(moment).slice(0, 19).replace('T', ' ')

const detailOf = ({ name, taxCode, quantity, amount, tax, rate, policy }: InvoiceLine) => ({
  goodsName: name,
  goodsCode: taxCode,
  num: String(quantity),
  price: unitPrice(amount, quantity),
  withTaxFlag: '1',
  taxRate: rateText(rate),
  tax: decimalYuan(tax),
  taxExcludedAmount: decimalYuan(amount - tax),
  taxIncludedAmount: decimalYuan(amount),
  invoiceLineProperty: '0',
  favouredPolicyFlag: policy ?? '0',
  zeroRateFlag: zeroMark(rate, policy),
})

/** The body that asks for a blue invoice. */
export function orderOf(blue: NewInvoice): object {
  const { buyer, seller } = blue
  return {
    order: {
      orderNo: blue.serial,
      invoiceDate: nuonuoTime(new Date().toISOString()),
      invoiceType: '1',
      invoiceLine: invoiceLines[blue.kind],
      buyerName: buyer.name,
      buyerTaxNum: buyer.taxNo ?? '',
      buyerTel: buyer.phone ?? '',
      buyerAddress: buyer.address ?? '',
      buyerAccount: account(buyer),
      naturalPersonFlag: buyer.isNatural ? '1' : '0',
      salerTaxNum: seller.taxNo,
      salerTel: seller.phone ?? '',
      salerAddress: seller.address ?? '',
      salerAccount: account(seller),
      clerk: blue.drawer,
      remark: blue.remark,
      // The portal delivers it.
      pushMode: '-1',
      callBackUrl: blue.callbackUrl,
      invoiceDetail: blue.lines.map(detailOf),
    },
  }
}

const redDetail = ({ index, name, taxCode, quantity, amount, tax, rate, policy }: RedLine) => ({
  blueDetailIndex: String(index),
  goodsName: name,
  goodsCode: taxCode,
  taxExcludedAmount: decimalYuan(tax - amount),
  taxAmount: decimalYuan(-tax),
  taxRate: rateText(rate),
  favouredPolicyFlag: policy ?? '',
  ...(quantity === null
    ? {}
    : { num: String(-quantity), taxExcludedPrice: unitPrice(amount - tax, quantity) }),
})

/** The body that asks for a red form; without lines the whole invoice turns red. */
export function formOf({ serial, redSerial, blue, reason, lines, callbackUrl }: NewRedForm): object {
  return {
    billId: serial,
    orderNo: redSerial,
    applySource: '0',
    blueInvoiceLine: invoiceLines[blue.kind],
    blueElecInvoiceNumber: blue.number,
    sellerTaxNo: blue.seller.taxNo,
    sellerName: blue.seller.name,
    buyerTaxNo: blue.buyer.taxNo ?? '',
    buyerName: blue.buyer.name,
    redReason: nuonuoReasons[reason],
    autoInvoice: '1',
    callbackUrl,
    ...(lines ? { detail: lines.map(redDetail) } : {}),
  }
}

/** The 20 digits of an invoice, or null. */
export function numberOf({ allElectronicInvoiceNumber, invoiceNo }: NuonuoInvoice): string | null {
  const number = textOf(allElectronicInvoiceNumber) ?? textOf(invoiceNo)
  return number && /^\d{20}$/.test(number) ? number : null
}

const filesOf = ({ pdfUrl, ofdUrl, xmlUrl }: NuonuoInvoice): InvoiceFiles => ({
  pdf: textOf(pdfUrl),
  ofd: textOf(ofdUrl),
  xml: textOf(xmlUrl),
})

/** An issued invoice as ours. Throws ChannelFailure where its number, time or sums are none. */
export function issuedOf(found: NuonuoInvoice): IssuedInvoice {
  const number = numberOf(found)
  const at = /^\d{12,14}$/.test(String(found.invoiceTime)) ? Number(found.invoiceTime) : NaN
  if (number === null || Number.isNaN(at)) {
    throw new ChannelFailure('Nuonuo answered an issued invoice without number or time')
  }
  return {
    number,
    issuedAt: new Date(at).toISOString(),
    amount: fenOf(found.orderAmount),
    tax: fenOf(found.taxAmount),
    files: filesOf(found),
  }
}

/** An issued invoice of a list as ours. Throws ChannelFailure. */
export function listedOf(found: NuonuoInvoice): ListedInvoice {
  const { number, issuedAt, amount, tax } = issuedOf(found)
  return {
    serial: textOf(found.orderNo),
    number,
    color: amount < 0 ? 'red' : 'blue',
    issuedAt,
    amount,
    tax,
    buyerName: textOf(found.payerName) ?? '',
  }
}

const reasonOf = new Map(
  Object.entries(nuonuoReasons).map(([reason, number]) => [number, reason as RedReason]),
)

/** A red form as ours. Throws ChannelFailure where its state or sums are none. */
export function redFormOf(found: NuonuoForm): RedForm {
  const state = redStates[String(found.billStatus).padStart(2, '0')]
  const serial = textOf(found.billId)
  const blueNumber = textOf(found.blueElecInvoiceNumber) ?? textOf(found.blueInvoiceNumber)
  if (!state || serial === null || blueNumber === null) {
    throw new ChannelFailure('Nuonuo answered a red form of an unknown state')
  }
  // Amounts of a form have a minus sign; of one that is being applied for there are none yet.
  const turned = (field: Field) => (textOf(field) === null ? 0 : Math.abs(fenOf(field)))
  const tax = turned(found.taxAmount)
  return {
    serial,
    number: textOf(found.billNo),
    state,
    requester: String(found.applySource) === '1' ? 'buyer' : 'seller',
    blueNumber,
    reason: reasonOf.get(String(found.redReason) as '1') ?? null,
    amount: turned(found.taxExcludedAmount) + tax,
    tax,
    lines: (found.detail ?? []).map((line) => ({
      index: Number(line.blueDetailIndex),
      amount: turned(line.taxExcludedAmount) + turned(line.taxAmount),
      tax: turned(line.taxAmount),
    })),
    redSerial: textOf(found.orderNo),
    redNumber: textOf(found.redInvoiceNumber),
    message: textOf(found.billMessage),
  }
}
