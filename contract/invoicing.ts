/**
 * Providers of invoices, as a row names them: `manual` asks none, so that a person enters number, date and file;
 * `sample` is the demo's, whose papers are marked as such.
 */
const invoiceProviderNames = ['nuonuo', 'sample', 'manual'] as const
export type InvoiceProviderName = (typeof invoiceProviderNames)[number]

/** Kinds of fully digital invoices: `special` ones carry deductible tax. */
export const invoiceKinds = ['ordinary', 'special'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Reasons for a red invoice that the tax bureau knows, in the order of its numbers 01 to 04. */
export const redReasons = ['error', 'return', 'serviceEnded', 'allowance'] as const
export type RedReason = (typeof redReasons)[number]

/**
 * States of a red confirmation form. It turns red by itself from `noneNeeded` and `confirmed`; `lapsed` nobody answered
 * within 72 hours; `failed` the tax bureau never took.
 */
export const redFormStates = [
  'applying',
  'noneNeeded',
  'waitsForBuyer',
  'waitsForSeller',
  'confirmed',
  'refused',
  'lapsed',
  'revoked',
  'void',
  'failed',
] as const
export type RedFormState = (typeof redFormStates)[number]

/** Hours within which the other side confirms a red form. */
export const redFormHours = 72

/** Kinds of favoured policies of a line, as the tax bureau numbers them; 01 is simple levy, 03 free of tax. */
const linePolicies = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
] as const
export type LinePolicy = (typeof linePolicies)[number]

/**
 * Tax in fen within an amount that includes it, at a rate in hundredths of a percent, half a fen upwards: each line by
 * itself, so that the sum of the lines is the sum of the invoice.
 */
export function taxWithin(amount: number, rate: number): number {
  // In whole numbers: amount × rate is beyond what a float counts only for sums that no invoice has.
  const [share, whole] = [BigInt(amount) * BigInt(rate), BigInt(10_000 + rate)]
  return Number((share * 2n + whole) / (whole * 2n))
}
