import { over } from '../rules.ts'
import type { InvoiceConfig, PushConfig } from './contract.ts'

/** Nothing leaves the portal until somebody enables it. */
const noPush: PushConfig = { open: false, subjects: ['pass'], classTypes: [], retries: 5 }

const noInvoice: InvoiceConfig = {
  open: false,
  kinds: ['electronic'],
  item: '*非学历教育服务*培训费',
  taxRate: 3,
  seller: '',
  sellerTaxNumber: '',
  withinDays: 180,
  remark: '{title} {orderNo}',
}

/** Push settings; nothing is pushed until it is opened. */
export const pushOf = (saved: Readonly<Record<string, unknown>>): PushConfig => over(noPush, saved)
/** Invoice settings; none are written until it is opened. */
export const invoiceOf = (saved: Readonly<Record<string, unknown>>): InvoiceConfig => over(noInvoice, saved)

/** A remark with what it names put in; a name it does not know stays as written, one without a value goes. */
export function remarkOf(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
