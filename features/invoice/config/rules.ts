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

/** A remark with what it names put in; a name it does not know stays as written, one without a value goes. */
export function remarkOf(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
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
