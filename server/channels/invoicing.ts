import {
  type InvoiceKind,
  type InvoiceProviderName,
  type LinePolicy,
  type RedFormState,
  type RedReason,
  taxWithin,
} from '../../contract/invoicing.ts'

/** The buyer of an invoice; a natural person may have no tax number. */
export interface InvoiceBuyer {
  name: string
  taxNo: string | null
  address: string | null
  phone: string | null
  bank: string | null
  bankAccount: string | null
  isNatural: boolean
}

/** The seller of an invoice. */
export interface InvoiceSeller {
  name: string
  taxNo: string
  address: string | null
  phone: string | null
  bank: string | null
  bankAccount: string | null
}

/** A line of an invoice. */
export interface InvoiceLine {
  name: string
  /** Code of the tax category, 19 digits. */
  taxCode: string
  quantity: number
  /** Fen with the tax in them. */
  amount: number
  /** Fen of the tax in the amount. */
  tax: number
  /** Hundredths of a percent: 600 is 6 %. */
  rate: number
  policy: LinePolicy | null
}

/** A blue invoice as it is asked for; the same serial again is never issued twice. */
export interface NewInvoice {
  /** Our number of it, fixed before anything is sent. */
  serial: string
  kind: InvoiceKind
  buyer: InvoiceBuyer
  seller: InvoiceSeller
  /** The person in whose name it is issued, signed in at the tax bureau. */
  drawer: string
  lines: readonly InvoiceLine[]
  remark: string
  /** Address that is told when something happened; it is believed only after a query. */
  callbackUrl: string
}

/** A line of a blue invoice that turns red, whole or in part. */
export interface RedLine extends Omit<InvoiceLine, 'quantity'> {
  /** Its number on the blue invoice, from 1. */
  index: number
  /** Pieces that go back; null where only money does. */
  quantity: number | null
}

/** A red confirmation form as it is asked for; all amounts are above 0. */
export interface NewRedForm {
  /** Our number of the form, and that of the red invoice that follows; both fixed before anything is sent. */
  serial: string
  redSerial: string
  blue: { number: string; kind: InvoiceKind; buyer: InvoiceBuyer; seller: InvoiceSeller }
  reason: RedReason
  /** Null where the whole invoice turns red. */
  lines: readonly RedLine[] | null
  callbackUrl: string
}

/** The code by which the drawer signs in at the tax bureau, or shows their face. */
export interface DrawerCode {
  purpose: 'login' | 'identity'
  /** Text of the QR code; null while the tax bureau is still making it. */
  qr: string | null
  /** Time at which the code ends, where it is known. */
  expiresAt: string | null
  /** The provider's number of this check, which confirms it. */
  checkId: string | null
}

/** The files of an issued invoice; null where there is none yet. */
export interface InvoiceFiles {
  pdf: string | null
  ofd: string | null
  xml: string | null
}

/** An invoice as it was issued; amounts of a red one are below 0. */
export interface IssuedInvoice {
  /** 20 digits. */
  number: string
  issuedAt: string
  /** Fen with the tax in them, and of the tax. */
  amount: number
  tax: number
  files: InvoiceFiles
}

/** The provider gave no answer that could be believed: what was sent may have happened. Query, under the same serial. */
export interface Silence {
  state: 'silent'
  /** Its own word for what it could not do now, where it gave one. */
  code: string | null
}

/** A refusal for good, with the provider's code (or, where nothing was sent, ours) and its words. */
export interface InvoiceRefusal {
  state: 'failed'
  code: string
  message: string
}

/**
 * State of an invoice. `waitingDrawer` goes on by `reissue` once the drawer is signed in. `unknown`: the provider knows no such serial, so nothing was issued. `sealFailed`: it is issued
 * and has no files; `reissue` seals it. A `failed` one is asked for again under a new serial only.
 */
export type InvoiceOutcome =
  | { state: 'opening' }
  | { state: 'waitingDrawer'; code: DrawerCode }
  | ({ state: 'opened' } & IssuedInvoice)
  | { state: 'sealFailed'; number: string | null }
  | { state: 'unknown' }
  | InvoiceRefusal
  | Silence

/** A red form as the provider has it. */
export interface RedForm {
  /** Our number of it, or the provider's where the buyer began it. */
  serial: string
  /** The tax bureau's number, once it has one. */
  number: string | null
  state: RedFormState
  /** The side that began it. */
  requester: 'seller' | 'buyer'
  blueNumber: string
  reason: RedReason | null
  /** Fen that turn red with the tax in them, and of the tax; above 0. */
  amount: number
  tax: number
  /** Numbers of the blue lines that turn red; empty where the provider lists none. */
  lines: readonly { index: number; amount: number; tax: number }[]
  /** Our number of the red invoice and its 20 digits, once it is issued. */
  redSerial: string | null
  redNumber: string | null
  /** The tax bureau's words for why it came to nothing. */
  message: string | null
}

export type RedFormOutcome =
  | { state: 'form'; form: RedForm }
  | { state: 'unknown' }
  | InvoiceRefusal
  | Silence

