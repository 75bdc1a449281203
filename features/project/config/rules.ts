import type { InvoiceConfig, ProjectInfo, PushConfig } from './contract.ts'

const noInfo: ProjectInfo = { organiser: '', phone: '', email: '', address: '', serviceHours: '', icp: '' }

/** Nothing leaves the portal until somebody says so. */
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

type Stored = Readonly<Record<string, unknown>>

/** Keys of the defaults alone, as kept where they are. */
function over<T extends object>(defaults: T, saved: Stored): T {
  const known = Object.entries(saved).filter(([key]) => key in defaults)
  return { ...defaults, ...Object.fromEntries(known) }
}

/** What the footer says, empty until it is written. */
export const infoOf = (saved: Stored): ProjectInfo => over(noInfo, saved)
/** What is pushed, nothing until it is opened. */
export const pushOf = (saved: Stored): PushConfig => over(noPush, saved)
/** How invoices are written, none until it is opened. */
export const invoiceOf = (saved: Stored): InvoiceConfig => over(noInvoice, saved)

/** A remark with what it names put in; a name it does not know stays as written, one without a value goes. */
export function remarkOf(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
