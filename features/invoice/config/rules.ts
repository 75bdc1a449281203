import { over } from '../../project/rules.ts'
import type { InvoiceConfig, SellerProfile, TaxLine } from './contract.ts'

/** Characters of a remark that providers print at most. */
export const remarkLimit = 230

const noInvoices: InvoiceConfig = {
  open: false,
  kinds: ['ordinary'],
  withinDays: 180,
  remark: '{title} {orderNo}',
  automatic: false,
  creditWarning: 0,
  sellers: [],
  taxLines: [],
}

/** Invoice settings; none are written until it is opened. */
export const invoiceOf = (saved: Readonly<Record<string, unknown>>): InvoiceConfig => over(noInvoices, saved)

/** Newest of dated entries that holds on a day (YYYY-MM-DD), or null. */
function heldOn<D extends { from: string }>(entries: readonly D[], day: string): D | null {
  const begun = entries.filter(({ from }) => from <= day)
  return begun.reduce<D | null>((best, each) => (best === null || each.from > best.from ? each : best), null)
}

/** Text that tells the accounts of sellers apart: bank and number as they are read, whatever divides them. */
export const accountOf = ({ bank, bankAccount }: Pick<SellerProfile, 'bank' | 'bankAccount'>): string =>
  `${bank} ${bankAccount}`.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')

/** Digits from which on a number in a text of the seller is taken for a bank account. */
export const accountDigits = 12

/** A figure in any script, or a Chinese numeral. */
const figure = '[\\p{N}零一二三四五六七八九壹贰叁肆伍陆柒捌玖两幺]'
const accountInside = /* @__PURE__ */ new RegExp(`(${figure}[^\\p{L}\\p{N}]*){${accountDigits}}`, 'u')
/** More figures than a telephone number has, in one or with what divides an extension. */
const notOfPhone = /* @__PURE__ */ new RegExp(`${figure}{14}|(${figure}[^\\p{L}\\p{N}]*){17}`, 'u')

/** True if a text holds a number as long as a bank account's, however it is divided. */
export const holdsAccount = (text: string): boolean => accountInside.test(text)

/** True if a telephone number is none: a bank account could stand in its place. */
export const isNoPhone = (phone: string): boolean => notOfPhone.test(phone)

/** The seller of invoices that are requested on a day; null before the first. */
export const sellerOn = ({ sellers }: Pick<InvoiceConfig, 'sellers'>, day: string): SellerProfile | null =>
  heldOn(sellers, day)

/** The tax line of a class type on a day: its own, or else the one for all types; null where there is neither. */
export const taxLineOf = (
  { taxLines }: Pick<InvoiceConfig, 'taxLines'>,
  classType: string,
  day: string,
): TaxLine | null =>
  heldOn(
    taxLines.filter((line) => line.classType === classType),
    day,
  ) ??
  heldOn(
    taxLines.filter((line) => line.classType === null),
    day,
  )

/**
 * A remark with what it names put in; a name it does not know stays as written, one without a value goes, and so does a
 * portal's title that holds a bank account.
 */
export function remarkOf(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return name === 'title' && holdsAccount(value) ? '' : value
    })
    .replace(/\s+/g, ' ')
    .trim()
}

/** Index of the first entry whose key another one has before it; -1 without one. */
export function repeatedAt(keys: readonly string[]): number {
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}

/** True if invoices can be written on a day: there is a seller, and a tax line for all class types. */
export const isComplete = (config: InvoiceConfig, day: string): boolean =>
  sellerOn(config, day) !== null &&
  heldOn(
    config.taxLines.filter(({ classType }) => classType === null),
    day,
  ) !== null