/** Outcome of an answer to a form. */
export type AnswerOutcome = { state: 'done' } | InvoiceRefusal | Silence

/** An invoice in the provider's list of a day. */
export interface ListedInvoice {
  /** Our number of it, where it was asked for by one. */
  serial: string | null
  number: string
  color: 'blue' | 'red'
  issuedAt: string
  /** Fen with the tax in them; below 0 of a red one. */
  amount: number
  tax: number
  buyerName: string
}

/** The seller's means at the tax bureau. */
interface InvoiceCredit {
  /** Fen without tax that may still be issued; null while the provider has no figure. */
  left: number | null
  total: number | null
  /** Null while the drawer is signed in; otherwise by which code they do. */
  code: DrawerCode | null
}

/** Answer of a provider to a contract's keys. */
interface InvoiceKeyCheck {
  result: 'right' | 'refused' | 'silent'
  code: string | null
}

/** A provider of fully digital invoices, by one seller's contract. */
export interface InvoiceProvider {
  readonly name: Exclude<InvoiceProviderName, 'manual'>
  /** Answer that the provider expects to a callback; it repeats the callback until then. */
  readonly callbackAnswer: object
  /** Characters that a serial, a form's serial and a remark may have. */
  readonly serialLimit: number
  readonly formSerialLimit: number
  readonly remarkLimit: number
  issue(blue: NewInvoice): Promise<InvoiceOutcome>
  /** State by our serial, of blue invoices and of the red ones that follow a form. */
  query(serial: string): Promise<InvoiceOutcome>
  /**
   * Asks the provider to go on with a serial that stopped: to seal an issued invoice, or to issue one that waited for
   * the drawer. It is silent, with a code, once a day's tries are used up.
   */
  reissue(serial: string): Promise<InvoiceOutcome>
  requestRed(form: NewRedForm): Promise<RedFormOutcome>
  queryRed(formSerial: string): Promise<RedFormOutcome>
  /** Forms that buyers began between two days in China, both included. Throws ChannelFailure. */
  listBuyerForms(from: string, to: string): Promise<RedForm[]>
  /** Answers a form that the buyer began; `redSerial` will be the number of the red invoice. */
  answerRed(
    formSerial: string,
    answer: { agrees: boolean; redSerial: string; callbackUrl: string },
  ): Promise<AnswerOutcome>
  revokeRed(formSerial: string): Promise<AnswerOutcome>
  /** The invoices that the provider has of a day in China. Throws ChannelFailure. */
  list(day: string): Promise<ListedInvoice[]>
  /** Sum that may still be issued, and the code where the drawer is not signed in. Throws ChannelFailure. */
  credit(): Promise<InvoiceCredit>
  /** Reports that the drawer has scanned; true once the tax bureau says so too. Throws ChannelFailure. */
  confirmDrawer(code: Pick<DrawerCode, 'purpose' | 'checkId'>): Promise<boolean>
  /** A file of an invoice, of a limited size and only from the provider's hosts. Throws ChannelFailure. */
  download(address: string): Promise<Buffer>
  /** The serial that a callback speaks of, or null; nothing else of it is believed. */
  readCallback(raw: Buffer): string | null
  /** Asks about an invoice there is not, which is answered to right keys only; throws nothing. */
  check(): Promise<InvoiceKeyCheck>
}

/** Faults of an invoice for which it is not sent at all. */
export type InvoiceFault =
  | 'serial'
  | 'remark'
  | 'buyerName'
  | 'buyerTaxNo'
  | 'specialForPerson'
  | 'noLines'
  | 'taxCode'
  | 'quantity'
  | 'amount'
  | 'tax'

/** Fen a tax may be away from the reckoned one: some of the line's discount is rounded before. */
const taxTolerance = 1

/** The first fault of an invoice within a provider's limits, or null. */
export function faultOf(
  blue: NewInvoice,
  { serialLimit, remarkLimit }: Pick<InvoiceProvider, 'serialLimit' | 'remarkLimit'>,
): InvoiceFault | null {
  const { serial, kind, buyer, lines, remark } = blue
  if (!/^[0-9A-Za-z_-]+$/.test(serial) || serial.length > serialLimit) return 'serial'
  if ([...remark].length > remarkLimit) return 'remark'
  if (!buyer.name.trim()) return 'buyerName'
  if (kind === 'special' && buyer.isNatural) return 'specialForPerson'
  if (!buyer.isNatural && !buyer.taxNo) return 'buyerTaxNo'
  if (lines.length === 0) return 'noLines'
  for (const { taxCode, quantity, amount, tax, rate } of lines) {
    if (!/^\d{19}$/.test(taxCode)) return 'taxCode'
    if (!Number.isSafeInteger(quantity) || quantity < 1) return 'quantity'
    if (!Number.isSafeInteger(amount) || amount < 1) return 'amount'
    if (!Number.isSafeInteger(rate) || rate < 0 || rate > 10_000) return 'tax'
    if (!Number.isSafeInteger(tax) || Math.abs(tax - taxWithin(amount, rate)) > taxTolerance) return 'tax'
  }
  return null
}
